import type { ProductTable } from '../catalogue-file/catalogue-tables.js';
import type { Category } from '../generation/category-index.js';
import type { Model } from '../generation/vehicle-index.js';
import { storedAttributes } from './drawing-attributes.js';

/** Returns the pieces that a job needs (D74): for parts such as plugs the cylinders of the car, if known. */
export const defaultPieces = (
  { usual_quantity, per_cylinder }: Pick<Category, 'usual_quantity' | 'per_cylinder'>,
  model: Pick<Model, 'cylinders'> | null,
): number => (per_cylinder === 1 && model?.cylinders ? model.cylinders : usual_quantity);

/** Returns the pieces in a pack; null = not in the feed. Equals `packSize` in offer-store/product-flags.ts. */
export function packSizeOf(row: Pick<ProductTable, 'attributes'>): number | null {
  const stored = storedAttributes(row).find(([key]) => key === 'packSize');
  const size = Number.parseInt(String(stored?.[1]), 10);
  return size >= 1 ? size : null;
}

/** Returns the packs that contain enough pieces; a pack of unknown size counts as one piece. */
export const packsFor = (pieces: number, packSize: number | null): number => Math.ceil(pieces / (packSize ?? 1));

/** Returns the packs that a job needs, by product id. */
export function packsIn(
  category: Category,
  model: Model | null,
  rows: readonly ProductTable[],
): (productId: number) => number {
  const pieces = defaultPieces(category, model);
  const packs = new Map(rows.map((row) => [row.id, pieces === 1 ? 1 : packsFor(pieces, packSizeOf(row))]));
  return (productId) => packs.get(productId) ?? pieces;
}
