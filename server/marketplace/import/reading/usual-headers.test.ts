import { expect, test } from 'vitest';
import exported from '../../../../test/fixtures/marketplace/import/reading/exported-headers.json' with { type: 'json' };
import { fieldsOf, refused } from '../../../../test/fixtures/marketplace/import/reading/feeds.js';
import headers from '../../../../test/fixtures/marketplace/import/reading/usual-headers.json' with { type: 'json' };
import withheld from '../../offer-store/withheld-texts.json' with { type: 'json' };
import { columnKey, columnsOf, type ImportKind, importKinds } from './columns.js';
import { noMapping } from './mapping.js';
import { nameColumns } from './name-columns.js';

/** Values for columns that a header may lack, so that it is named anyway. */
const constants = { brand: 'B', number: 'N', category: 'C', key: 'K', price: '1' };
const namesOf = (kind: ImportKind, header: readonly string[]) =>
  nameColumns('FILE', kind, { ...noMapping, constants }, header);
const bare = (name: string | null): string | null => name?.replace(/#\d+$/, '') ?? null;

test.each(headers.map((header) => [header.language, header.system, header] as const))(
  'the columns of a file in %s from %s are read, and all others are named',
  (_language, _system, { kind, columns }) => {
    const header = Object.keys(columns);
    const { names, unread } = namesOf(kind as ImportKind, header);
    expect(Object.fromEntries(header.map((column, at) => [column, bare(names[at] ?? null)]))).toEqual(columns);
    expect(unread.map(({ column }) => column)).toEqual(header.filter((_column, at) => names[at] === null));
  },
);

test('columns of forty exports are read as their systems mean them, and all unread ones are named', () => {
  const others = exported.flatMap(({ language, system, kind, columns }) => {
    const meant = columns.split('|').map((column) => column.split('='));
    const header = meant.map(([column = '']) => column);
    const { names, unread } = namesOf(kind as ImportKind, header);
    expect(unread.map(({ column }) => column)).toEqual(header.filter((_column, at) => names[at] === null));
    return meant.flatMap(([column, meaning = 'nothing'], at) => {
      const name = bare(names[at] ?? null) ?? 'nothing';
      return name === meaning ? [] : [`${language} ${system}: ${column} is ${meaning}, read as ${name}`];
    });
  });
  expect(others).toEqual([
    ...[
      'de kauflux-plenty: VersandKlasse is shipping, read as nothing',
      'de woocommerce: Position is nothing, read as place',
    ],
    ...['es ventur-tarifa: Cod_Ventur is key, read as nothing', 'es prestashop: UPC is nothing, read as gtin'],
    ...['fr woocommerce: ID is nothing, read as key', 'fr woocommerce: UGS is key, read as number'],
    ...['fr prestashop: UPC is nothing, read as gtin', 'it prestashop: ID is nothing, read as key'],
    ...['it prestashop: Riferimento is key, read as number', 'it woocommerce: Descrizione is nothing, read as title'],
    ...['it woocommerce: Posizione is nothing, read as place', 'nl woocommerce: ID is nothing, read as key'],
    ...[
      'nl woocommerce: Artikelnummer is key, read as number',
      'de jtl-distributor: Artikelnummer is nothing, read as number',
    ],
    ...['de jtl-distributor: ArtikelBez_S3 is title, read as nothing'],
    ...['de jtl-distributor: Warengruppe_S1 is category, read as nothing'],
    ...['es axos-visual: Referencia Artículo is nothing, read as number'],
  ]);
});

test('no spelling belongs to two columns of a kind', () => {
  for (const kind of importKinds) {
    const owners = new Map<string, string>();
    for (const { name, also } of columnsOf[kind])
      for (const spelling of [name, ...also]) {
        const key = columnKey(spelling);
        expect([kind, spelling, owners.get(key) ?? name]).toEqual([kind, spelling, name]);
        owners.set(key, name);
      }
  }
});

test.each([
  ...['Preis brutto', 'Preis (brutto)', 'Bruttopreis', 'VK', 'Verkaufspreis', 'Endpreis', 'Preis inkl. MwSt. [EUR]'],
  ...['Prix TTC', 'Prix de vente T.T.C.', 'PVP con IVA', 'Precio (IVA incluido)', 'Prezzo IVA inclusa', 'price_gross'],
  ...['Verkoopprijs (incl. btw)', 'Prijs inclusief btw €', 'VKBrutto', 'Price tax included', 'PRIX TTC EN EUROS'],
])('%s is the price that a buyer pays', (column) => {
  expect(namesOf('offers', [column])).toMatchObject({ names: ['price'], unread: [] });
});

test.each([
  ...['Preis netto', 'Nettopreis', 'Netto-VK', 'VK (netto)', 'Preis zzgl. MwSt.', 'Nettopreis [price]', 'price_net'],
  ...['Prix HT', 'Prix H.T.', 'Prix hors taxe', 'PV hors taxes (EUR)', 'PrixHT', 'Precio sin IVA', 'PVP (sin I.V.A.)'],
  ...['Prezzo IVA esclusa', 'Prezzo netto', 'Prezzo al netto IVA', 'Prijs excl. btw', 'Verkoopprijs exclusief btw'],
  ...['p_priceNoTax', 'Price tax excluded', 'Listino 1', 'Pfand netto', 'Sonderpreis (netto)'],
])('%s is never read as a gross price', (column) => {
  const { names, unread } = namesOf('offers', [column]);
  expect([names, unread.length]).toEqual([[null], 1]);
});

test('a header with a net price only is refused with the reason', async () => {
  expect(await refused('Artikel-Nr.;EAN;Preis netto\nA;4006633374668;1\n')).toContain(
    '"Preis netto" is a net price, and the shop needs prices with value-added tax.',
  );
});

test.each(['Artikel-Nr.', 'Art.-Nr.', 'Artikelnr.', 'ArtNr', 'ARTIKELNUMMER', 'Réf.', 'Cód. artículo', 'Codigo'])(
  '%s is the key of an offer without dots and accents',
  async (column) => {
    const found = await fieldsOf(`${column};HAN;VK brutto\nA;X;1,00\n`);
    expect(found).toEqual([{ line: 2, key: 'A', number: 'X', price: '1,00' }]);
  },
);

test('an unread column is named with the nearest column that the file lacks', () => {
  const { unread } = namesOf('shops', [
    'name',
    'country',
    'USt-Id-Nummer (EU)',
    'Rückgabetage',
    'Rücksendekosten netto',
  ]);
  expect(unread).toEqual([
    { column: 'USt-Id-Nummer (EU)', nearest: 'vat_id', isNet: false },
    { column: 'Rücksendekosten netto', nearest: null, isNet: true },
  ]);
  expect(namesOf('offers', ['key', 'price', 'Lagerbestandsmenge', 'xyz']).unread).toEqual([
    { column: 'Lagerbestandsmenge', nearest: 'stock', isNet: false },
    { column: 'xyz', nearest: null, isNet: false },
  ]);
});

test('a refused header names the columns near to what it lacks, and no others', async () => {
  expect(await refused('Artikel-Nr.;HAN;Verkaufspreisangabe;Lagerbestandsmenge;Preis netto\nA;X;1;2;3\n')).toMatch(
    /lacks price; found ".*"\. "Verkaufspreisangabe" resembles price; a mapping can say so\. "Preis netto" is a net price[^"]*$/,
  );
  expect(await refused('Artikel-Nr.;Verkaufspreis;Pfand netto\nA;1;2\n')).toMatch(
    /lacks number or gtin; found "[^"]*"\.$/,
  );
});

test('the more specific of two spellings is read, and the other is named', () => {
  expect(namesOf('offers', ['ID', 'SKU', 'Preis', 'EAN'])).toMatchObject({
    names: [null, 'key', 'price', 'gtin'],
    unread: [{ column: 'ID' }],
  });
});

test.each([
  [
    ['Precio', 'Precio + Impuestos'],
    [null, 'price'],
  ],
  [
    ['Prix TTC', 'Prix', 'Prix de vente'],
    ['price', null, null],
  ],
  [
    ['Preis', 'Endpreis (brutto)', 'Preis netto'],
    [null, 'price', null],
  ],
])('of the prices %j the one with tax is read', (header, names) => {
  expect(namesOf('offers', header).names).toEqual(names);
});

test('of two prices that say the same about tax none is guessed', () => {
  expect(() => namesOf('offers', ['Preis', 'Verkaufspreis'])).toThrow('the column price appears twice');
  expect(() => namesOf('offers', ['Preis', 'Preis brutto', 'VK brutto'])).toThrow('"Preis brutto" and "VK brutto"');
});

test('a trade item number precedes a UPC, which fills its empty cells', async () => {
  const file = 'UPC;Marke;HAN;Kategorie;EAN13\n036000291452;B;X;C;4006633374668\n036000291452;B;Y;C;\n';
  expect(await fieldsOf(file, 'products')).toMatchObject([{ gtin: '4006633374668' }, { gtin: '036000291452' }]);
  expect(namesOf('offers', ['SKU', 'UPC', 'EAN', 'Preis']).names).toEqual(['key', null, 'gtin', 'price']);
});

test('a mapping with two columns for the key keeps both', () => {
  const columns = { key: ['A', 'B'], price: 'P', gtin: 'G' };
  expect(nameColumns('FILE', 'offers', { ...noMapping, columns }, ['A', 'B', 'P', 'G']).names).toEqual([
    ...['key', 'key#2', 'price', 'gtin'],
  ]);
});

test('a reason why an offer is not sold names columns that give the missing fact', () => {
  const known = new Set(
    ['products', 'offers', 'shops'].flatMap((kind) => columnsOf[kind as ImportKind].map((c) => c.name)),
  );
  const named = Object.keys(withheld.laws).map((reason) => withheld.unsold[reason as keyof typeof withheld.laws]);
  for (const text of named) {
    const [, columns = ''] = /\(([^)]+)\)$/.exec(text) ?? [];
    for (const column of columns.split(/, | or /)) expect([text, known.has(column)]).toEqual([text, true]);
  }
});
