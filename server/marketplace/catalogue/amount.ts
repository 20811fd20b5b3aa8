import type { ProductTable } from '../catalogue-file/catalogue-tables.js';
import type { Category } from '../generation/category-index.js';
import type { Model } from '../generation/vehicle-index.js';
import { storedAttributes } from './drawing-attributes.js';

/**
 * Pieces that the job needs of a part (D74): for plugs and the like as many as the car has cylinders, where that is
 * known.
 */
export const usualPieces = (
  { usual_quantity, per_cylinder }: Pick<Category, 'usual_quantity' | 'per_cylinder'>,
  model: Pick<Model, 'cylinders'> | null,
): number => (per_cylinder === 1 && model?.cylinders ? model.cylinders : usual_quantity);

/** Pieces in a pack of a product; null where its feed does not say. As in offer-store/product-flags.ts. */
export function packSizeOf(row: Pick<ProductTable, 'attributes'>): number | null {
  const stored = storedAttributes(row).find(([key]) => key === 'packSize');
  const size = Number.parseInt(String(stored?.[1]), 10);
  return size >= 1 ? size : null;
}

/** Packs to buy for so many pieces; one piece each where nobody knows. */
export const packsFor = (pieces: number, packSize: number | null): number => Math.ceil(pieces / (packSize ?? 1));

/** By the product's id, packs of it that the job needs. */
export function packsIn(
  category: Category,
  model: Model | null,
  rows: readonly ProductTable[],
): (productId: number) => number {
  const pieces = usualPieces(category, model);
  const packs = new Map(rows.map((row) => [row.id, pieces === 1 ? 1 : packsFor(pieces, packSizeOf(row))]));
  return (productId) => packs.get(productId) ?? pieces;
}
