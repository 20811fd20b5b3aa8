import type { NamedOffer } from '../../contract/merchants.js';

/** The word by which a feed empties a value. */
const emptied = '#EMPTY';
const amount = (value: number | null | undefined): string =>
  value === undefined ? '' : (value?.toFixed(2) ?? emptied);

/** Columns of a feed that an offer of a call is written in; the first one has the line after the header. */
const columns: Readonly<Record<string, (offer: NamedOffer) => string>> = {
  key: ({ key }) => key,
  mode: (offer) => (offer.delete ? 'delete' : ''),
  brand: ({ brand = '' }) => brand,
  number: ({ number = '' }) => number,
  gtin: ({ gtin = '' }) => gtin,
  price: ({ price }) => amount(price),
  stock: ({ stock }) => String(stock ?? ''),
  condition: ({ condition = '' }) => condition,
  handling: ({ handling }) => handling?.join('-') ?? '',
  surcharge: ({ surcharge }) => amount(surcharge),
  deposit: ({ deposit }) => amount(deposit),
  lowest30: ({ lowest30 }) => amount(lowest30),
};
/** What a header must have, also where nobody says anything in it: who only takes offers off names neither. */
const always: readonly string[] = ['key', 'number', 'price'];

const quoted = (cell: string): string => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

/**
 * Offers of a call as the table that a merchant could have sent: offers are written in one way only. Columns that no
 * offer has are left out; each offer is one line, the first one line 2.
 */
export function feedOfOffers(offers: readonly NamedOffer[]): string {
  const used = Object.entries(columns).filter(
    ([name, read]) => always.includes(name) || offers.some((offer) => read(offer) !== ''),
  );
  const lines = offers.map((offer) => used.map(([, read]) => quoted(read(offer))).join(','));
  return `${[used.map(([name]) => name).join(','), ...lines].join('\n')}\n`;
}
