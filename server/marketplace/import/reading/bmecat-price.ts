import { parseTime } from './times.js';

/** Times as written; empty = open. A last day without an hour counts in full. */
export interface Span {
  readonly from: string;
  readonly to: string;
}
export const always: Span = { from: '', to: '' };

/** A price as written. `from` is LOWER_BOUND, `factor` PRICE_FACTOR, `unit` PRICE_UNIT_FACTOR. */
export interface Price {
  readonly type: string;
  readonly amount: string;
  readonly currency: string;
  readonly tax: string;
  readonly factor: string;
  readonly unit: string;
  readonly from: number;
  readonly territories: readonly string[];
  readonly span: Span;
}

/** Types by preference: gross before net, customers' prices before list prices. */
const types = ['gros', 'nrp', 'net_customer', 'net'];
const rankOf = ({ type }: Price): number => {
  const rank = types.findIndex((start) => type.startsWith(start));
  return rank === -1 ? types.length : rank;
};

/** Whether a price is valid at a time. One with unreadable times is not, so it only counts if no other does. */
function isGood({ span: { from, to } }: Price, now: number): boolean {
  const begins = from === '' ? Number.NEGATIVE_INFINITY : parseTime(from);
  const ends = to === '' ? Number.POSITIVE_INFINITY : parseTime(to, true);
  return begins !== null && ends !== null && begins <= now && now <= ends;
}

const lacksTax = ({ type, tax }: Price): boolean => type.startsWith('net') && tax === '';
const isUsable = (price: Price): boolean => price.currency.toUpperCase() === 'EUR' && !lacksTax(price);

/** Price of one piece as text for `parseMoney` (`12.50 EUR`), and when it is valid. */
export interface PriceOfOne {
  readonly price: string;
  readonly span: Span;
}

/**
 * Computes the price of one piece in a country, with tax. Prices of other countries never count. Prices in euros with a
 * known tax precede all others, even if they have ended. Then valid prices precede others, then those for the country,
 * then by type. The sum is amount × factor, plus tax, ÷ quantity, rounded half up to the cent.
 * @param quantity PRICE_QUANTITY, the pieces that a price is for
 * @param country null = not known, so only prices without territory count
 * @param now milliseconds since 1970
 * @returns undefined without a price. An unusable price is a text that is no amount, so that the report shows it
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
  /** Number of decimal places. */
  readonly scale: number;
}

/** Reads a number exactly. A comma is the decimal point unless it could separate thousands. */
function decimalOf(text: string): Decimal | null {
  const match = /^(\d{1,12})(?:\.(\d{0,12})|,(\d{1,2}))?$/.exec(text);
  if (!match) return null;
  const fraction = match[2] ?? match[3] ?? '';
  return { digits: BigInt(`${match[1]}${fraction}`), scale: fraction.length };
}
