import { columnKey, columnsOf, type ImportKind, requiredColumns, requiredOfPartial } from './columns.js';
import words from './data/words.json' with { type: 'json' };
import { FeedError } from './import-errors.js';
import type { Mapping } from './mapping.js';

const moneyColumns: ReadonlySet<string> = new Set(['price', 'sale_price', 'surcharge', 'deposit', 'lowest30']);
/** Characters of a name that may contain a currency. */
const longestMoneyName = 80;
const euros: ReadonlySet<string> = new Set(words.currencies.euros.split('|'));
const others: ReadonlySet<string> = new Set(words.currencies.others.split('|'));

/** The English name that Google's help adds in brackets, as in `Preis [price]`; empty = none. */
const nameInBrackets = (name: string): string => /\[([\w ]+)\]\s*$/.exec(name)?.[1] ?? '';

/** Splits `Preis [EUR]`, `price (EUR)`, `Prix en €` or `price_eur` into name and currency; null = no currency. */
function inCurrency(column: string): { name: string; currency: string } | null {
  if (column.length > longestMoneyName) return null;
  const match = /^(.*?)[\s_[(-]*((?<![\p{L}\d])\p{L}{3,5}|[€$£])\s*[\])]?\s*$/u.exec(column);
  const currency = match?.[2]?.toUpperCase() ?? '';
  if (!euros.has(currency) && !others.has(currency)) return null;
  return { name: (match?.[1] ?? '').replace(/[\s_[(-]+(?:in|en|a|à)$/i, ''), currency };
}

/**
 * Returns our names for the columns of a header. If the mapping lists several columns for a name, they are `name`,
 * `name#2` … in its order.
 * @param isPartial whether rows have some values of known offers
 * @throws FeedError for a missing or repeated column, and for money in another currency
 */
export function nameColumns(
  file: string,
  kind: ImportKind,
  mapping: Mapping,
  header: readonly string[],
  isPartial = false,
): (string | null)[] {
  const known = new Map<string, string>();
  for (const { name, also, otherwise } of columnsOf[kind]) {
    for (const spelling of [name, ...also]) known.set(columnKey(spelling), name);
    for (const spelling of otherwise) known.set(columnKey(spelling), alternative(name, 1));
  }
  const mapped = new Map<string, string>();
  for (const [name, theirs] of Object.entries(mapping.columns)) {
    const list = typeof theirs === 'string' ? [theirs] : theirs;
    for (const [index, column] of list.entries()) mapped.set(columnKey(column), alternative(name, index));
  }
  const own = new Set(Object.keys(mapping.columns));
  /** Columns of money in other currencies, by our names. */
  const foreign = new Map<string, string>();
  const moneyOf = (column: string): string | null => {
    const money = inCurrency(column);
    const name = money && known.get(columnKey(money.name));
    if (!name || !moneyColumns.has(name)) return null;
    if (euros.has(money.currency)) return name;
    foreign.set(name, column);
    return null;
  };
  const names = header.map((column) => {
    const byMapping = mapped.get(columnKey(column));
    if (byMapping !== undefined) return byMapping;
    const name = known.get(columnKey(column)) ?? known.get(columnKey(nameInBrackets(column))) ?? moneyOf(column);
    return name !== null && own.has(ours(name)) ? null : name;
  });
  // If the list has a key of its own, an ambiguous number is the maker's.
  if (kind === 'offers' && names.includes('key')) {
    const at = names.indexOf(alternative('key', 1));
    if (at >= 0) names[at] = alternative('number', 1);
  }
  const seen = new Set<string>();
  for (const [index, name] of names.entries()) {
    if (name !== null && seen.has(name) && kind !== 'products')
      throw new FeedError(
        `${file}: the column ${name} appears twice in the header ("${header[index]?.slice(0, 60)}").`,
      );
    if (name !== null) seen.add(name);
  }
  const given = new Set([...[...seen].map(ours), ...Object.keys(mapping.constants)]);
  for (const [name, column] of foreign)
    if (!given.has(name))
      throw new FeedError(`${file}: the column "${column.slice(0, 60)}" is not in euros, as prices must be.`);
  const missing = (isPartial ? requiredOfPartial : requiredColumns[kind]).filter(
    (choices) => !choices.some((name) => given.has(name)),
  );
  if (missing.length > 0) {
    const wanted = missing.map((choices) => choices.join(' or ')).join(', ');
    throw new FeedError(`${file}: the header lacks ${wanted}; found "${header.join(' | ').slice(0, 200)}".`);
  }
  return names;
}

const ours = (name: string): string => name.split('#', 1)[0] ?? name;
const alternative = (name: string, index: number): string => (index === 0 ? name : `${name}#${index + 1}`);

/** Fills empty columns from their alternatives. */
export function foldAlternatives(fields: Record<string, string>): void {
  for (const name of Object.keys(fields).sort()) {
    if (ours(name) === name) continue;
    fields[ours(name)] ??= fields[name] as string;
    delete fields[name];
  }
}
