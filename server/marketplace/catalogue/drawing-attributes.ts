import type { DurabilityGuarantee } from '../../contract/articles.js';
import { drawnMeasures } from '../../drawings/draw.js';
import type { ProductTable } from '../catalogue-file/catalogue-tables.js';

/** An attribute in the catalogue's form; the unit is null without one. */
type StoredAttribute = [key: string, value: string | number, unit: string | null];
/** Returns the attributes of a part in the order shown. */
export const storedAttributes = (row: Pick<ProductTable, 'attributes'>) =>
  JSON.parse(row.attributes) as StoredAttribute[];

/** Drawings take features as numbers. */
const flags: Readonly<Record<string, string>> = { yes: '1', no: '0' };
const drawnValue = (value: string): string => flags[value] ?? value.replace(/[;:]/g, ' ');
export type DrawnRow = Pick<ProductTable, 'kind' | 'attributes' | 'base_amount' | 'base_unit'>;
/**
 * Returns the measures that the drawing of a product uses, without a feed's own attributes and approvals. The content
 * of a pack of several pieces is no measure of a piece.
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

export const durabilityOf = ({ durability }: Pick<ProductTable, 'durability'>): DurabilityGuarantee | null =>
  durability === null ? null : (JSON.parse(durability) as DurabilityGuarantee);
