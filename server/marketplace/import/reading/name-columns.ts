import { previewLimits } from '../../../contract/file-preview.js';
import type { UnreadColumn } from '../../../contract/problem.js';
import { columnKey, columnsOf, type ImportKind, requiredColumns, requiredOfPartial } from './columns.js';
import { HeaderError } from './import-errors.js';
import type { Mapping } from './mapping.js';
import { priceName } from './price-names.js';
import { unreadColumns } from './unread-columns.js';

/** Columns of amounts in euros. */
export const moneyColumns: ReadonlySet<string> = new Set(['price', 'sale_price', 'surcharge', 'deposit', 'lowest30']);

/** The English name that Google's help and others add in brackets, as in `Preis [price]`; empty = none. */
const nameInBrackets = (name: string): string => /\[([\w /]+)\]\s*$/.exec(name)?.[1] ?? '';

/** Names of a kind's columns by their spellings. */
export function knownSpellings(kind: ImportKind): Map<string, { readonly name: string; readonly rank: number }> {
  const known = new Map<string, { readonly name: string; readonly rank: number }>();
  const add = (spelling: string, name: string, rank: number): void => {
    const key = columnKey(spelling);
    if (!known.has(key)) known.set(key, { name, rank });
  };
  const columns = columnsOf[kind];
  for (const { name } of columns) add(name, name, 0);
  for (const { name, also } of columns) for (const [rank, spelling] of also.entries()) add(spelling, name, rank + 1);
  for (const { name, otherwise } of columns)
    for (const [rank, spelling] of otherwise.entries()) add(spelling, alternative(name, 1), rank);
  return known;
}

export interface NamedColumns {
  /** Our names in the order of the header; null = the column is not read. */
  readonly names: (string | null)[];
  readonly unread: readonly UnreadColumn[];
}

/**
 * Returns our names for the columns of a header. If the mapping lists several columns for a name, they are `name`,
 * `name#2` … in its order. Of two spellings of one name the more specific one is read. A net price is never read.
 * @param isPartial whether rows have some values of known offers
 * @throws HeaderError for a missing or repeated column, and for money in another currency
 */
export function nameColumns(
  file: string,
  kind: ImportKind,
  mapping: Mapping,
  header: readonly string[],
  isPartial = false,
): NamedColumns {
  const known = knownSpellings(kind);
  const mapped = new Map<string, string>();
  for (const [name, theirs] of Object.entries(mapping.columns)) {
    const list = typeof theirs === 'string' ? [theirs] : theirs;
    for (const [index, column] of list.entries()) mapped.set(columnKey(column), alternative(name, index));
  }
  const keys = header.map((column) => columnKey(column.slice(0, previewLimits.header)));
  /** Meanings that the merchant has chosen for columns of this header. */
  const chosen = new Map(
    (mapping.headers ?? []).flatMap(({ header: column, meaning }) => {
      const key = columnKey(column);
      return key !== '' && keys.includes(key) ? [[key, meaning] as const] : [];
    }),
  );
  const own = new Set<string | null>([...Object.keys(mapping.columns), ...chosen.values()]);
  /** Columns of money in other currencies, by our names. */
  const foreign = new Map<string, string>();
  const find = (column: string) => {
    const found = known.get(columnKey(column)) ?? known.get(columnKey(nameInBrackets(column)));
    if (found && !moneyColumns.has(found.name)) return found;
    const money = found ?? known.get(columnKey(priceName(column).name));
    return money && moneyColumns.has(money.name) && isGross(column, money.name) ? money : null;
  };
  const isGross = (column: string, name: string): boolean => {
    const { isNet, currency } = priceName(column);
    if (!isNet && currency === 'other') foreign.set(name, column);
    return !isNet && currency !== 'other';
  };
  const ranks: number[] = [];
  const names = header.map((column, at) => {
    const byMapping = mapped.get(columnKey(column));
    if (byMapping !== undefined) return byMapping;
    const meaning = chosen.get(keys[at] ?? '');
    if (meaning === null) return null;
    if (meaning !== undefined && !(meaning in mapping.columns))
      return moneyColumns.has(meaning) && !isGross(column, meaning) ? null : meaning;
    const found = find(column);
    // Beside a price that names its tax or the consumer, another may be net.
    ranks[at] = moneyColumns.has(found?.name ?? '') ? Number(!priceName(column).isGross) : (found?.rank ?? 0);
    return found && !own.has(ours(found.name)) ? found.name : null;
  });
  // If the list has a key of its own, an ambiguous number is the maker's.
  if (kind === 'offers' && names.includes('key'))
    for (const [at, name] of names.entries())
      if (name === alternative('key', 1) && at in ranks)
        names[at] = names.includes('number') ? null : alternative('number', 1);
  const rankOf = (at: number): number => ranks[at] ?? 0;
  const seen = new Map<string, number>();
  for (const at of [...names.keys()].sort((one, other) => rankOf(one) - rankOf(other))) {
    const name = names[at] ?? null;
    if (name === null) continue;
    const before = seen.get(name);
    if (before === undefined) seen.set(name, at);
    else if (kind !== 'products' && rankOf(before) === rankOf(at))
      throw new HeaderError(
        `${file}: the column ${name} appears twice in the header ("${header[before]?.slice(0, 60)}" and "${header[at]?.slice(0, 60)}").`,
        names,
      );
    else names[at] = kind === 'products' ? alternative(name, 1) : null;
  }
  const given = new Set([...[...seen.keys()].map(ours), ...Object.keys(mapping.constants)]);
  for (const [name, column] of foreign)
    if (!given.has(name))
      throw new HeaderError(`${file}: the column "${column.slice(0, 60)}" is not in euros, as prices must be.`, names);
  const isUnread = (name: string, at: number): boolean => name !== '' && names[at] === null;
  const unread = unreadColumns(kind, header.filter(isUnread), given);
  const missing = (isPartial ? requiredOfPartial : requiredColumns[kind]).filter(
    (choices) => !choices.some((name) => given.has(name)),
  );
  if (missing.length > 0) throw new HeaderError(lackText(file, header, missing, unread), names);
  return { names, unread };
}

/** Says which columns a header lacks, and which of its own are near. */
function lackText(file: string, header: readonly string[], missing: string[][], unread: readonly UnreadColumn[]) {
  const wanted = missing.map((choices) => choices.join(' or ')).join(', ');
  const isMissing = (name: string | null): boolean => missing.some((choices) => choices.includes(name ?? ''));
  const near = unread.filter(({ nearest }) => isMissing(nearest));
  const net = isMissing('price') ? unread.filter(({ isNet }) => isNet) : [];
  return [
    `${file}: the header lacks ${wanted}; found "${header.join(' | ').slice(0, 200)}".`,
    ...near.map(({ column, nearest }) => `"${column}" resembles ${nearest}; a mapping can say so.`),
    ...net.map(({ column }) => `"${column}" is a net price, and the shop needs prices with value-added tax.`),
  ].join(' ');
}

/** Returns our name without the number of an alternative. */
export const ours = (name: string): string => name.split('#', 1)[0] ?? name;
const alternative = (name: string, index: number): string => (index === 0 ? name : `${name}#${index + 1}`);

/** Fills empty columns from their alternatives. */
export function foldAlternatives(fields: Record<string, string>): void {
  for (const name of Object.keys(fields).sort()) {
    if (ours(name) === name) continue;
    fields[ours(name)] ??= fields[name] as string;
    delete fields[name];
  }
}
