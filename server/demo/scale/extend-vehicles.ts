import { modelKey, type VehicleRow } from '../vehicles.js';

/** Versions that a car of the tables is also sold in, when a catalogue needs more models than the tables hold. */
const versions: readonly ((row: VehicleRow) => VehicleRow)[] = [
  (row) => ({ ...row, name: `${row.name} Automatik` }),
  (row) => ({ ...row, name: `${row.name} 4x4`, weight: Math.min(row.weight, 5) }),
];

/**
 * Exactly `wanted` rows: the first of the tables' rows, or all of them and then further versions of the most common
 * cars.
 * @throws RangeError when even three versions of every car are not enough
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
