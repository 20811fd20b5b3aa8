import { cents, toEuros } from '../../contract/money.js';
import type { Wire } from '../../contract/operations/handler-types.js';
import { packSizeOf } from '../catalogue/amount.js';
import { productTitle } from '../catalogue/product-wire.js';
import type { ProductTable } from '../catalogue-file/catalogue-tables.js';
import { languageOf } from '../catalogue-texts/texts.js';
import type { Category } from '../generation/category-index.js';
import type { Generation } from '../generation/generation.js';
import type { Model } from '../generation/vehicle-index.js';
import { offersNow, offersOf } from '../prices/offers-now.js';
import { modelVehicle } from '../vehicles/vehicle-wire.js';
import { type BoughtLine, boughtLines, packsOf, totalOf } from './bought-lines.js';
import type { StoredLine, Viewer } from './read-cart.js';
import type { offersOfLines } from './read-offer.js';

type Advice = Wire<'cartAdvice'>;

const needsOf = ({ needs }: Category): number[] => JSON.parse(needs) as number[];
const setOf = ({ set_of }: Category): [leaf: number, pieces: number][] => JSON.parse(set_of) as [number, number][];

/** Finds parts that a cart lacks for its jobs, and sets that cost less than the pieces in it. */
export async function adviseCart(
  generation: Generation,
  lines: readonly StoredLine[],
  viewer: Viewer,
  offers?: ReturnType<typeof offersOfLines>,
): Promise<Advice> {
  const bought = await boughtLines(generation, lines, viewer.country, offers);
  return {
    missing: missingParts(generation, bought, viewer),
    sets: await cheaperSets(generation, bought, viewer),
  };
}

const categoryOf = ({ categories }: Generation, { product }: BoughtLine): Category | undefined =>
  categories.all.get(product.category_id);

/** Returns whether both parts are for the same car and place; a universal part is for every car and place. */
const isSameJob = (one: BoughtLine, other: BoughtLine): boolean =>
  (one.model === null || other.model === null || one.model.id === other.model.id) &&
  (one.product.place === null || other.product.place === null || one.product.place === other.product.place);

function missingParts(generation: Generation, bought: readonly BoughtLine[], { locale }: Viewer): Advice['missing'] {
  const named = new Set<string>();
  return bought.flatMap((each) => {
    const category = categoryOf(generation, each);
    return (category ? needsOf(category) : []).flatMap((leaf) => {
      const needed = generation.categories.all.get(leaf);
      const key = `${leaf} ${each.model?.id} ${each.product.place}`;
      const isThere = bought.some((other) => isSameJob(each, other) && holds(generation, other, leaf));
      if (!needed?.is_leaf || isThere || named.has(key)) return [];
      named.add(key);
      return {
        line: each.line.id,
        title: productTitle(generation, each.product, languageOf(locale)),
        category: generation.categories.wire(needed, languageOf(locale)),
        vehicle: each.model && modelVehicle(generation.vehicles, each.model, locale),
      };
    });
  });
}

/** Returns whether a line is of a leaf, or is a set with parts of it. */
function holds(generation: Generation, line: BoughtLine, leaf: number): boolean {
  const category = categoryOf(generation, line);
  return category?.id === leaf || (category !== undefined && setOf(category).some(([part]) => part === leaf));
}

async function cheaperSets(
  generation: Generation,
  bought: readonly BoughtLine[],
  viewer: Viewer,
): Promise<Advice['sets']> {
  const sets = generation.categories.leaves.filter(({ set_of }) => set_of !== '[]');
  const found: Advice['sets'] = [];
  const jobs = Map.groupBy(bought, ({ model, product }) => `${model?.id} ${product.place}`);
  for (const job of jobs.values()) {
    const [first] = job;
    if (!first?.model) continue;
    for (const set of sets) {
      const replaced = piecesOf(set, job);
      const wanted = { set, model: first.model, place: first.product.place };
      const best = replaced && (await cheapestSet(generation, { ...wanted, replaced, bought }, viewer));
      if (best) found.push(best);
    }
  }
  return found;
}

/** Returns the lines that make up the set exactly; null if they do not. */
function piecesOf(set: Category, job: readonly BoughtLine[]): BoughtLine[] | null {
  const lines: BoughtLine[] = [];
  for (const [leaf, wanted] of setOf(set)) {
    const own = job.filter(({ product }) => product.category_id === leaf);
    const pieces = own.reduce((sum, { line, product }) => sum + line.quantity * (packSizeOf(product) ?? 1), 0);
    if (pieces !== wanted) return null;
    lines.push(...own);
  }
  return lines;
}

interface Job {
  readonly set: Category;
  readonly model: Model;
  readonly place: string | null;
  readonly replaced: readonly BoughtLine[];
  readonly bought: readonly BoughtLine[];
}

/** Returns the set that saves most in this cart, among those that fit the car without a condition. */
async function cheapestSet(
  generation: Generation,
  { set, model, place, replaced, bought }: Job,
  { country, locale }: Viewer,
): Promise<Advice['sets'][number] | null> {
  const { offers: live } = generation;
  const products = (await fittingProducts(generation, set, model)).filter((product) => product.place === place);
  if (products.length === 0) return null;
  const byId = new Map(products.map((product) => [product.id, product]));
  const now = totalOf(live.shops, bought.map(packsOf), country);
  const others = bought.filter((line) => !replaced.includes(line)).map(packsOf);
  const offers = await offersNow(live, await offersOf(live, [...byId.keys()]));
  const ways = offers
    .filter((offer) => live.shops.rate(offer.shop_id, country))
    .map((offer) => ({ offer, total: totalOf(live.shops, [...others, { ...offer, quantity: 1 }], country) }))
    .sort((a, b) => a.total - b.total || a.offer.id - b.offer.id);
  const [best] = ways;
  const product = best && byId.get(best.offer.product_id);
  const brand = product && generation.brands.get(product.brand_id);
  if (!brand || best.total >= now) return null;
  return {
    lines: replaced.map(({ line }) => line.id),
    offerId: String(best.offer.id),
    modelId: model.id,
    title: productTitle(generation, product, languageOf(locale)),
    brand: { name: brand.name, seoName: brand.seo_name },
    articleNumber: product.article_number,
    normNumber: product.norm_number,
    saving: toEuros(cents(now - best.total)),
  };
}

/** Reads the products of a leaf that fit a car without a condition. */
export const fittingProducts = (
  { db }: Generation,
  { id }: Pick<Category, 'id'>,
  { number }: Model,
): Promise<ProductTable[]> =>
  db
    .selectFrom('fitment')
    .innerJoin('product', 'product.id', 'fitment.product_id')
    .selectAll('product')
    .where('fitment.model_number', '=', number)
    .where('fitment.category_id', '=', id)
    .where('fitment.note_id', '=', 0)
    .execute();
