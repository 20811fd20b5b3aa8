import { parseTime } from './times.js';

/** Times as written; empty = open. Of a day without an hour `to` is the end. */
export interface Span {
  readonly from: string;
  readonly to: string;
}
export const always: Span = { from: '', to: '' };

/**
 * A price of an article, as written: `from` is its LOWER_BOUND, `factor` its PRICE_FACTOR, `unit` its
 * PRICE_UNIT_FACTOR.
 */
export interface Price {
  readonly type: string;
  amount: string;
  currency: string;
  tax: string;
  factor: string;
  unit: string;
  from: number;
  readonly territories: string[];
  /** From when and until when it is good; of all prices of one PRICE_DETAILS. */
  span: Span;
}

export const newPrice = (type: string, currency: string): Price => ({
  type,
  amount: '',
  currency,
  tax: '',
  factor: '1',
  unit: '1',
  from: 1,
  territories: [],
  span: always,
});

export function readPrice(price: Price, name: string, text: string): void {
  if (name === 'PRICE_AMOUNT') price.amount = text;
  else if (name === 'PRICE_CURRENCY') price.currency = text;
  else if (name === 'TAX') price.tax = text;
  else if (name === 'PRICE_FACTOR') price.factor = text;
  else if (name === 'PRICE_UNIT_FACTOR') price.unit = text;
  else if (name === 'LOWER_BOUND') price.from = Number(text);
  else if (name === 'TERRITORY') price.territories.push(text.toUpperCase());
}

/** Prices with tax before those without, as far as the type tells; the shop's own customers before a list. */
const types = ['gros', 'nrp', 'net_customer', 'net'];
const rankOf = ({ type }: Price): number => {
  const rank = types.findIndex((start) => type.startsWith(start));
  return rank === -1 ? types.length : rank;
};

/** Whether a price is good at a time; one with unreadable times comes last, so that the report names it. */
function isGood({ span: { from, to } }: Price, now: number): boolean {
  const begins = from === '' ? Number.NEGATIVE_INFINITY : parseTime(from);
  const ends = to === '' ? Number.POSITIVE_INFINITY : parseTime(to, true);
  return begins !== null && ends !== null && begins <= now && now <= ends;
}

const lacksTax = ({ type, tax }: Price): boolean => type.startsWith('net') && tax === '';
const isUsable = (price: Price): boolean => price.currency.toUpperCase() === 'EUR' && !lacksTax(price);

/** A price of one piece, as text for `parseMoney` (`12.50 EUR`), and the times between which it is good. */
export interface PriceOfOne {
  readonly price: string;
  readonly span: Span;
}

/**
 * What one piece costs in a country, with tax. Of the prices for one piece that are good in that country, or
 * everywhere, those in euros whose tax is known count first, even if they have ended: no other price may replace them.
 * Then those that are good now, then those for the country, then by type. The amount times its factor, with tax,
 * divided by the number of pieces it is for, becomes whole cents, a half upwards.
 * @param quantity PRICE_QUANTITY, the number of pieces that prices are for
 * @param country of the shop; null = not known, so that only prices without a territory count
 * @param now milliseconds since 1970
 * @returns undefined where there is no price. A price of another country, without its tax, or that cannot be computed
 * is a text that is no amount, so that the report has it
 */
export function priceOfOne(
  prices: readonly Price[],
  quantity: string,
  country: string | null,
  now: number,
): PriceOfOne | undefined {
  const single = prices.filter(({ from, amount }) => !(from > 1) && amount !== '');
  const isOwn = ({ territories }: Price): boolean => country !== null && territories.includes(country);
  const rank = (price: Price): number =>
    (isUsable(price) ? 0 : 40) + (isGood(price, now) ? 0 : 20) + (isOwn(price) ? 0 : 10) + rankOf(price);
  const [chosen] = single
    .filter((price) => price.territories.length === 0 || isOwn(price))
    .sort((a, b) => rank(a) - rank(b));
  if (chosen) return { price: grossOfOne(chosen, quantity), span: chosen.span };
  const elsewhere = single.flatMap(({ territories }) => territories);
  return elsewhere.length === 0 ? undefined : { price: `only for ${elsewhere.join(', ')}`, span: always };
}

/** A net price without a tax rate is not a usable price. */
function grossOfOne(of: Price, quantity: string): string {
  const { type, amount, currency, tax, factor, unit } = of;
  if (lacksTax(of)) return `net ${amount}`;
  const isNet = type.startsWith('net');
  const written = [amount, factor, quantity, isNet ? tax : '0'].map(decimalOf);
  const [price, times, pieces, rate] = written as [Decimal, Decimal, Decimal, Decimal];
  if (written.includes(null) || pieces.digits === 0n || unit !== '1')
    return `${amount} x ${factor} for ${quantity} in units of ${unit}, tax ${tax}`;
  // 0.19 and 19 are the same rate.
  const one = 10n ** BigInt(rate.digits > 10n ** BigInt(rate.scale) ? rate.scale + 2 : rate.scale);
  const above = price.digits * times.digits * (one + rate.digits) * 100n * 10n ** BigInt(pieces.scale);
  const below = 10n ** BigInt(price.scale + times.scale) * one * pieces.digits;
  const cents = (2n * above + below) / (2n * below);
  return `${cents / 100n}.${String(cents % 100n).padStart(2, '0')} ${currency}`;
}

interface Decimal {
  readonly digits: bigint;
  /** Digits behind the point. */
  readonly scale: number;
}

/** A number exactly as written; a comma counts as the point where it cannot be a separator of thousands. */
function decimalOf(text: string): Decimal | null {
  const match = /^(\d{1,12})(?:\.(\d{0,12})|,(\d{1,2}))?$/.exec(text);
  if (!match) return null;
  const fraction = match[2] ?? match[3] ?? '';
  return { digits: BigInt(`${match[1]}${fraction}`), scale: fraction.length };
}
