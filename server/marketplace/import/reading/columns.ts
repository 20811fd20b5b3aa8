import { languages } from '../../../contract/languages.js';
import written from './data/columns.json' with { type: 'json' };
import usual from './data/usual-headers.json' with { type: 'json' };

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
  /** Other spellings, as {@link columnKey} compares them. The first one in the list takes precedence in a file with two. */
  readonly also: readonly string[];
  /** Spellings of a column that replaces this one if it is empty or missing. */
  readonly otherwise: readonly string[];
}

/** Tables of other systems' headers by language; docs/feed-columns.md has their sources. */
type Tables = { readonly articleNumbers: string } & Readonly<Record<string, Readonly<Record<string, string>>>>;
const tables = Object.values(usual as unknown as Readonly<Record<string, Tables>>);
const split = (spellings: string): string[] => (spellings === '' ? [] : spellings.split('|'));
/** In a list of offers the shop's own number, in all other lists the maker's. */
const articleNumbers = [
  ...['artikelnummer', 'référence', 'referencia', 'codice articolo', 'artikelcode'],
  ...tables.flatMap((table) => split(table.articleNumbers)),
];
const common: Readonly<Record<string, string>> = written.common;

/**
 * Reads a kind's columns from `data/columns.json` and `data/usual-headers.json`. A name with `*` is one column per
 * language. `|` separates spellings; null = the common spellings of that name.
 */
function columnsIn(kind: ImportKind): Column[] {
  const columns: Readonly<Record<string, string | null>> = written.kinds[kind].columns;
  return Object.entries(columns).flatMap(([name, spellings]) => {
    const groups = spellings === null ? ['common', kind] : [kind];
    const also = [
      ...split(spellings ?? common[name] ?? ''),
      ...tables.flatMap((table) => groups.flatMap((group) => split(table[group]?.[name] ?? ''))),
    ];
    const otherwise = name === (kind === 'offers' ? 'key' : 'number') ? articleNumbers : [];
    if (!name.includes('*')) return [{ name, also, otherwise }];
    return languages.map((language) => ({
      name: name.replace('*', language),
      also: also.map((spelling) => spelling.replaceAll('*', language)),
      otherwise,
    }));
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

/**
 * Normalises the name of a column: case, accents, spaces, dots and bracket signs do not count, words in brackets do. A
 * question mark stays, since `Existencias` are pieces and `¿Existencias?` is yes or no.
 */
export const columnKey = (name: string): string =>
  name
    .toLowerCase()
    .replace(/^g:/, '')
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}\p{Sc}%?]+/gu, '');
