import type { Language } from '../../contract/languages.js';
import type { CatalogueTables } from '../catalogue-file/catalogue-tables.js';
import { ownText } from './own-texts.js';

/** Words by language; languages may be missing. */
export type Labels = Readonly<Partial<Record<Language, string>>>;

export interface OwnAttribute {
  readonly code: string;
  readonly kind: CatalogueTables['attribute']['kind'];
  /** Unit of numbers; null = none. */
  readonly unit: string | null;
  /** Digits after the comma; null = as written. */
  readonly decimals: number | null;
  readonly labels: Labels;
  /** Possible values by code; empty = any. */
  readonly choices: ReadonlyMap<string, Labels>;
  readonly isFacet: boolean;
  /** Buyers choose by it first. */
  readonly isDeciding: boolean;
}
export type OwnAttributes = ReadonlyMap<string, OwnAttribute>;

export const ownAttributesOf = (rows: readonly CatalogueTables['attribute'][]): OwnAttributes =>
  new Map(
    rows.map(({ code, kind, unit, decimals, labels, choices, is_facet, is_deciding }) => [
      code,
      {
        code,
        kind,
        unit,
        decimals,
        labels: JSON.parse(labels) as Labels,
        choices: new Map(JSON.parse(choices) as [string, Labels][]),
        isFacet: is_facet === 1,
        isDeciding: is_deciding === 1,
      },
    ]),
  );

/** Returns the name of an attribute: the operator's, the shop's, or its code. */
export const attributeLabel = (own: OwnAttributes, key: string, language: Language): string =>
  own.get(key)?.labels[language] ?? ownText('attributes', key, language) ?? key;

/** Returns a short name for column heads and narrow rows; undefined if the label is short or the operator's. */
export const attributeHead = (own: OwnAttributes, key: string, language: Language): string | undefined =>
  own.has(key) ? undefined : ownText('heads', key, language);

/** Returns a stored value and its unit in a language. */
export function attributeValue(
  own: OwnAttributes,
  key: string,
  value: string,
  unit: string | null,
  language: Language,
): { value: string; unit: string | null } {
  const attribute = own.get(key);
  if (attribute?.kind === 'choice') return { value: attribute.choices.get(value)?.[language] ?? value, unit: null };
  if (attribute?.kind !== 'number' || attribute.decimals === null || Number.isNaN(Number(value)))
    return shownMeasure(value, unit, language);
  return {
    ...shownMeasure(value, unit, language),
    value: Number(value).toFixed(attribute.decimals).replace('.', ','),
  };
}

/**
 * Writes a value in a language. Stored numbers have a point, viscosities no hyphen; threads and type codes do not
 * change.
 */
export function shownValue(value: string, language: Language): string {
  if (/^-?\d+\.\d+$/.test(value)) return value.replace('.', ',');
  if (/^\d{1,2}W\d{2}$/.test(value)) return value.replace('W', 'W-');
  return ownText('values', value, language) ?? value;
}

const fractions: Readonly<Record<string, string>> = { '0.25': '1/4', '0.375': '3/8', '0.5': '1/2', '0.75': '3/4' };

/** Writes a value with its unit as mechanics do: 15 Zoll, but 3/8″. */
export function shownMeasure(
  value: string,
  unit: string | null,
  language: Language,
): { value: string; unit: string | null } {
  const fraction = unit === 'in' ? fractions[value] : undefined;
  if (fraction) return { value: `${fraction}″`, unit: null };
  return { value: shownValue(value, language), unit: unit && (ownText('units', unit, language) ?? unit) };
}
