import { join } from 'node:path';
import { inLanguages, type Language, languages } from '../contract/languages.js';
import { slugOf } from '../marketplace/catalogue/slugs.js';
import { readTable } from '../marketplace/program/data-table.js';
import { type LeafAttributes, readLeafAttributes } from './attributes/leaf-attributes.js';
import { readVarieties, type Variety } from './attributes/varieties.js';
import { type Item, readItems } from './items.js';
import type { SeededRandom } from './seeded-random.js';
import { adviceFor, mustBeSaid } from './texts/advice.js';
import { filled, texts } from './texts/texts.js';

/** Which engines need the part. */
const categoryFuels = ['any', 'combustion', 'petrol', 'diesel', 'electric'] as const;
export type CategoryFuel = (typeof categoryFuels)[number];
/** How a car needs it: once, per axle, per side, or at each wheel. */
const counts = ['one', 'axle', 'side', 'axleside'] as const;

export interface Category {
  readonly id: number;
  readonly parent: Category | null;
  readonly root: Category | null;
  readonly level: number;
  readonly children: Category[];
  readonly leafNumber: number | null;
  readonly universal: boolean;
  readonly kind: string;
  readonly popularity: number;
  /** Median price in cents. */
  readonly price: number;
  readonly fuel: CategoryFuel;
  readonly perCar: (typeof counts)[number];
  /** First and last year of cars that need the part. */
  readonly builtFrom: number | null;
  readonly builtUntil: number | null;
  readonly attributes: LeafAttributes;
  /** How goods that belong to no vehicle are sold; null for one plain way. */
  readonly varieties: readonly Variety[] | null;
  /** One unit, where the title is a plural. */
  readonly item: Item | null;
  readonly position: number;
  readonly title: Readonly<Record<Language, string>>;
  /** How many pieces a job takes, and what one is called. */
  readonly piece: Piece;
}

/** Pieces of a leaf as they are bought and named. */
interface Piece {
  readonly usual: number;
  /** The car's cylinders say how many, where they are known. */
  readonly perCylinder: boolean;
  /** Pieces in the packs of some brands; 1 = all sell single pieces. */
  readonly pack: number;
  /** Leaves without whose parts the job is not done. */
  readonly needs: readonly number[];
  /** For a set, the leaves whose parts are in it, and how many pieces. */
  readonly setOf: readonly (readonly [leaf: number, pieces: number])[];
  readonly title: Readonly<Record<Language, string>>;
}

/** Reads the category tree from a folder of tables; parents stand before their children. */
export function readCategories(tables: string): Category[] {
  const varieties = readVarieties(join(tables, 'varieties.tsv'));
  const items = readItems(join(tables, 'items.tsv'));
  const pieces = readPieces(join(tables, 'pieces.tsv'));
  const byId = new Map<number, Category>();
  const columns = [
    'id',
    'parent',
    'leafNumber',
    'universal',
    'kind',
    'popularity',
    'price',
    'fuel',
    'perCar',
    'builtFrom',
    'builtUntil',
    'attributes',
    ...languages,
  ];
  for (const row of readTable(join(tables, 'categories.tsv'), columns)) {
    const id = row.requiredNumber('id', 2, 1e9);
    if (byId.has(id)) throw row.error('id', 'an id used once');
    const parentId = row.number('parent', 2, 1e9);
    const parent = parentId === null ? null : byId.get(parentId);
    if (parent === undefined) throw row.error('parent', 'the id of a category above this line');
    const leafNumber = row.number('leafNumber', 1, 1e9);
    const title = inLanguages((language) => row.required(language));
    const category: Category = {
      id,
      parent,
      root: parent ? (parent.root ?? parent) : null,
      level: parent ? parent.level + 1 : 1,
      children: [],
      leafNumber,
      universal: row.text('universal') === '1',
      kind: row.required('kind'),
      popularity: row.requiredNumber('popularity', 0, 10_000),
      price: row.number('price', 0, 1e7) ?? 0,
      fuel: row.oneOf('fuel', categoryFuels),
      perCar: leafNumber === null ? 'one' : row.oneOf('perCar', counts),
      builtFrom: row.number('builtFrom', 1900, 2100),
      builtUntil: row.number('builtUntil', 1900, 2100),
      attributes: readLeafAttributes(row),
      varieties: varieties.get(id) ?? null,
      item: items.get(id) ?? null,
      position: byId.size + 1,
      title,
      piece: pieces.get(id) ?? onePiece(title),
    };
    parent?.children.push(category);
    byId.set(id, category);
  }
  return [...byId.values()];
}

/** A part that is bought alone and has no other name than its category. */
export const onePiece = (title: Category['title']): Piece => ({
  ...{ usual: 1, perCylinder: false, pack: 1, needs: [], setOf: [] },
  title,
});

/** Leaves of which several pieces are bought, or whose name is a plural. */
function readPieces(file: string): ReadonlyMap<number, Piece> {
  const pieces = new Map<number, Piece>();
  for (const row of readTable(file, ['leaf', 'usual', 'perCylinder', 'packs', 'needs', 'setOf', ...languages]))
    pieces.set(row.requiredNumber('leaf', 2, 1e9), {
      usual: row.requiredNumber('usual', 1, 99),
      perCylinder: row.text('perCylinder') === '1',
      pack: row.number('packs', 2, 99) ?? 1,
      needs: row.text('needs').split(' ').filter(Boolean).map(Number),
      setOf: [...row.text('setOf').matchAll(/(\d+)=(\d+)/g)].map(([, leaf, count]) => [Number(leaf), Number(count)]),
      title: inLanguages((language) => row.required(language)),
    });
  return pieces;
}

export interface CategoryText {
  readonly title: string;
  readonly slug: string;
  readonly seoText: string;
  readonly description: string;
}

/** Whether no leaf of a group asks for a vehicle, so that none may be promised to be chosen by one. */
const holdsUniversal = ({ universal, children }: Category): boolean =>
  children.length === 0 ? universal : children.every(holdsUniversal);

/** Title, slug and natural sentences of a category in one language. */
export function categoryText(category: Category, language: Language, dice: SeededRandom): CategoryText {
  const title = category.title[language];
  const words = texts[language].categories;
  const slug = slugOf(title, language);
  if (category.leafNumber !== null) {
    const seo = category.universal ? words.universalSeo : dice.pick(words.leafSeo, category.id);
    const start = category.universal ? words.universal : dice.pick(words.leaf, category.id, 'text');
    const advice = adviceFor(category.kind, category.id, (category.root ?? category).id, language);
    return {
      title,
      slug,
      seoText: mustBeSaid(category.id) ? `${filled(seo, { title })} ${advice}` : filled(seo, { title }),
      description: `${filled(start, { title })} ${advice}`,
    };
  }
  const popular = [...category.children].sort((a, b) => b.popularity - a.popularity || a.position - b.position);
  const names = popular.slice(0, 5).map((child) => child.title[language]);
  const list = names.length > 0 ? new Intl.ListFormat(language).format(names) : title;
  const isUniversal = holdsUniversal(category);
  const seoText = names[1]
    ? filled(isUniversal ? words.universalParentSeo : words.parentSeo, {
        title,
        first: names[0] ?? title,
        second: names[1],
      })
    : filled(words.leafSeo[0] ?? '', { title });
  const parent = isUniversal ? words.universalParent : dice.pick(words.parent, category.id);
  return {
    title,
    slug,
    seoText,
    description: `${filled(parent, { title, children: list })} ${adviceFor(category.kind, category.id, (category.root ?? category).id, language)}`,
  };
}
