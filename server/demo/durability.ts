import type { DurabilityGuarantee } from '../contract/articles.js';
import { starterBatteries } from './goods.js';
import type { Product } from './products.js';
import type { SeededRandom } from './seeded-random.js';

const shockAbsorbers = 1312;

/**
 * Guarantee of an invented maker beyond the law, as JSON; null for none. Some brands grant it on all their starter
 * batteries, some on their shock absorbers.
 */
export function durabilityOf({ brand, category, articleNumber }: Product, seedDice: SeededRandom): string | null {
  if (!starterBatteries.has(category.id) && category.id !== shockAbsorbers) return null;
  const dice = seedDice.about('durability', brand.name, category.id);
  if (dice.roll('grants') >= 0.35) return null;
  const guarantee: DurabilityGuarantee = {
    years: dice.pick([2.5, 3, 3, 4, 5], 'years'),
    producer: brand.name,
    model: articleNumber,
    terms: `https://docs.teilearchiv.example/${brand.slug.toLowerCase()}/guarantee.pdf`,
  };
  return JSON.stringify(guarantee);
}
