import type { DurabilityGuarantee } from '../../contract/articles.js';
import { drawnMeasures } from '../../drawings/draw.js';
import type { ProductTable } from '../catalogue-file/catalogue-tables.js';

/** Stored as `[key, value, unit or null]`, in the order shown. */
type StoredAttribute = [key: string, value: string | number, unit: string | null];
/** Attributes of a part in the order shown. */
export const storedAttributes = (row: Pick<ProductTable, 'attributes'>) =>
  JSON.parse(row.attributes) as StoredAttribute[];

/** Whether a part has a feature is a number to its drawing. */
const flags: Readonly<Record<string, string>> = { yes: '1', no: '0' };
const drawnValue = (value: string): string => flags[value] ?? value.replace(/[;:]/g, ' ');
export type DrawnRow = Pick<ProductTable, 'kind' | 'attributes' | 'base_amount' | 'base_unit'>;
/**
 * What the drawing of a product is made from. Names of a feed's own are none of its measures, nor are approvals. A pack
 * of several pieces does not say what one of them contains.
 */
export function drawnAttributes(row: DrawnRow): [key: string, value: string][] {
  const stored = storedAttributes(row);
  const isOnePiece = stored.every(([key, value]) => key !== 'packSize' || Number(value) === 1);
  return drawnMeasures(row.kind, {
    attributes: stored
      .filter(([key]) => /^\w+$/.test(key) && key !== 'approval')
      .map(([key, value, unit]) => [key, drawnValue(String(value)), unit]),
    litres: row.base_unit === 'l' && row.base_amount !== null && isOnePiece ? row.base_amount / 1000 : null,
  });
}

/** The maker's guarantee of durability; null where the catalogue has none. */
export const durabilityOf = ({ durability }: Pick<ProductTable, 'durability'>): DurabilityGuarantee | null =>
  durability === null ? null : (JSON.parse(durability) as DurabilityGuarantee);
