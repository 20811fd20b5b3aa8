import { tyres } from './goods.js';
import type { Product } from './products.js';
import type { SeededRandom } from './seeded-random.js';

const winter = 2433;
const allSeason = 2434;

/**
 * The label of an invented tyre in the order of its table, the product apart; null for other goods, and for one tyre in
 * fifty whose maker has not declared it, which is then not sold. The numbers stand below those that the register gives.
 */
export function tyreLabelOf(product: Product, seedDice: SeededRandom): (string | number)[] | null {
  const { id } = product.category;
  if (!tyres.has(id)) return null;
  const dice = seedDice.about('tyre label', product.brand.name, product.norm);
  if (dice.roll('undeclared') < 0.02) return null;
  const noise = dice.int(67, 73, 'noise');
  return [
    dice.pick(['A', 'B', 'B', 'C', 'C', 'D', 'E'], 'fuel'),
    dice.pick(['A', 'A', 'B', 'B', 'C', 'D'], 'wet grip'),
    noise,
    noise < 69 ? 'A' : noise < 72 ? 'B' : 'C',
    id === winter || id === allSeason ? 1 : 0,
    id === winter && dice.roll('ice') < 0.2 ? 1 : 0,
    String(dice.int(100, 99_999, 'register')).padStart(6, '0'),
  ];
}
