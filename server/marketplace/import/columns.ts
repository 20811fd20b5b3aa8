/** What can be imported. */
export const importKinds = [
  'vehicles',
  'categories',
  'attributes',
  'products',
  'fitment',
  'approvals',
  'documents',
  'warnings',
  'brands',
  'reviews',
  'search',
  'shops',
  'offers',
] as const;
export type ImportKind = (typeof importKinds)[number];
/** Names for offers of which a file tells some values only, as `--mode partial`. */
export const partialKinds = ['prices', 'stock'] as const;
/** What an operator may call the content of a file. */
export const namedKinds = [...importKinds, ...partialKinds] as const;

/** What a kind as operators name it stands for. */
export const kindNamed = (name: (typeof namedKinds)[number]): { kind: ImportKind; isPartial: boolean } => {
  const kind = importKinds.find((known) => known === name);
  return kind ? { kind, isPartial: false } : { kind: 'offers', isPartial: true };
};

/** A column by the names that files may give it. */
export interface Column {
  readonly name: string;
  /** Other spellings; compared without case, spaces, `_` and `-`. */
  readonly also: readonly string[];
  /** Spellings of a column that stands in for this one where it is empty or not there. */
  readonly otherwise?: readonly string[];
}

const column = (name: string, also = ''): Column => ({ name, also: also === '' ? [] : also.split('|') });
const inLanguages = (name: string): Column[] =>
  ['de', 'fr', 'es', 'it', 'nl'].map((language) => column(`${name}_${language}`, `${name}.${language}`));

const brand = column(
  'brand',
  'manufacturer|manufacturer name|marke|hersteller|marque|marca|merk|fabricant|fabricante|produttore',
);
const number = column(
  'number',
  'mpn|article number|part number|manufacturer number|hans|herstellernummer|artikelnummer hersteller|référence fabricant|reference fabricant|referencia fabricante|codice produttore|fabrikantcode|teilenummer|numéro de pièce|número de pieza|numero ricambio|onderdeelnummer',
);
/** Names for the maker's number in one list and for the shop's own in another. */
const articleNumbers = ['artikelnummer', 'référence', 'referencia', 'codice articolo', 'artikelcode'];
/** The number of a list of the maker's own goods; where both stand, this one is the shop's. */
const ownNumber: Column = { ...number, otherwise: articleNumbers };
const gtin = column('gtin', 'ean|eans|upc|barcode|gtin13|ean13|código de barras|codice a barre');
/** What lists call the key of a car in another system, besides our own name. */
const outsideKeys = 'ktype|ktyp|ktypnr|ktypnummer|tecdoc id|car id|vehicle key|external key|fahrzeugschlüssel';
const condition = column('condition', 'zustand|état|etat|estado|condizione|staat');

/** A car by its id, by its key in another system, or by what is known of it. */
const namedModel = [
  column('model', 'model id'),
  column('vehicle', outsideKeys),
  column('make', 'vehicle make|hersteller fahrzeug'),
  ...['page', 'series'].map((name) => column(name)),
  column('engine', 'model name'),
  ...['fuel', 'ccm', 'kw'].map((name) => column(name)),
];

/** Columns of each kind of table; the first spelling is the one that README.md documents. */
export const columnsOf: Readonly<Record<ImportKind, readonly Column[]>> = {
  offers: [
    {
      ...column(
        'key',
        'id|sku|shop sku|offer sku|id offer|offer id|article id|identificador|codice|identifiant|clé|clave|chiave|sleutel|schlüssel|bestellnummer',
      ),
      otherwise: articleNumbers,
    },
    column('mode', 'update delete|action|delete'),
    column('shop', 'shop name|händler|vendeur|vendedor|venditore|winkel'),
    brand,
    number,
    gtin,
    column('price', 'preis|prix|precio|prezzo|prijs'),
    column(
      'sale_price',
      'sonderpreis|sonderangebotspreis|prix soldé|prix promotionnel|precio de oferta|prezzo scontato|actieprijs',
    ),
    column(
      'sale_price_effective_date',
      'sonderpreis zeitraum|sonderangebotszeitraum|période de validité du prix soldé',
    ),
    column('price_from', 'price valid from|preis gültig ab'),
    column('price_to', 'price valid until|preis gültig bis'),
    column(
      'availability_date',
      'verfügbarkeitsdatum|date de disponibilité|fecha de disponibilidad|data di disponibilità|beschikbaarheidsdatum',
    ),
    column(
      'expiration_date',
      "verfallsdatum|ablaufdatum|date d’expiration|date d'expiration|fecha de vencimiento|data di scadenza|vervaldatum",
    ),
    column('availability', 'verfügbarkeit|disponibilité|disponibilidad|disponibilità|beschikbaarheid'),
    column('stock', 'quantity|bestand|lagerbestand|menge|quantité|cantidad|quantità|voorraad'),
    condition,
    column(
      'shipping',
      'shipping(country:service:price)|shipping(country:price)|versand|livraison|envío|spedizione|verzending',
    ),
    column('surcharge', 'shipping surcharge|sperrgutzuschlag'),
    column('deposit', 'pfand|consigne|depósito|cauzione|statiegeld'),
    column('lowest30', 'lowest price 30 days|niedrigster preis 30 tage'),
    column('handling', 'handling days|lieferzeit tage|delivery time|bearbeitungszeit'),
    column('min_handling_time'),
    column('max_handling_time'),
  ],
  products: [
    brand,
    ownNumber,
    gtin,
    column(
      'category',
      'kategorie|catégorie|categoría|categoria|categorie|product type|produkttyp|type de produit|tipo di prodotto|producttype|google product category|google produktkategorie',
    ),
    column('title', 'titel|titre|título|titolo|name'),
    ...inLanguages('title'),
    condition,
    column(
      'place',
      'position|einbauort|einbauposition|position de montage|lugar de montaje|posizione di montaggio|montageplaats',
    ),
    column(
      'attributes',
      'product detail|eigenschaften|merkmale|attribute|caractéristiques|características|caratteristiche|kenmerken',
    ),
    column('content', 'unit pricing measure|grundpreismaß|inhalt|contenu|contenido|contenuto|inhoud'),
    column(
      'pack_size',
      'multipack|pieces per pack|stück je packung|packungsgröße|multipack-anzahl|lot|pack|aantal per verpakking',
    ),
    column('tax_class', 'vat class|steuerklasse|mwst klasse|classe de tva|clase de iva|classe iva|btw klasse'),
    column('oe', 'oe numbers|oem|oe-nummern'),
    column('popularity', 'beliebtheit'),
    column(
      'image',
      'image link|image url|bild|bild url|bildlink|lien image|imagen|enlace imagen|immagine|link immagine|afbeelding|afbeeldingslink',
    ),
    column('more_images', 'additional image link|weitere bilder|zusätzlicher bildlink'),
    column('fuel_class', 'energy efficiency class|kraftstoffeffizienz|rolling resistance class'),
    column('wet_grip_class', 'nasshaftung|wet grip'),
    column('noise', 'rollgeräusch|noise db'),
    column('noise_class', 'rollgeräuschklasse'),
    column('snow', '3pmsf|schnee'),
    column('ice', 'eis'),
    column('eprel', 'certification|eprel id'),
    column(
      'guarantee_years',
      'haltbarkeitsgarantie|garantie de durabilité|garantía de durabilidad|garanzia di durabilità',
    ),
    ...['guarantee_producer', 'guarantee_model', 'guarantee_terms'].map((name) => column(name)),
    ...['brand_address', 'brand_email', 'brand_country', 'eu_responsible'].map((name) => column(name)),
  ],
  attributes: [
    column('code', 'id|schlüssel|clé|clave|chiave|sleutel'),
    column('mode', 'update delete|action|delete'),
    column('kind', 'type|art|typ|tipo|soort'),
    column('unit', 'einheit|unité|unidad|unità|eenheid'),
    column('decimals', 'nachkommastellen|décimales|decimales|decimali|decimalen'),
    ...inLanguages('label'),
    column('values', 'werte|valeurs|valores|valori|waarden'),
    ...inLanguages('values'),
    column('facet', 'filter|filtre|filtro'),
    column('deciding', 'entscheidend'),
  ],
  categories: [
    column('id'),
    column('parent', 'parent id'),
    column('leaf_number', 'leafnumber'),
    column('universal'),
    column('goods', 'warenart'),
    column('kind'),
    column('popularity'),
    column('position'),
    column('usual_quantity', 'übliche menge'),
    column('per_cylinder'),
    column('needs'),
    column('set_of'),
    ...['de', 'fr', 'es', 'it', 'nl'].map((language) => column(`title_${language}`, language)),
    ...inLanguages('single_title'),
    ...inLanguages('seo_text'),
    ...inLanguages('description'),
  ],
  fitment: [brand, ownNumber, gtin, ...namedModel, column('from'), column('note'), ...inLanguages('note')],
  approvals: [
    ...namedModel,
    column('category', 'kategorie|catégorie|categoría|categoria|categorie'),
    column('approvals', 'approval|freigaben|homologations|homologaciones|omologazioni|goedkeuringen'),
    column('note'),
    ...inLanguages('note'),
  ],
  search: [
    column('rule', 'regel|règle|regla|regola'),
    column('language', 'sprache|langue|idioma|lingua|taal'),
    column('words', 'term|wörter|mots|palabras|parole|woorden'),
    column('target', 'ziel|cible|destino|destinazione|doel'),
    brand,
    ownNumber,
    gtin,
    column('category', 'kategorie|catégorie|categoría|categoria|categorie'),
  ],
  documents: [
    brand,
    ownNumber,
    gtin,
    column('mode', 'update delete|action|delete'),
    column('type', 'document type|art|typ|tipo|soort'),
    column('url', 'link|address|adresse|dirección|indirizzo|adres'),
    column('language', 'sprache|langue|idioma|lingua|taal'),
    column('doc_no', 'document number|dokumentnummer'),
    column('title', 'titel|titre|título|titolo'),
  ],
  warnings: [
    brand,
    ownNumber,
    gtin,
    column('category', 'kategorie|catégorie|categoría|categoria|categorie'),
    column('mode', 'update delete|action|delete'),
    ...inLanguages('text'),
  ],
  brands: [
    brand,
    column('mode', 'update delete|action|delete'),
    ...inLanguages('description'),
    ...['brand_address', 'brand_email', 'brand_country', 'eu_responsible'].map((name) => column(name)),
  ],
  reviews: [
    column('key', 'id|review id'),
    column('mode', 'update delete|action|delete'),
    column('rating', 'mark|stars|bewertung|note|valoración|valutazione|beoordeling'),
    column('date', 'created|datum|fecha|data'),
    column('language', 'sprache|langue|idioma|lingua|taal'),
    column('text', 'comment|content|kommentar|commentaire|comentario|commento|tekst'),
    column('author', 'name|verfasser|auteur|autor|autore'),
    column('verified', 'verified purchase|kauf bestätigt|achat vérifié|compra verificada|acquisto verificato'),
  ],
  shops: [
    column('name', 'shop'),
    column('country', 'land|pays|país|paese'),
    column('city', 'ort|ville|ciudad|città|plaats'),
    column('postcode', 'plz|code postal|código postal|cap'),
    column('street', 'straße|strasse|rue|calle|via|straat'),
    column('phone', 'telefon|téléphone|teléfono|telefono|telefoon'),
    column('email', 'e-mail'),
    column('register', 'handelsregister'),
    column('vat_id', 'ust-id|ustid|tva|vat'),
    column('language', 'sprache'),
    column('rating'),
    column('rating_count'),
    column('return_days'),
    column('return_cost'),
    column('shipping', 'versand'),
    column('terms', 'agb'),
    column('policy', 'widerruf|cancellation policy'),
  ],
  vehicles: [
    column('key', outsideKeys),
    column('make', 'manufacturer'),
    column('family'),
    column('page'),
    column('series'),
    column('model'),
    column('fuel'),
    column('ccm'),
    column('cylinders', 'zylinder|cylindres|cilindros|cilindri|cilinders'),
    column('kw'),
    column('ps'),
    column('from'),
    column('to'),
    column('hsn'),
    column('tsn'),
    column('popularity', 'weight'),
  ],
};

/** The name in English that Google's help writes behind the other, as in `Preis [price]`; empty where there is none. */
export const nameInBrackets = (name: string): string => /\[([\w ]+)\]\s*$/.exec(name)?.[1] ?? '';

/** One spelling for the names of columns. */
export const columnKey = (name: string): string =>
  name
    .normalize('NFC')
    .toLowerCase()
    .replace(/^g:/, '')
    .replace(/[\s_-]+/g, '');
