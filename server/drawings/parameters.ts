import { z } from 'zod';

/** A measure of a part. `count` and `flag` (0 or 1) are whole numbers without a unit of measure. */
const numberParameter = z.strictObject({
  /** The measure of the shape where the product has none. */
  default: z.number(),
  min: z.number(),
  max: z.number(),
  unit: z.enum(['mm', 'A', 'Ah', 'V', 'W', 'kW', 'bar', 'l', 'N', 'Hz', 'mm²', '°C', 'in', 'count', 'flag']),
  /** Marks the measure in the drawing and in the article's table. */
  letter: z.string().optional(),
  /** This measure shows the product's contents. */
  isContent: z.boolean().optional(),
});
/** A designation in the drawing, such as a thread. */
const textParameter = z.strictObject({ default: z.string() });
/** Parameter that selects one of several designs. */
const choiceParameter = z.strictObject({ default: z.string(), options: z.array(z.string()) });

export const parameter = z.union([numberParameter, choiceParameter, textParameter]);
export type Parameter = z.infer<typeof parameter>;
export type Parameters = Readonly<Record<string, Parameter>>;

/** Attributes from a shop or supplier; they may hold anything. */
export type Attributes = Readonly<Record<string, string | number>>;

const longestText = 14;

function readNumber(value: unknown): number {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && value.trim() !== '' ? Number(value.replace(',', '.')) : Number.NaN;
}

/** The value of a parameter among the attributes; undefined for none, and for one that makes no sense. */
export function givenValue(attributes: Attributes, name: string, parameter: Parameter): number | string | undefined {
  const value = Object.hasOwn(attributes, name) ? attributes[name] : undefined;
  if ('unit' in parameter) {
    const number = readNumber(value);
    // Ten times outside the range, the unit is wrong or the figure measures something else.
    const isSensible = number >= Math.min(parameter.min, parameter.min / 10) && number <= parameter.max * 10;
    return isSensible ? number : undefined;
  }
  const text = typeof value === 'string' || Number.isFinite(value) ? [...String(value).trim()] : [];
  if ('options' in parameter) return parameter.options.find((option) => option === text.join(''));
  return text.slice(0, longestText).join('') || undefined;
}

/** Factors from units of feeds to units of drawings. */
const conversions: Readonly<Record<string, { readonly unit: string; readonly factor: number }>> = {
  cm: { unit: 'mm', factor: 10 },
  m: { unit: 'mm', factor: 1000 },
  ml: { unit: 'l', factor: 0.001 },
  W: { unit: 'kW', factor: 0.001 },
  kW: { unit: 'W', factor: 1000 },
};

/** A measure in the unit of its drawing; undefined where the unit measures something else. */
export function inUnitOf(parameter: Parameter, value: string, unit: string | null): string | undefined {
  if (unit === null || !('unit' in parameter) || unit === parameter.unit) return value;
  const conversion = conversions[unit];
  const number = readNumber(value);
  return conversion?.unit === parameter.unit && Number.isFinite(number)
    ? String(+(number * conversion.factor).toFixed(3))
    : undefined;
}

/** The value for the shape: the given one within the range of the drawing, else the default. */
export function shapeValue(given: number | string | undefined, parameter: Parameter): number | string {
  if (given === undefined || typeof given === 'string' || !('unit' in parameter)) return given ?? parameter.default;
  const within = Math.min(parameter.max, Math.max(parameter.min, given));
  return parameter.unit === 'count' || parameter.unit === 'flag' ? Math.round(within) : within;
}
