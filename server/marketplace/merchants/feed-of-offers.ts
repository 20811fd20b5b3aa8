import type { NamedOffer } from '../../contract/merchants.js';
import type { Request } from '../../contract/operations/handler-types.js';
import type { Shop } from '../offer-store/shop-index.js';

/** Value of a feed that deletes the stored one. */
const emptied = '#EMPTY';
const amount = (value: number | null | undefined): string =>
  value === undefined ? '' : (value?.toFixed(2) ?? emptied);

/** Columns of a feed with the values of an offer, in their order. */
const columns: Readonly<Record<string, (offer: NamedOffer) => string>> = {
  key: ({ key }) => key,
  mode: (offer) => (offer.delete ? 'delete' : ''),
  brand: ({ brand = '' }) => brand,
  number: ({ number = '' }) => number,
  gtin: ({ gtin = '' }) => gtin,
  price: ({ price }) => amount(price),
  stock: ({ stock }) => (stock === null ? emptied : String(stock ?? '')),
  condition: ({ condition = '' }) => condition,
  handling: ({ handling }) => handling?.join('-') ?? '',
  surcharge: ({ surcharge }) => amount(surcharge),
  deposit: ({ deposit }) => amount(deposit),
  lowest30: ({ lowest30 }) => amount(lowest30),
};
/** Columns that every header must have, also if all offers are deletions without a price. */
const always: readonly string[] = ['key', 'number', 'price'];

const quoted = (cell: string): string => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

/**
 * Writes the offers of a call as a feed, so that calls and feeds share one import. Leaves out columns that no offer
 * has. The first offer is line 2.
 */
export function feedOfOffers(offers: readonly NamedOffer[]): string {
  const used = Object.entries(columns).filter(
    ([name, read]) => always.includes(name) || offers.some((offer) => read(offer) !== ''),
  );
  const lines = offers.map((offer) => used.map(([, read]) => quoted(read(offer))).join(','));
  return `${[used.map(([name]) => name).join(','), ...lines].join('\n')}\n`;
}

/** Writes changed terms of a merchant as a feed of shops. */
export function feedOfTerms(
  { imported_name: name, country }: Shop,
  { shipping, returnPayer, returnCost, returnDays }: Omit<Request<'merchantTerms'>, 'credential'>,
): string {
  const cost = returnCost === '' && returnPayer === 'buyer' ? emptied : returnCost;
  const row = { name, country, shipping, return_payer: returnPayer, return_cost: cost, return_days: returnDays };
  return `${Object.keys(row).join(',')}\n${Object.values(row).map(quoted).join(',')}\n`;
}
