import type { Language } from '../../contract/languages.js';
import type { CatalogueTables } from '../catalogue-file/catalogue-tables.js';
import { ownText } from './own-texts.js';

/** Words by language; a language may lack them. */
export type Labels = Readonly<Partial<Record<Language, string>>>;

export interface OwnAttribute {
  readonly code: string;
  readonly kind: CatalogueTables['attribute']['kind'];
  /** Of numbers; null = none. */
  readonly unit: string | null;
  /** Digits behind the comma; null = as they are written. */
  readonly decimals: number | null;
  readonly labels: Labels;
  /** Values that there may be, by their codes; empty = any. */
  readonly choices: ReadonlyMap<string, Labels>;
  readonly isFacet: boolean;
  /** Whether buyers choose by it first. */
  readonly isDeciding: boolean;
}
/** By their codes. */
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

/** The name of an attribute: the operator's, the shop's, or else its code. */
export const attributeLabel = (own: OwnAttributes, key: string, language: Language): string =>
  own.get(key)?.labels[language] ?? ownText('attributes', key, language) ?? key;

/** A shorter name for heads of columns and narrow rows; undefined where the label is short enough or the operator's. */
export const attributeHead = (own: OwnAttributes, key: string, language: Language): string | undefined =>
  own.has(key) ? undefined : ownText('heads', key, language);

/** A stored value of an attribute with its unit as a reader writes it. */
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
