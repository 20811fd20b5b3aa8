import type { Language } from '../../contract/languages.js';
import { ownText } from './own-texts.js';

/**
 * A stored value as a reader writes it. Numbers are stored with a point, viscosities without their hyphen. Threads and
 * type codes are the same everywhere.
 */
export function shownValue(value: string, language: Language): string {
  if (/^-?\d+\.\d+$/.test(value)) return value.replace('.', ',');
  if (/^\d{1,2}W\d{2}$/.test(value)) return value.replace('W', 'W-');
  return ownText('values', value, language) ?? value;
}

const fractions: Readonly<Record<string, string>> = { '0.25': '1/4', '0.375': '3/8', '0.5': '1/2', '0.75': '3/4' };

/**
 * A stored value with its unit as a mechanic says it: 15 Zoll, but 3/8″. Other units are signs, the same everywhere.
 */
export function shownMeasure(
  value: string,
  unit: string | null,
  language: Language,
): { value: string; unit: string | null } {
  const fraction = unit === 'in' ? fractions[value] : undefined;
  if (fraction) return { value: `${fraction}″`, unit: null };
  return { value: shownValue(value, language), unit: unit && (ownText('units', unit, language) ?? unit) };
}
