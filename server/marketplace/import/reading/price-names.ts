import words from './data/words.json' with { type: 'json' };

/** Characters of a name that may be a price's. */
const longestName = 80;
const phrasesOf = (list: string): string[] =>
  list
    .split('|')
    .map((phrase) => ` ${phrase} `)
    // "excl vat" before "excl", so that no word remains.
    .sort((one, other) => other.length - one.length);
const gross = phrasesOf(words.prices.gross);
const net = phrasesOf(words.prices.net);
const retail = phrasesOf(words.prices.retail);
const euros: ReadonlySet<string> = new Set(words.currencies.euros.toLowerCase().split('|'));
const others: ReadonlySet<string> = new Set(words.currencies.others.toLowerCase().split('|'));
const before: ReadonlySet<string> = new Set(words.prices.before.split('|'));

/** The name of a column of money without the words for tax and currency. */
export interface PriceName {
  readonly name: string;
  /** The price has no value-added tax, so a consumer would pay more. */
  readonly isNet: boolean;
  /** The name says that buyers pay this price. */
  readonly isGross: boolean;
  /** Null = the name has no currency. */
  readonly currency: 'euro' | 'other' | null;
}

/** Splits `Preis (brutto) [EUR]`, `Prix HT en €`, `VKNetto` or `price_eur`. */
export function priceName(column: string): PriceName {
  const nothing = { name: column, isNet: false, isGross: false, currency: null };
  if (column.length > longestName) return nothing;
  let text = ` ${column
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/\b([a-z])\.(?=[a-z]\b)/g, '$1')
    .replace(/[€$£]|brutto|netto|notax/g, ' $& ')
    .replace(/[^\p{L}\p{N}€$£]+/gu, ' ')
    .trim()} `;
  const without = (phrases: readonly string[]): boolean => {
    const found = phrases.filter((phrase) => text.includes(phrase));
    for (const phrase of found) text = text.replace(phrase, ' ');
    return found.length > 0;
  };
  const isNet = without(net);
  const isGross = without(gross) || retail.some((phrase) => text.includes(phrase));
  const left = text.trim().split(' ');
  const last = left.at(-1) ?? '';
  const currency = euros.has(last) ? 'euro' : others.has(last) ? 'other' : null;
  if (currency !== null) left.pop();
  if (currency !== null && before.has(left.at(-1) ?? '')) left.pop();
  return { name: left.join(' '), isNet, isGross, currency };
}
