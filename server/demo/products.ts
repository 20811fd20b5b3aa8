import { inLanguages } from '../contract/languages.js';
import { attributesOf } from './attributes/attributes.js';
import type { AttributeRow, PartContext } from './attributes/measure.js';
import type { Brand } from './brands.js';
import type { Category } from './categories.js';
import { type Notes, type Scheme, schemeFor } from './fitment-notes.js';
import { needs, yearsOf } from './fitment-rules.js';
import { contentRows, itemTitle, unitName } from './items.js';
import { type LeafPlan, planLeaf } from './leaf-plan.js';
import { type Numbers, normOf, oeNumber } from './part-numbers.js';
import type { Group } from './platform-groups.js';
import type { SeededRandom } from './seeded-random.js';
import type { MakeNode, ModelNode } from './vehicle-tables.js';

/** A part of one brand, before it has an id. Prices in cents. */
export interface Product {
  readonly brand: Brand;
  readonly category: Category;
  readonly articleNumber: string;
  readonly norm: string;
  readonly ean: string | null;
  /** JSON by language, or null where the category's title says it. */
  readonly title: string | null;
  readonly place: string | null;
  readonly condition: 'new' | 'remanufactured';
  readonly attributes: readonly AttributeRow[];
  readonly baseAmount: number | null;
  readonly baseUnit: string | null;
  readonly popularity: number;
  /** Price of an average shop. */
  readonly price: number;
  /** Original numbers of the part at makers of cars. */
  readonly oe: readonly { readonly manufacturerId: number; readonly number: string }[];
  /** Cars and the conditions: pairs of model and note id. Empty for universal goods. */
  readonly fits: readonly (readonly [ModelNode, number])[];
}

/** A product with its public id. */
export interface NumberedProduct extends Product {
  readonly id: number;
}

const positions: Record<Category['perCar'], readonly (readonly (string | null)[])[]> = {
  one: [[null]],
  axle: [['front', 'rear']],
  side: [['left', 'right'], ['left', 'right'], [null]],
  axleside: [
    ['front', 'rear'],
    ['front-left', 'front-right'],
    ['rear-left', 'rear-right'],
    ['front-left', 'front-right', 'rear-left', 'rear-right'],
  ],
};

/** The makers of parts, and what their parts have in common. */
export interface Making {
  readonly brands: readonly Brand[];
  readonly notes: Notes;
  readonly numbers: Numbers;
  readonly dice: SeededRandom;
}

/** Makes the parts of one leaf for the cars that need it. */
export function productsOfLeaf(
  category: Category,
  allModels: readonly ModelNode[],
  shows: readonly ReadonlySet<number>[],
  making: Making,
): Iterable<Product> {
  const models = allModels.filter((model) => needs(category, model));
  if (models.length === 0) return [];
  return productsOfPlan(category, planLeaf(category, models, shows, making.dice), making);
}

/** Makes the parts of one leaf as a plan divides its cars. */
export function* productsOfPlan(category: Category, plan: LeafPlan, making: Making): Generator<Product> {
  const { brands, notes, dice: seedDice } = making;
  const makers = brands.filter((brand) => brand.roots.has(category.root?.id ?? 0));
  for (const group of plan.groups) {
    const dice = seedDice.about('group', category.id, group.path);
    const typical = typicalModel(group);
    const { concern } = typical.series.make.make;
    const scheme = schemeFor(group, category.root?.id ?? 0, concern, notes, dice);
    const chosen = dice.shuffle(makers, 'brands').slice(0, plan.brandsFor(group));
    const sides = dice.pick(positions[category.perCar], 'positions');
    for (const place of sides) {
      for (let variant = 0; variant < scheme.variants; variant++) {
        const fits = fitsOf(group, scheme, variant);
        if (fits.length === 0) continue;
        const context = contextOf(category, group, typical, place, variant, dice.about('part', place ?? '', variant));
        const attributes = attributesOf(context);
        const oe = oeOf(group, dice.about('oe', place ?? '', variant));
        for (const brand of chosen) {
          yield onePart({ category, group, context, attributes, oe, fits, brand }, making);
        }
      }
    }
  }
}

/** A part of one brand. */
interface Part {
  readonly category: Category;
  readonly group: Group;
  readonly context: PartContext;
  readonly attributes: readonly AttributeRow[];
  readonly oe: Product['oe'];
  readonly fits: Product['fits'];
  readonly brand: Brand;
}

function onePart(part: Part, { numbers, dice: seedDice }: Making): Product {
  const { category, group, context, brand, oe, fits } = part;
  const { place, variant } = context;
  const what = `${category.id}${group.path}|${place ?? ''}|${variant}`;
  const own = seedDice.about('product', brand.name, what);
  const articleNumber = numbers.article(brand, what);
  const norm = normOf(articleNumber);
  const condition = category.isRebuilt && own.roll('rebuilt') < 0.45 ? 'remanufactured' : 'new';
  const rear = place?.startsWith('rear') ? 0.85 : 1;
  const size = 1 + (context.size - 0.35) * 0.8;
  const market = context.dice.lognormal(0.12, 'market') * own.lognormal(0.08, 'own');
  const price = category.price * brand.factor * size * rear * market * (condition === 'new' ? 1 : 0.72);
  const attributes = part.attributes.concat(packRows(category, brand, seedDice));
  const packSize = packSizeIn(attributes);
  const reach = 0.15 + 0.85 * Math.min(1, Math.sqrt(group.score * 14));
  return {
    brand,
    category,
    articleNumber,
    norm,
    ean: own.roll('ean') < 0.93 ? numbers.ean(brand, norm) : null,
    title: tyreTitle(category, attributes) ?? itemTitle(category, place),
    place,
    condition,
    attributes: [...attributes, ...contentRows(category, packSize)],
    baseAmount: null,
    baseUnit: null,
    popularity: Math.max(1, Math.round(category.popularity * reach * own.lognormal(0.35, 'popularity') * 10)),
    price: Math.max(90, Math.round(price * packSize ** 0.97)),
    oe,
    fits,
  };
}

/** The pieces that a brand sells as one pack, where several are bought at a time. Some brands do not say. */
function packRows({ id, piece }: Category, brand: Brand, dice: SeededRandom): AttributeRow[] {
  const roll = dice.about('pack', brand.name).roll(id);
  if (piece.usual === 1 || roll < 0.08) return [];
  return [['packSize', String(roll < 0.25 ? piece.pack : 1), null]];
}

const packSizeIn = (attributes: readonly AttributeRow[]): number =>
  Number(attributes.find(([key]) => key === 'packSize')?.[1] ?? 1);

/** Tyres are known by their size: `205/55 R16 91V`. */
function tyreTitle(category: Category, attributes: readonly AttributeRow[]): string | null {
  if (category.kind !== 'tyre') return null;
  const of = Object.fromEntries(attributes.map(([key, value]) => [key, value]));
  const size = `${of.width}/${of.ratio} R${of.rim} ${of.loadSpeed}`;
  return JSON.stringify(inLanguages((language) => `${unitName(category)[language]} ${size}`));
}

/** The middle car of the group by power: what the part is measured for. */
function typicalModel(group: Group): ModelNode {
  const sorted = [...group.models].sort((a, b) => a.row.kw - b.row.kw || a.number - b.number);
  const middle = sorted[Math.floor(sorted.length / 2)];
  if (!middle) throw new RangeError('empty group');
  return middle;
}

function contextOf(
  category: Category,
  group: Group,
  typical: ModelNode,
  place: string | null,
  variant: number,
  dice: SeededRandom,
): PartContext {
  const years = group.models.map((model) => yearsOf(model).first).sort((a, b) => a - b);
  return {
    leaf: category.id,
    leafAttributes: category.attributes,
    kind: category.kind,
    price: category.price,
    dice,
    size: Math.min(1, Math.max(0, (typical.row.kw - 38) / 210)) ** 0.75,
    kw: typical.row.kw,
    ccm: typical.row.ccm,
    diesel: typical.burns === 'diesel',
    year: years[Math.floor(years.length / 2)] ?? 2005,
    concern: typical.series.make.make.concern,
    place,
    variant,
  };
}

const fitsOf = (group: Group, scheme: Scheme, variant: number): Product['fits'] =>
  group.models.flatMap((model): Product['fits'] => {
    const note = scheme.noteOf(variant, model);
    return note === null ? [] : [[model, note]];
  });

/** One to four original numbers, for the makes with the most cars in the group. */
function oeOf(group: Group, dice: SeededRandom): Product['oe'] {
  const makes = new Map<MakeNode, number>();
  for (const { series, score } of group.models) makes.set(series.make, (makes.get(series.make) ?? 0) + score);
  const top = [...makes].sort(([a, x], [b, y]) => y - x || a.id - b.id).slice(0, dice.int(1, 2, 'makes'));
  return top.flatMap(([{ id, name, make }]) =>
    Array.from({ length: dice.int(1, 2, name) }, (_, n) => ({
      manufacturerId: id,
      number: oeNumber(make.concern, dice.about(make.concern, n)),
    })),
  );
}
