import type { Language } from '../../contract/languages.js';
import type { CatalogueTables } from '../store/catalogue-tables.js';
import { shownMeasure } from './attribute-value-labels.js';
import { ownText } from './own-texts.js';

/** Words by language; a language may lack them. */
export type Labels = Readonly<Partial<Record<Language, string>>>;

/** An attribute that the operator has defined. */
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
  /** Whether lists can be filtered by it. */
  readonly isFacet: boolean;
  /** Whether buyers choose by it first (P109). */
  readonly isDeciding: boolean;
}
/** By their codes. */
export type OwnAttributes = ReadonlyMap<string, OwnAttribute>;

/** Attributes as the catalogue keeps them. */
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
  return { ...shownMeasure(value, unit, language), value: Number(value).toFixed(attribute.decimals).replace('.', ',') };
}
