import { languages } from '../../../contract/languages.js';
import written from './data/columns.json' with { type: 'json' };

export type ImportKind = keyof typeof written.kinds;
export const importKinds = Object.keys(written.kinds) as ImportKind[];
/** Names for offers with some values only, as `--mode partial`. */
const partialKinds = ['prices', 'stock'] as const;
export const namedKinds = [...importKinds, ...partialKinds] as const;

export const kindNamed = (name: (typeof namedKinds)[number]): { kind: ImportKind; isPartial: boolean } => {
  const kind = importKinds.find((known) => known === name);
  return kind ? { kind, isPartial: false } : { kind: 'offers', isPartial: true };
};

export interface Column {
  readonly name: string;
  /** Other spellings; case, spaces, `_` and `-` do not count. */
  readonly also: readonly string[];
  /** Spellings of a column that replaces this one if it is empty or missing. */
  readonly otherwise: readonly string[];
}

/** In a list of offers the shop's own number, in all other lists the maker's. */
const articleNumbers = ['artikelnummer', 'référence', 'referencia', 'codice articolo', 'artikelcode'];
const common: Readonly<Record<string, string>> = written.common;

/**
 * Reads a kind's columns from `data/columns.json`. A name with `*` is one column per language. `|` separates spellings;
 * null = the common spellings of that name.
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

/** README.md documents their names. */
export const columnsOf = byKind(columnsIn);
/** Columns that a table must have; one of each inner list is enough. */
export const requiredColumns = byKind((kind) => choicesIn(written.kinds[kind].required));
/** Required columns of partial offers. */
export const requiredOfPartial = choicesIn(written.partialRequired);

/** Normalises the name of a column. */
export const columnKey = (name: string): string =>
  name
    .normalize('NFC')
    .toLowerCase()
    .replace(/^g:/, '')
    .replace(/[\s_-]+/g, '');
