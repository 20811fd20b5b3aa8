import { packSizeOf } from '../catalogue/amount.js';
import { storedAttributes } from '../catalogue/drawing-attributes.js';
import type { ProductTable } from '../catalogue-file/catalogue-tables.js';
import type { Generation } from '../generation/generation.js';
import type { Model } from '../generation/vehicle-index.js';
import { fittingProducts } from './cart-advice.js';

/** Attributes that do not count for equivalence. */
const apart = new Set(['packSize', 'weight']);

function measuresOf(product: ProductTable): string {
  const measures = storedAttributes(product).filter(([key]) => !apart.has(key));
  return JSON.stringify(measures.map(([key, value, unit]) => [key, String(value), unit]).sort());
}

/**
 * Returns whether one part can replace another on a car (D84): same leaf, place, condition, measures and pieces in a
 * pack. A part without measures has no equivalent.
 */
export const isEquivalent = (one: ProductTable, other: ProductTable): boolean =>
  one.id !== other.id &&
  one.category_id === other.category_id &&
  one.place === other.place &&
  one.condition === other.condition &&
  (packSizeOf(one) ?? 1) === (packSizeOf(other) ?? 1) &&
  measuresOf(one) !== '[]' &&
  measuresOf(one) === measuresOf(other);

/** Reads the parts that can replace a part on a car that both fit without a condition. */
export async function equivalentsOf(
  generation: Generation,
  product: ProductTable,
  model: Model,
): Promise<ProductTable[]> {
  const fitting = await fittingProducts(generation, { id: product.category_id }, model);
  if (!fitting.some(({ id }) => id === product.id)) return [];
  return fitting.filter((other) => isEquivalent(product, other));
}
