import { languages } from '../../../contract/languages.js';
import written from './data/columns.json' with { type: 'json' };

/** What can be imported. */
export type ImportKind = keyof typeof written.kinds;
export const importKinds = Object.keys(written.kinds) as ImportKind[];
/** Names for offers of which a file has some values only, as `--mode partial`. */
const partialKinds = ['prices', 'stock'] as const;
/** What an operator may call the content of a file. */
export const namedKinds = [...importKinds, ...partialKinds] as const;

/** The kind that an operator's word stands for. */
export const kindNamed = (name: (typeof namedKinds)[number]): { kind: ImportKind; isPartial: boolean } => {
  const kind = importKinds.find((known) => known === name);
  return kind ? { kind, isPartial: false } : { kind: 'offers', isPartial: true };
};

/** A column by the names that files may give it. */
export interface Column {
  readonly name: string;
  /** Other spellings; compared without case, spaces, `_` and `-`. */
  readonly also: readonly string[];
  /** Spellings of a column that stands in for this one where it is empty or missing. */
  readonly otherwise: readonly string[];
}

/** Names of the shop's own number in a list of offers, and of the maker's number in all other lists. */
const articleNumbers = ['artikelnummer', 'référence', 'referencia', 'codice articolo', 'artikelcode'];
const common: Readonly<Record<string, string>> = written.common;

/**
 * A kind's columns from `data/columns.json`. A name with `*` is one column for each language. Spellings have `|`
 * between them; null stands for those that a column of that name has in most kinds.
 */
function columnsIn(kind: ImportKind): Column[] {
  const columns: Readonly<Record<string, string | null>> = written.kinds[kind].columns;
  return Object.entries(columns).flatMap(([name, spellings]) => {
    const also = spellings ?? common[name] ?? '';
    const otherwise = name === (kind === 'offers' ? 'key' : 'number') ? articleNumbers : [];
    const column = (own: string, spelled: string): Column => ({
      name: own,
      also: spelled === '' ? [] : spelled.split('|'),
      otherwise,
    });
    if (!name.includes('*')) return [column(name, also)];
    return languages.map((language) => column(name.replace('*', language), also.replaceAll('*', language)));
  });
}

const byKind = <Value>(made: (kind: ImportKind) => Value) =>
  Object.fromEntries(importKinds.map((kind) => [kind, made(kind)])) as Readonly<Record<ImportKind, Value>>;
const choicesIn = (groups: readonly string[]): string[][] => groups.map((group) => group.split('|'));

/** Columns of each kind of table; README.md documents their names. */
export const columnsOf = byKind(columnsIn);
/** Columns that a table must have; one of each inner list. */
export const requiredColumns = byKind((kind) => choicesIn(written.kinds[kind].required));
/** Columns that a table must have whose rows have some values of known offers. */
export const requiredOfPartial = choicesIn(written.partialRequired);

/** One spelling for the names of columns. */
export const columnKey = (name: string): string =>
  name
    .normalize('NFC')
    .toLowerCase()
    .replace(/^g:/, '')
    .replace(/[\s_-]+/g, '');
