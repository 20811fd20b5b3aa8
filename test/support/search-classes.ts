import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { decodeFilters } from '../../server/contract/filters.js';
import { type Language, languages } from '../../server/contract/languages.js';
import type { Request, Wire } from '../../server/contract/operations/handler-types.js';
import { operations } from '../../server/contract/operations/operations.js';
import { decodeColumn } from '../../server/marketplace/catalogue-file/leaf-format.js';
import type { Generation } from '../../server/marketplace/generation/generation.js';
import { findFullText } from '../../server/marketplace/search/full-text.js';
import { root } from './catalogue.js';
import { localeOf } from './search-queries.js';

export type Found = Wire<'fullText'>;
/** A question of a class with a check of its answer. */
export interface Question {
  readonly language: Language;
  readonly query: string;
  /** The visitor's own car. */
  readonly modelId?: string | undefined;
  isRight(found: Found): boolean;
}

/** Searches a term in the edition of a language. */
export const ask = (generation: Generation, language: Language, term: string, more: object = {}): Promise<Found> => {
  const query = operations.fullText.query.parse({ locale: localeOf(language), ...more });
  return findFullText(generation, { term, ...query } as Request<'fullText'>, () => undefined);
};

/** Returns an even sample of about the wanted size. */
export function some<Item>(all: readonly Item[], wanted: number): Item[] {
  const step = Math.max(1, all.length / wanted);
  return Array.from({ length: Math.min(wanted, all.length) }, (_, index) => all[Math.floor(index * step)] as Item);
}

const looked = 3;
export const hits = ({ products, universalProducts }: Found) => [
  ...products.slice(0, looked),
  ...universalProducts.slice(0, looked),
];
const categories = ({ vehicleSpecific, specific, universal }: Found) =>
  [vehicleSpecific, specific, universal].flatMap((group) => group.slice(0, looked));
export const hasCategory =
  (id: number) =>
  (found: Found): boolean =>
    categories(found).some((each) => each.id === String(id));
/** Whether the words became this filter, and it has results. */
const isFiltered =
  (key: string, test: (value: string) => boolean) =>
  (found: Found): boolean => {
    const chosen = decodeFilters(found.reading.f || 'W10') ?? [];
    return chosen.some((each) => each.key === key && each.values.some(test)) && hits(found).length > 0;
  };

interface Row {
  readonly category_id: number;
  readonly key: string;
  readonly data: Uint8Array;
}

async function columns(generation: Generation): Promise<Row[]> {
  return generation.db
    .selectFrom('leaf_column')
    .select(['category_id', 'key', 'data'])
    .where('key', '!=', 'id')
    .orderBy('category_id')
    .execute();
}

const spoken: Readonly<Record<string, readonly string[]>> = {
  mm: ['mm', ' mm'],
  l: ['l', ' l'],
  V: ['v', ' V'],
  W: ['w', ' Watt'],
  Ah: ['ah', ' Ah'],
  A: ['a', ' A'],
  bar: [' bar'],
  kW: ['kw', ' kW'],
  '°C': ['°c'],
};

/** Names of parts with one of their measures, with or without a space, with a point or a comma. */
export async function measures(generation: Generation): Promise<Question[]> {
  const questions: Question[] = [];
  const all = await columns(generation);
  for (const [index, { category_id, data }] of all.entries()) {
    const leaf = generation.categories.all.get(category_id);
    if (!leaf) continue;
    const values = decodeColumn(data).values.filter(
      ([value, unit]) => unit !== null && unit in spoken && /^\d+(\.\d+)?$/.test(value),
    );
    for (const [at, [value, unit]] of some(values, 2).entries()) {
      const language = languages[(index + at) % languages.length] as Language;
      const units = spoken[unit ?? ''] ?? [''];
      const written = at % 2 === 0 ? value.replace('.', ',') : value;
      const query = `${leaf.texts[language].title} ${written}${units[(index + at) % units.length]}`;
      // The same number may also be another attribute of the part.
      const isOf = (found: Found) =>
        (decodeFilters(found.reading.f || 'W10') ?? []).some((each) =>
          each.values.some((one) => one.startsWith(value)),
        );
      questions.push({
        language,
        query,
        isRight: (found) => hasCategory(leaf.id)(found) && isOf(found) && hits(found).length > 0,
      });
    }
  }
  return questions;
}

const sides: Readonly<Record<Language, Readonly<Record<string, readonly string[]>>>> = {
  de: { front: ['vorne', 'Vorderachse'], rear: ['hinten', 'Hinterachse'], left: ['links'], right: ['rechts'] },
  fr: { front: ['avant', 'essieu avant'], rear: ['arrière'], left: ['gauche'], right: ['droite', 'droit'] },
  es: { front: ['delantero', 'delanteras'], rear: ['trasero', 'traseras'], left: ['izquierdo'], right: ['derecho'] },
  it: { front: ['anteriore', 'anteriori'], rear: ['posteriore'], left: ['sinistro', 'sx'], right: ['destro', 'dx'] },
  nl: { front: ['voor', 'vooras'], rear: ['achter', 'achteras'], left: ['links'], right: ['rechts'] },
};

/** Names of parts with a side of the car. */
export async function positions(generation: Generation): Promise<Question[]> {
  const questions: Question[] = [];
  for (const { category_id, key, data } of await columns(generation)) {
    const leaf = generation.categories.all.get(category_id);
    if (key !== 'place' || !leaf) continue;
    const places = new Set(decodeColumn(data).values.flatMap(([place]) => place.split('-')));
    for (const language of languages)
      for (const side of places) {
        const words = sides[language][side] ?? [];
        const word = words[category_id % words.length];
        questions.push({
          language,
          query: `${leaf.texts[language].title} ${word}`,
          isRight: (found) =>
            hasCategory(leaf.id)(found) && isFiltered('place', (place) => place.split('-').includes(side))(found),
        });
      }
  }
  return questions;
}

/** Brands on sale, with a part that they make. */
export async function brands(generation: Generation): Promise<Question[]> {
  const questions: Question[] = [];
  for (const { category_id, key, data } of await columns(generation)) {
    const leaf = generation.categories.all.get(category_id);
    if (key !== 'brand' || !leaf) continue;
    const [id = ''] = decodeColumn(data).values[category_id % 3] ?? decodeColumn(data).values[0] ?? [];
    const brand = generation.brands.get(Number(id));
    const language = languages[category_id % languages.length] as Language;
    const { title } = leaf.texts[language];
    if (!brand) continue;
    questions.push({
      language,
      query: category_id % 2 ? `${brand.name} ${title}` : `${title} ${brand.name.toLowerCase()}`,
      isRight: (found) => hasCategory(leaf.id)(found) && isFiltered('brand', (value) => value === id)(found),
    });
  }
  return questions;
}

/** Titles in another language than the edition's. */
export function otherLanguages(generation: Generation): Question[] {
  const leaves = [...generation.categories.leaves].sort((a, b) => b.popularity - a.popularity).slice(0, 110);
  return leaves.flatMap((leaf, index) => {
    const language = languages[index % languages.length] as Language;
    const other = languages[(index + 1 + (index % 4)) % languages.length] as Language;
    return [{ language, query: leaf.texts[other].title, isRight: hasCategory(leaf.id) }];
  });
}

/** Exact names of the most popular leaves, which must lead to their leaf. */
export function names(generation: Generation): Question[] {
  const leaves = [...generation.categories.leaves].sort((a, b) => b.popularity - a.popularity).slice(0, 110);
  return leaves.flatMap((leaf) =>
    languages.map((language) => ({
      language,
      query: leaf.texts[language].title.toLowerCase(),
      isRight: (found: Found) => {
        const title = leaf.texts[language].title.toLowerCase();
        const same = generation.categories.leaves.filter((each) => each.texts[language].title.toLowerCase() === title);
        return same.some(({ id }) => found.named?.id === String(id));
      },
    })),
  );
}

/**
 * Questions written by hand. Columns: class, language, words, German titles of which one must be among the first (`-` =
 * no result), and further values that the search must recognise.
 */
export function written(generation: Generation, kind: string): Question[] {
  const rows = readFileSync(join(root, 'test/search-classes.tsv'), 'utf8').trim().split('\n');
  const byTitle = new Map<string, number>();
  for (const each of generation.categories.all.values())
    if (!byTitle.has(each.texts.de.title) || each.is_leaf === 1) byTitle.set(each.texts.de.title, each.id);
  return rows.flatMap((row) => {
    const [own, language, query = '', titles = '', more = ''] = row.split('\t');
    if (own !== kind) return [];
    const ids = titles === '-' ? [] : titles.split('|').map((title) => byTitle.get(title));
    if (ids.some((id) => id === undefined)) throw new Error(`no category is called ${titles}`);
    const isFound = (found: Found) =>
      ids.length > 0 ? ids.some((id) => hasCategory(id as number)(found)) : found.results + found.resultCount === 0;
    const tests = more === '' ? [] : more.split('|').map((test) => understood(generation, test, ids as number[]));
    return [
      {
        language: language as Language,
        query,
        isRight: (found: Found) => isFound(found) && tests.every((test) => test(found)),
      },
    ];
  });
}

/**
 * Further values that the search must recognise: `place=rear`, `brand=Kolbor`, `family=Golf`, `car=Golf VII`,
 * `engines=5`, `named`, `absent`. Notes: `unsold=Bosch`, `missing=80 ah`, `unknown=blau`, `none` = no note.
 * `first=Motoröl` = the first of the cheapest.
 */
function understood(generation: Generation, test: string, ids: readonly number[]): (found: Found) => boolean {
  const [key = '', value = ''] = test.split('=');
  if (key === 'named') return ({ named }) => ids.some((id) => named?.id === String(id));
  if (['unsold', 'unknown', 'missing'].includes(key))
    return ({ reading }) => reading.notes.some(({ kind, text }) => kind === key && text === value);
  if (key === 'car') return ({ vehicle }) => vehicle?.seriesPage?.name === value;
  if (key === 'engines')
    return ({ choices, reading }) => choices.length === Number(value) && reading.hasEngine === true;
  if (key === 'none') return ({ reading }) => reading.notes.length === 0;
  if (key === 'first') return ({ reading, specific }) => reading.sort === 'price' && specific[0]?.id === String(ids[0]);
  if (key === 'absent') return ({ absent }) => absent?.category.title === value;
  if (key === 'family')
    return ({ choices }) => choices.length > 0 && choices.every(({ seriesFamily }) => seriesFamily?.name === value);
  const brand = [...generation.brands.values()].find(({ name }) => name === value);
  if (key === 'brand') return isFiltered(key, (each) => each === String(brand?.id));
  return isFiltered(key, (each) => each === value || each.split(/[-\sx]/).includes(value));
}

const grouped = (number: string, sign: string): string => number.replace(/(.{3})(?=.)/g, `$1${sign}`);
/** Brand and number as boxes print them and people copy them. */
const prints: readonly ((brand: string, written: string, norm: string) => string)[] = [
  (brand, written) => `${brand} ${written}`,
  (brand, written) => `${written} ${brand}`,
  (brand, written) => `${brand} ${written.replace(/^([A-Z]+)\s?/, '$1 ')}`,
  (brand, written) => `${brand} ${written}`.toLowerCase(),
  (brand, _, norm) => `${brand} ${norm}`,
  (brand, _, norm) => `${norm} ${brand.toUpperCase()}`,
  (brand, _, norm) => `${brand} ${grouped(norm, ' ')}`,
  (brand, _, norm) => `${grouped(norm, ' ')} ${brand}`,
  (brand, _, norm) => `${brand} ${grouped(norm, '.')}`,
  (brand, _, norm) => `${brand} ${grouped(norm, '-')}`,
  (brand, _, norm) => `${brand}-${norm}`,
  (brand, _, norm) => `${brand}${norm}`.replace(/\s/g, '').toLowerCase(),
  (brand, _, norm) => `${norm}${brand}`.replace(/\s/g, ''),
];

/** Brands and numbers of 500 articles, each in one of their spellings, with the article that must be first. */
export async function printed(generation: Generation): Promise<{ query: string; id: string }[]> {
  const own = await generation.db
    .selectFrom('product')
    .select(['id', 'norm_number', 'article_number', 'brand_id'])
    .orderBy('id')
    .execute();
  return some(own, 500).map(({ id, norm_number: norm, article_number: written, brand_id }, index) => ({
    query: prints[index % prints.length]?.(generation.brands.get(brand_id)?.name ?? '', written, norm) ?? '',
    id: String(id),
  }));
}

/** Spellings of article and OE numbers: separators, letters for digits, beginnings, ends. */
export async function numbers(generation: Generation): Promise<{ query: string; id: string }[]> {
  const own = await generation.db
    .selectFrom('product')
    .select(['id', 'norm_number', 'article_number', 'ean', 'brand_id'])
    .orderBy('id')
    .execute();
  const original = await generation.db
    .selectFrom('oe_number')
    .select(['product_id as id', 'norm as norm_number', 'number as article_number'])
    .orderBy('product_id')
    .execute();
  const spellings = (
    { norm_number: norm, article_number: written }: { norm_number: string; article_number: string },
    index: number,
  ): string => {
    const grouped = norm.replace(/(.{3})(?=.)/g, `$1${[' ', '.', '-', '/'][index % 4]}`);
    const ways = [
      written,
      written.toLowerCase(),
      grouped,
      norm.replace(/0/g, 'O'),
      norm.replace(/1/g, 'I'),
      `OE ${norm}`,
      norm,
    ];
    return ways[index % ways.length] as string;
  };
  const asked = [...some(own, 900), ...some(original, 900)];
  const all = asked.map((row, index) => ({ query: spellings(row, index), id: String(row.id) }));
  for (const [index, row] of some(own, 100).entries()) {
    const other = own[(index * 37) % own.length];
    if (other) all.push({ query: `${other.article_number.replace(/\s/g, '')} ${row.norm_number}`, id: String(row.id) });
    const tail = row.norm_number.replace(/^[A-Z]+/, '');
    if (tail.length >= 5) all.push({ query: tail, id: String(row.id) });
    if (row.ean) all.push({ query: row.ean, id: String(row.id) }, { query: row.ean.slice(0, 12), id: String(row.id) });
  }
  return all;
}
