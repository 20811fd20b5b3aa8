import type { ProductTable } from '../store/catalogue-tables.js';

/** Stored as `[key, value, unit or null]`, in the order shown. */
type StoredAttribute = [key: string, value: string | number, unit: string | null];
/** What the catalogue says of a part, in the order shown. */
export const storedAttributes = (row: Pick<ProductTable, 'attributes'>) =>
  JSON.parse(row.attributes) as StoredAttribute[];

/** Whether a part has a feature is a number to its drawing. */
const flags: Readonly<Record<string, string>> = { yes: '1', no: '0' };
const drawnValue = (value: string): string => flags[value] ?? value.replace(/[;:]/g, ' ');
/** What the drawing of a product is made from; names of a feed's own are none of its measures, nor are approvals. */
export const drawnAttributes = (row: Pick<ProductTable, 'attributes'>): [key: string, value: string][] =>
  storedAttributes(row)
    .filter(([key]) => /^\w+$/.test(key) && key !== 'approval')
    .map(([key, value]) => [key, drawnValue(String(value))]);
