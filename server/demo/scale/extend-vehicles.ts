import { modelKey, type VehicleRow } from '../vehicles.js';

/** Further versions of a car, for catalogues with more models than the tables hold. */
const versions: readonly ((row: VehicleRow) => VehicleRow)[] = [
  (row) => ({ ...row, name: `${row.name} Automatik` }),
  (row) => ({ ...row, name: `${row.name} 4x4`, weight: Math.min(row.weight, 5) }),
];

/**
 * Returns exactly `wanted` rows: the first rows of the tables, or all of them and further versions of the commonest
 * cars.
 * @throws RangeError where three versions of every car are too few
 */
export function extendVehicles(rows: readonly VehicleRow[], wanted: number): VehicleRow[] {
  if (rows.length >= wanted) return rows.slice(0, wanted);
  const extended = [...rows];
  const known = new Set(rows.map(modelKey));
  const common = rows
    .map((row, index) => ({ row, index }))
    .sort((a, b) => b.row.weight - a.row.weight || a.index - b.index);
  for (const version of versions) {
    for (const { row } of common) {
      if (extended.length === wanted) return extended;
      const made = version(row);
      if (row.fuel === 'electric' || known.has(modelKey(made))) continue;
      known.add(modelKey(made));
      extended.push(made);
    }
  }
  if (extended.length < wanted)
    throw new RangeError(`the vehicle tables give ${extended.length} models, not ${wanted}`);
  return extended;
}
