import { z } from 'zod';
// Starter batteries from small to large: Ah, mm and A.
import batteries from '../data/batteries.json' with { type: 'json' };
import bolts from '../data/bolts.json' with { type: 'json' };
import partSizes from '../data/part-sizes.json' with { type: 'json' };
import { bySize, type PartContext } from './measure.js';

const single = z.union([z.string(), z.number()]);
/** The values of an entry: one for each of its keys. */
const values = z.union([single, z.array(single)]);
const condition = z.strictObject({
  leaf: z.array(z.number()).optional(),
  rear: z.literal(true).optional(),
  diesel: z.literal(true).optional(),
  yearOver: z.number().optional(),
  yearUnder: z.number().optional(),
  kwOver: z.number().optional(),
  ccmOver: z.number().optional(),
  ccmUnder: z.number().optional(),
  /** Holds for a share of the parts. */
  chance: z.strictObject({ roll: z.string(), below: z.number() }).optional(),
});
const when = condition.optional();
/** A fixed value, a random one of a list, or the one that suits the car in a list from small to large. */
const choice = z.union([
  z.strictObject({ when, is: values }),
  z.strictObject({ when, pick: z.array(values), roll: z.string() }),
  z.strictObject({ when, bySize: z.array(values), roll: z.string() }),
]);
/**
 * Choices by kind of drawing and by keys. A space separates keys with common values. The first choice that holds
 * counts.
 */
const sizes = z.record(z.string(), z.record(z.string(), z.array(choice))).parse(partSizes);

function holds(wanted: z.infer<typeof when>, { leaf, place, diesel, year, kw, ccm, dice }: PartContext): boolean {
  if (!wanted) return true;
  const { chance } = wanted;
  return (
    (wanted.leaf?.includes(leaf) ?? true) &&
    (!wanted.rear || place?.startsWith('rear') === true) &&
    (!wanted.diesel || diesel) &&
    year > (wanted.yearOver ?? 0) &&
    year < (wanted.yearUnder ?? Number.POSITIVE_INFINITY) &&
    kw > (wanted.kwOver ?? -1) &&
    ccm > (wanted.ccmOver ?? -1) &&
    ccm < (wanted.ccmUnder ?? Number.POSITIVE_INFINITY) &&
    (!chance || dice.roll(chance.roll) < chance.below)
  );
}

function chosen(choices: readonly z.infer<typeof choice>[], context: PartContext): z.infer<typeof values> {
  const found = choices.find((each) => holds(each.when, context));
  if (!found) throw new RangeError(`no size for a part of leaf ${context.leaf}`);
  if ('is' in found) return found.is;
  return 'pick' in found ? context.dice.pick(found.pick, found.roll) : bySize(found.bySize, context, found.roll);
}

/** Bolt patterns of small and large cars by concern. */
const patterns = new Map(Object.entries(bolts));

/** The bolt circle and the hub bore of the group's cars. */
function boltsOf({ concern, year, kw }: PartContext): typeof bolts.others.small {
  const { small, large } = patterns.get(concern) ?? bolts.others;
  if (concern === 'vag' && year < 1997 && kw < 70) return { holes: 4, pcd: 100, centre: 57.1 };
  if (concern === 'vag') return (year >= 2004 && kw > 60) || kw > 115 ? large : small;
  return (concern === 'bmw' ? year >= 2016 : kw > 85) ? large : small;
}

type Calculated = (context: PartContext, known: Readonly<Record<string, string>>) => Record<string, string | number>;

/** Functions that derive values from the car or from other values, by kind of drawing. */
const calculated: Readonly<Record<string, Calculated>> = {
  disc: boltsOf,
  drum: boltsOf,
  rim: boltsOf,
  wheelBearing: boltsOf,
  battery: ({ size, diesel, variant, ccm }) => {
    const place = Math.round(size * 6 + (diesel ? 1.5 : 0) + variant + (ccm > 1900 ? 0.6 : 0));
    return batteries[Math.min(batteries.length - 1, Math.max(0, place))] ?? {};
  },
  wiper: ({ dice }, { design, length }) => ({
    second: design === 'rear' ? 0 : Math.max(300, Number(length) - dice.pick([0, 50, 75, 125, 200, 225], 'second')),
  }),
  gasket: ({ ccm }) => ({ bore: Math.round(700 + Math.min(200, ccm / 12)) / 10 }),
  piston: ({ ccm }) => ({ diameter: Math.round((70 + Math.min(22, ccm / 130)) * 100) / 100 }),
};

/** Values from tables of real sizes. `measured` makes the values of all other keys. */
export function knownValues(context: PartContext): Readonly<Record<string, string>> {
  const known: Record<string, string> = {};
  for (const [keys, choices] of Object.entries(sizes[context.kind] ?? {})) {
    const found = [chosen(choices, context)].flat();
    for (const [at, key] of keys.split(' ').entries()) known[key] = String(found[at]);
  }
  for (const [key, value] of Object.entries(calculated[context.kind]?.(context, known) ?? {}))
    known[key] = String(value);
  return known;
}

/** Keys that a buyer needs and no drawing shows, with their units. */
export const extraKeys: Readonly<Record<string, readonly (readonly [key: string, unit: string | null])[]>> = {
  battery: [['coldCranking', 'A']],
  tyre: [['loadSpeed', null]],
};
