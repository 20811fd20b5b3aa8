import sizes from '../data/sizes.json' with { type: 'json' };
import type { PartContext } from './measure.js';

type Bolts = typeof sizes.bolts.others.small;

/** Bolt patterns of small and large cars by concern. */
const patterns = new Map(Object.entries(sizes.bolts));

/** Bolt circle and hub bore of the group's cars. */
export function boltsOf(context: PartContext): Bolts {
  const { small, large } = patterns.get(context.concern) ?? sizes.bolts.others;
  if (context.concern === 'vag' && context.year < 1997 && context.kw < 70) return { holes: 4, pcd: 100, centre: 57.1 };
  if (context.concern === 'vag')
    return context.year >= 2004 && context.kw > 60 ? large : context.kw > 115 ? large : small;
  if (context.concern === 'bmw') return context.year >= 2016 ? large : small;
  return context.kw > 85 ? large : small;
}
