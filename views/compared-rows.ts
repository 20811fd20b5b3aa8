import type { Attribute, Product } from '../server/contract/articles.js';

/** Values of one property of several products; empty if a product lacks it. */
export interface ComparedRow {
  readonly key: string;
  readonly label: string;
  readonly values: readonly string[];
}

/** Returns a value with its unit. */
export const valueText = ({ value, unit }: Attribute): string => (unit ? `${value}\u00a0${unit}` : value);

/** Returns the properties in which products differ, and those in which they agree. */
export function comparedRows(products: readonly Pick<Product, 'attributes'>[]): {
  differing: ComparedRow[];
  same: ComparedRow[];
} {
  const labels = new Map(products.flatMap(({ attributes }) => attributes.map(({ key, label }) => [key, label])));
  const rows = [...labels].map(([key, label]) => ({
    key,
    label,
    values: products.map(({ attributes }) => {
      const own = attributes.find((each) => each.key === key);
      return own ? valueText(own) : '';
    }),
  }));
  const isSame = ({ values }: ComparedRow): boolean => values.length > 1 && values.every((each) => each === values[0]);
  return { differing: rows.filter((row) => !isSame(row)), same: rows.filter(isSame) };
}
