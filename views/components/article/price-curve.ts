import type { Cents } from '../../../server/contract/money.js';
import type { PriceSteps } from '../../../server/contract/offers.js';

interface Known {
  /** First day of the price (ISO 8601). */
  readonly from: string;
  readonly total: Cents;
}
/** Earlier prices as a line, and the figures for its text. */
export interface PriceCurve {
  /** SVG path with a line for each price, interrupted while no shop shipped the product. */
  readonly path: string;
  readonly since: string;
  readonly lowest: Known;
  readonly highest: Known;
  /** Current price; null if no shop ships the product today. */
  readonly now: Cents | null;
}

const dayMs = 24 * 3600_000;
const dayOf = (day: string): number => Date.parse(day) / dayMs;

/**
 * Draws prices in a box of the given size, the highest at its top, today at its right edge.
 * @param today ISO 8601; a step after it is the price at the end of today
 * @returns null for less than two days, which are no history
 */
export function priceCurve(steps: PriceSteps, today: string, width: number, height: number): PriceCurve | null {
  const known = steps.filter((step): step is Known => step.total !== null);
  const [first] = known;
  const last = steps.at(-1);
  if (!first || !last || first.from >= today) return null;
  const lowest = known.reduce((low, step) => (step.total < low.total ? step : low));
  const highest = known.reduce((high, step) => (step.total > high.total ? step : high));
  const days = dayOf(today) + 1 - dayOf(first.from);
  const span = highest.total - lowest.total;
  const x = (day: string): number => round(((dayOf(day) - dayOf(first.from)) / days) * width);
  const y = (total: number): number => (span === 0 ? height / 2 : round(((highest.total - total) / span) * height));
  let path = '';
  let isDrawing = false;
  for (const [at, { from, total }] of steps.entries()) {
    const end = steps[at + 1];
    if (total !== null) {
      path += `${isDrawing ? `V${y(total)}` : `M${x(from)} ${y(total)}`}H${end ? Math.min(x(end.from), width) : width}`;
    }
    isDrawing = total !== null;
  }
  return { path, since: first.from, lowest, highest, now: last.total };
}

const round = (value: number): number => Math.round(value * 10) / 10;
