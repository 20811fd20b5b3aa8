import { join } from 'node:path';
import { type GoodsKind, goodsKinds } from '../contract/articles.js';
import { inLanguages, type Language, languages } from '../contract/languages.js';
import { slugOf } from '../marketplace/catalogue/slugs.js';
import { type Row, readTable } from '../marketplace/program/data-table.js';
import { type LeafAttributes, readLeafAttributes } from './attributes/leaf-attributes.js';
import { readVarieties, type Variety } from './attributes/varieties.js';
import type { SeededRandom } from './seeded-random.js';
import { filled, texts } from './texts.js';

/** Which engines need the part. */
const categoryFuels = ['any', 'combustion', 'petrol', 'diesel', 'electric'] as const;
/** How often a car needs it: once, on each axle, on each side, or at each wheel. */
const counts = ['one', 'axle', 'side', 'axleside'] as const;
/** Cars take the same part if they have this in common. */
const sharedParts = ['engine', 'chassis', 'body'] as const;
const contents = ['one', 'pair', 'axle', 'set', 'pack'] as const;
type Advice = keyof typeof texts.de.advice;
const advices = Object.keys(texts.de.advice) as Advice[];
type Warning = keyof typeof texts.de.warnings;
const warnings = Object.keys(texts.de.warnings) as Warning[];

type Title = Readonly<Record<Language, string>>;

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
  readonly fuel: (typeof categoryFuels)[number];
  readonly perCar: (typeof counts)[number];
  /** First and last year of cars that need the part. */
  readonly builtFrom: number | null;
  readonly builtUntil: number | null;
  readonly sharedBy: (typeof sharedParts)[number] | null;
  /** Some makers sell remanufactured parts as well. */
  readonly isRebuilt: boolean;
  /** Its goods in the eyes of the law; goods sold by volume or weight are `measured`. */
  readonly goods: readonly GoodsKind[];
  readonly advice: Advice;
  readonly warning: Warning | null;
  readonly attributes: LeafAttributes;
  /** The ways in which universal goods are sold; null for one plain way. */
  readonly varieties: readonly Variety[] | null;
  /** Name of one unit; null if the title is a singular. */
  readonly item: Item | null;
  readonly position: number;
  readonly title: Title;
  readonly piece: Piece;
}

/** One unit of an article whose category has a plural as its title: a price must say what it is for. */
interface Item {
  readonly content: (typeof contents)[number];
  readonly name: Title;
}

/** Pieces that a job takes, and the name of one. */
interface Piece {
  readonly usual: number;
  /** The job takes one piece for each cylinder of the car, where their number is known. */
  readonly perCylinder: boolean;
  /** Pieces in the packs of some brands; 1 = all sell single pieces. */
  readonly pack: number;
  /** Leaves without whose parts the job is not done. */
  readonly needs: readonly number[];
  /** For a set, the leaves whose parts are in it, and how many pieces. */
  readonly setOf: readonly (readonly [leaf: number, pieces: number])[];
  readonly title: Title;
}

const titleIn = (row: Row): Title => inLanguages((language) => row.required(language));

/** Reads the category tree from a folder of tables; parents come before their children. */
export function readCategories(tables: string): Category[] {
  const varieties = readVarieties(join(tables, 'varieties.tsv'));
  const items = readItems(join(tables, 'items.tsv'));
  const pieces = readPieces(join(tables, 'pieces.tsv'));
  const byId = new Map<number, Category>();
  for (const row of readTable(join(tables, 'categories.tsv'), ['id', 'parent', 'leafNumber', 'kind', ...languages])) {
    const id = row.requiredNumber('id', 2, 1e9);
    if (byId.has(id)) throw row.error('id', 'an id used once');
    const parentId = row.number('parent', 2, 1e9);
    const parent = parentId === null ? null : byId.get(parentId);
    if (parent === undefined) throw row.error('parent', 'the id of a category above this line');
    const leafNumber = row.number('leafNumber', 1, 1e9);
    const isUniversal = row.text('universal') === '1';
    const isFitted = leafNumber !== null && !isUniversal;
    const ways = varieties.get(id) ?? null;
    const goods = row.text('goods').split(' ');
    const isMeasured = ways?.some(({ content }) => content !== null) ?? false;
    const title = titleIn(row);
    const category: Category = {
      id,
      parent,
      root: parent ? (parent.root ?? parent) : null,
      level: parent ? parent.level + 1 : 1,
      children: [],
      leafNumber,
      universal: isUniversal,
      kind: row.required('kind'),
      popularity: row.requiredNumber('popularity', 0, 10_000),
      price: row.number('price', 0, 1e7) ?? 0,
      fuel: row.oneOf('fuel', categoryFuels),
      perCar: leafNumber === null ? 'one' : row.oneOf('perCar', counts),
      builtFrom: row.number('builtFrom', 1900, 2100),
      builtUntil: row.number('builtUntil', 1900, 2100),
      sharedBy: isFitted ? row.oneOf('sharedBy', sharedParts) : null,
      isRebuilt: row.text('rebuilt') === '1',
      goods: goodsKinds.filter((kind) => (kind === 'measured' ? isMeasured : goods.includes(kind))),
      advice: row.oneOf('advice', advices),
      warning: row.text('warning') === '' ? null : row.oneOf('warning', warnings),
      attributes: readLeafAttributes(row),
      varieties: ways,
      item: items.get(id) ?? null,
      position: byId.size + 1,
      title,
      piece: pieces.get(id) ?? { usual: 1, perCylinder: false, pack: 1, needs: [], setOf: [], title },
    };
    parent?.children.push(category);
    byId.set(id, category);
  }
  return [...byId.values()];
}

/** Leaves whose title does not say what one unit is. */
function readItems(file: string): ReadonlyMap<number, Item> {
  const rows = readTable(file, ['leaf', 'content', ...languages]);
  return new Map(
    rows.map((row) => [
      row.requiredNumber('leaf', 2, 1e9),
      { content: row.oneOf('content', contents), name: titleIn(row) },
    ]),
  );
}

/** Leaves of which several pieces are bought, or whose name is a plural. */
function readPieces(file: string): ReadonlyMap<number, Piece> {
  const rows = readTable(file, ['leaf', 'usual', 'perCylinder', 'packs', 'needs', 'setOf', ...languages]);
  return new Map(
    rows.map((row): [number, Piece] => [
      row.requiredNumber('leaf', 2, 1e9),
      {
        usual: row.requiredNumber('usual', 1, 99),
        perCylinder: row.text('perCylinder') === '1',
        pack: row.number('packs', 2, 99) ?? 1,
        needs: row.text('needs').split(' ').filter(Boolean).map(Number),
        setOf: [...row.text('setOf').matchAll(/(\d+)=(\d+)/g)].map(([, leaf, count]) => [Number(leaf), Number(count)]),
        title: titleIn(row),
      },
    ]),
  );
}

/** Whether no leaf of a group depends on the vehicle. */
const holdsUniversal = ({ universal, children }: Category): boolean =>
  children.length === 0 ? universal : children.every(holdsUniversal);

/** Title, slug and sentences of a category in one language. */
export function categoryText(category: Category, language: Language, dice: SeededRandom) {
  const { id, universal, children } = category;
  const title = category.title[language];
  const { advice, categories: words } = texts[language];
  const fill = (template = '', values = {}): string => filled(template, { title, ...values });
  const advised = (sentence: string): string => `${sentence} ${advice[category.advice]}`;
  const common = { title, slug: slugOf(title, language) };
  if (category.leafNumber !== null) {
    const seo = fill(universal ? words.universalSeo : dice.pick(words.leafSeo, id));
    const start = fill(universal ? words.universal : dice.pick(words.leaf, id, 'text'));
    // The law wants the sentence about warning triangles on their page, not behind a link.
    return { ...common, seoText: category.advice === 'triangle' ? advised(seo) : seo, description: advised(start) };
  }
  const popular = [...children].sort((a, b) => b.popularity - a.popularity || a.position - b.position);
  const names = popular.slice(0, 5).map((child) => child.title[language]);
  const [first, second] = names;
  const list = names.length > 0 ? new Intl.ListFormat(language).format(names) : title;
  const isUniversal = holdsUniversal(category);
  const seo = isUniversal ? words.universalParentSeo : words.parentSeo;
  const parent = isUniversal ? words.universalParent : dice.pick(words.parent, id);
  return {
    ...common,
    seoText: second ? fill(seo, { first, second }) : fill(words.leafSeo[0]),
    description: advised(fill(parent, { children: list })),
  };
}

/** Safety warnings of a category's products, as JSON: a list of texts by language. */
export function warningsOf({ warning }: Category): string {
  const sentences = warning === null ? [] : texts.de.warnings[warning];
  return JSON.stringify(
    sentences.map((_, index) => inLanguages((language) => warning && texts[language].warnings[warning][index])),
  );
}
