/** What can be imported. */
export const importKinds = ['vehicles', 'categories', 'products', 'fitment', 'shops', 'offers'] as const;
export type ImportKind = (typeof importKinds)[number];

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
const condition = column('condition', 'zustand|état|etat|estado|condizione|staat');

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
    ...['brand_address', 'brand_email', 'brand_country', 'eu_responsible'].map((name) => column(name)),
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
    ...['de', 'fr', 'es', 'it', 'nl'].map((language) => column(`title_${language}`, language)),
    ...inLanguages('seo_text'),
    ...inLanguages('description'),
  ],
  fitment: [
    brand,
    ownNumber,
    gtin,
    column('model', 'model id'),
    column('make', 'vehicle make|hersteller fahrzeug'),
    column('page'),
    column('series'),
    column('engine', 'model name'),
    column('fuel'),
    column('ccm'),
    column('kw'),
    column('from'),
    column('note'),
    ...inLanguages('note'),
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
    column('make', 'manufacturer'),
    column('family'),
    column('page'),
    column('series'),
    column('model'),
    column('fuel'),
    column('ccm'),
    column('kw'),
    column('ps'),
    column('from'),
    column('to'),
    column('hsn'),
    column('tsn'),
    column('popularity', 'weight'),
  ],
};

/** Columns that a table must have; one of each inner list. */
export const requiredColumns: Readonly<Record<ImportKind, readonly (readonly string[])[]>> = {
  offers: [['key'], ['price'], ['number', 'gtin']],
  products: [['brand'], ['number'], ['category']],
  categories: [['id'], ['title_de'], ['title_fr'], ['title_es'], ['title_it'], ['title_nl']],
  fitment: [
    ['number', 'gtin'],
    ['model', 'make'],
  ],
  shops: [['name'], ['country']],
  vehicles: [['make'], ['series'], ['kw', 'ps']],
};

/** Columns that a table must have whose rows name some values of known offers. */
export const requiredOfPartial: readonly (readonly string[])[] = [
  ['key'],
  [
    ...['price', 'sale_price', 'stock', 'availability', 'mode', 'condition'],
    ...['deposit', 'surcharge', 'lowest30', 'handling', 'min_handling_time', 'max_handling_time'],
  ],
];

/** The name in English that Google's help writes behind the other, as in `Preis [price]`; empty where there is none. */
export const nameInBrackets = (name: string): string => /\[([\w ]+)\]\s*$/.exec(name)?.[1] ?? '';

/** One spelling for the names of columns. */
export const columnKey = (name: string): string =>
  name
    .normalize('NFC')
    .toLowerCase()
    .replace(/^g:/, '')
    .replace(/[\s_-]+/g, '');
