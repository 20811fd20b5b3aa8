import type { Parameter } from '../../drawings/parameters.js';
import type { SeededRandom } from '../seeded-random.js';
import type { LeafAttributes } from './leaf-attributes.js';

/** The part and the typical car of its group, which the part must suit. */
export interface PartContext {
  readonly leaf: number;
  readonly leafAttributes: LeafAttributes;
  readonly kind: string;
  /** Median price of the category in cents. */
  readonly price: number;
  readonly dice: SeededRandom;
  /** Size of the car: 0 for the weakest, 1 for the most powerful one. */
  readonly size: number;
  readonly kw: number;
  readonly ccm: number;
  readonly diesel: boolean;
  readonly year: number;
  readonly concern: string;
  /** Position of the part on the car, such as `front` or `rear-left`. */
  readonly place: string | null;
  /** 0 or 1 for two parts for the same cars, which a fitment note distinguishes. */
  readonly variant: number;
}

/** Numbers have a decimal point; a flag is `yes` or `no`. */
export type AttributeRow = readonly [key: string, value: string, unit: string | null];

/** The unit of a parameter; null for numbers without one, designations and designs. */
export const unitOf = (parameter: Parameter): string | null =>
  'unit' in parameter && parameter.unit !== 'count' && parameter.unit !== 'flag' ? parameter.unit : null;

/** A plausible value of a parameter: near its default, larger for larger cars. Null for a side of parts without one. */
export function measured(key: string, parameter: Parameter, context: PartContext): AttributeRow | null {
  const { dice, variant } = context;
  if (key === 'side') {
    const side = /left|right/.exec(context.place ?? '')?.[0];
    return side ? ['side', side, null] : null;
  }
  if ('options' in parameter) return [key, dice.pick(parameter.options, key), null];
  if (!('unit' in parameter)) return [key, parameter.default, null];
  const { default: normal, min, max, unit } = parameter;
  if (unit === 'flag') return [key, dice.roll(key) < (normal === 1 ? 0.75 : 0.25) ? 'yes' : 'no', null];
  if (unit === 'V') return [key, String(normal), 'V'];
  if (unit === 'count' && max - min <= 8) {
    const step = dice.pick([-1, 0, 0, 0, 1], key);
    return [key, String(Math.min(max, Math.max(min, normal + step))), null];
  }
  const shift = (context.size - 0.4) * 0.8 + (dice.roll(key) - 0.5) * 0.35 + variant * 0.12;
  const value =
    shift > 0
      ? normal + (max - normal) * 0.55 * Math.min(1, shift)
      : normal + (normal - min) * 0.7 * Math.max(-1, shift);
  const isFine = (normal < 20 || !Number.isInteger(normal)) && unit !== 'count';
  const bounded = Math.min(max, Math.max(min, value));
  return [key, String(isFine ? Math.round(bounded * 10) / 10 : Math.round(bounded)), unitOf(parameter)];
}

/** The entry of a list from small to large that suits the car. */
export function bySize<T>(list: readonly T[], context: PartContext, key: string): T {
  const wobble = (context.dice.roll('bySize', key) - 0.5) * 1.2;
  const index = Math.round(context.size * (list.length - 1) + wobble) + context.variant;
  const item = list[Math.min(list.length - 1, Math.max(0, index))];
  if (item === undefined) throw new RangeError(`empty list for ${key}`);
  return item;
}
