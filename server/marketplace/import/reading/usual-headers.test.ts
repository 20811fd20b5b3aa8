import { expect, test } from 'vitest';
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

test('the more specific of two spellings is read, and the other is named', () => {
  expect(namesOf('offers', ['ID', 'SKU', 'Preis', 'EAN'])).toMatchObject({
    names: [null, 'key', 'price', 'gtin'],
    unread: [{ column: 'ID' }],
  });
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
