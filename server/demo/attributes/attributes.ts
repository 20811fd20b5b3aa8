import { drawnKind } from '../../drawings/kinds.js';
import type { Parameter } from '../../drawings/parameters.js';
import { extraKeys, knownValues } from './kinds.js';
import { type AttributeRow, measured, type PartContext, unitOf } from './measure.js';

/** Attributes of a part in their order: the parameters of its drawing, then further ones that a buyer needs. */
export function attributesOf(context: PartContext): AttributeRow[] {
  const { parameters } = drawnKind(context.kind);
  const known = knownValues(context);
  const { keys: wanted, values: fixed, ranges } = context.leafAttributes;
  const rows: AttributeRow[] = [];
  for (const [key, parameter] of Object.entries(parameters)) {
    if (wanted && !wanted.includes(key)) continue;
    const value = known[key];
    let row: AttributeRow | null;
    if (fixed[key] !== undefined) row = [key, fixed[key], null];
    else if (value !== undefined) row = [key, value, unitOf(parameter)];
    else row = measured(key, within(parameter, ranges[key]), context);
    if (row) rows.push(row);
  }
  for (const [key, unit] of extraKeys[context.kind] ?? []) {
    const value = known[key];
    if (value !== undefined && (!wanted || wanted.includes(key))) rows.push([key, value, unit]);
  }
  if (rows.length === 0) rows.push(weightRow(context.price, context.dice.roll('weight')));
  return rows;
}

/** The parameter with the range of a leaf, if that differs from the drawing's. */
function within(parameter: Parameter, range: readonly [number, number] | undefined): Parameter {
  if (!range || !('unit' in parameter)) return parameter;
  const [min, max] = range;
  return { ...parameter, min, max, default: Math.round((min + max) * 5) / 10 };
}

/** The weight of a part without another measure: expensive parts are mostly heavy. @param price in cents */
export function weightRow(price: number, roll: number): AttributeRow {
  const kilograms = 0.03 * (price / 100) ** 0.8 * (0.7 + 0.6 * roll);
  const rounded = kilograms < 1 ? Math.max(0.05, Math.round(kilograms * 20) / 20) : Math.round(kilograms * 10) / 10;
  return ['weight', String(rounded), 'kg'];
}
