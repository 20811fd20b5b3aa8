import type { GoodsKind } from '../contract/articles.js';
import type { Category } from './categories.js';

/** Motor and gear oil, and what an oil change leaves behind besides (AltölV § 8). */
const oil = new Set([243, 2043, 2047, 2171, 2447, 2450, 2451]);
export const starterBatteries = new Set([2317, 2318]);
const batteries = new Set([...starterBatteries, 2502]);
export const tyres = new Set([2432, 2433, 2434]);

/** How the law sees the goods of a leaf. */
export function goodsOf({ id: categoryId, varieties }: Category): GoodsKind[] {
  const isMeasured = varieties?.some(({ content }) => content !== null) ?? false;
  return [
    ...(batteries.has(categoryId) ? (['battery'] as const) : []),
    ...(isMeasured ? (['measured'] as const) : []),
    ...(oil.has(categoryId) ? (['oil'] as const) : []),
    ...(starterBatteries.has(categoryId) ? (['starterBattery'] as const) : []),
    ...(tyres.has(categoryId) ? (['tyre'] as const) : []),
  ];
}
