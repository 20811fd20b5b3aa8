import { ownPhotograph } from '../marketplace/catalogue/pictures.js';
import type { NumberedProduct } from './products.js';
import type { SeededRandom } from './seeded-random.js';

/** Share of products that shops have photographed; of the rest there is the drawing. */
const share = 0.2;
/** Parts whose drawing shows less than their outline. */
const drawnOnly = new Set('tyre rim seal pulley beltKit ribbedBelt cable battery'.split(' '));

/** The photographs of a product as the catalogue keeps them, null where it has none. */
export function photosOf({ id, brand, norm, category }: NumberedProduct, dice: SeededRandom): string | null {
  const isPhotographed = !drawnOnly.has(category.kind) && dice.roll('photograph', brand.name, norm) < share;
  return isPhotographed ? JSON.stringify([ownPhotograph(id)]) : null;
}
