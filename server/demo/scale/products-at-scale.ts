import type { Category } from '../categories.js';
import { needs } from '../fitment-rules.js';
import type { OfferPlan } from '../offers.js';
import { type Making, type Product, productsOfPlan } from '../products.js';
import type { SeededRandom } from '../seeded-random.js';
import { universalProducts } from '../universal.js';
import type { ModelNode } from '../vehicle-tables.js';
import { inOrderOfKinship, leafQuotas, planAtScale } from './scale-plan.js';

/**
 * Makes `wanted` parts leaf by leaf, so that memory does not grow with their number. A part fits about twenty cars.
 * @returns the parts of each leaf
 */
export function* productsAtScale(
  wanted: number,
  categories: readonly Category[],
  models: readonly ModelNode[],
  making: Making,
): Generator<readonly Product[]> {
  const leaves = categories.filter(({ leafNumber }) => leafNumber !== null).sort((a, b) => a.id - b.id);
  let left = wanted;
  for (const leaf of leaves.filter(({ universal }) => universal)) {
    const products = [...universalProducts(leaf, making)];
    left -= products.length;
    yield products;
  }
  const fitted = leaves.filter(({ universal }) => !universal);
  const akin = inOrderOfKinship(models);
  let owed = 0;
  for (const [leaf, quota] of leafQuotas(fitted, left, making.dice)) {
    const count = quota + owed;
    const cars = akin.filter((model) => needs(leaf, model));
    const plan = planAtScale(leaf, cars, count, making.dice);
    const products: Product[] = [];
    for (const product of count > 0 ? productsOfPlan(leaf, plan, making) : [])
      if (products.push(product) === count) break;
    owed = count - products.length;
    yield products;
  }
}

/**
 * One offer for three parts in ten, a dozen on average for the others, sixty at most. A shop's key carries the part's.
 */
export const offersAtScale = (dice: SeededRandom): OfferPlan => ({
  countOf: ({ brand, norm }) => {
    const own = dice.about('offers', brand.name, norm);
    if (own.roll('one') < 0.3) return 1;
    return Math.min(60, 2 + Math.floor(Math.log(1 - own.roll('geometric')) / Math.log(1 - 1 / 12.95)));
  },
  keyOf: (product, shop) => `${shop.offerPrefix}${product.brand.id}-${product.norm}`,
});
