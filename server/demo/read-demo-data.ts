import { join } from 'node:path';
import type { IdRegistry } from '../marketplace/catalogue-file/ids.js';
import type { OfferFill } from '../marketplace/offer-store/offer-fill.js';
import { type Make, readMakes } from '../marketplace/vehicles/makes.js';
import type { SeededRandom } from './seeded-random.js';
import type { VehicleTables } from './vehicle-tables.js';
import { readVehicles, type VehicleRow } from './vehicles.js';
import type { BulkWriter } from './writer.js';

/** Input data of a catalogue. */
export interface Filling {
  readonly writer: BulkWriter;
  readonly offers: OfferFill;
  readonly ids: IdRegistry;
  /** Directory of the generator's own tables. */
  readonly tables: string;
  readonly vehiclesFile: string | undefined;
  readonly dice: SeededRandom;
  readonly onProgress: (line: string) => void;
}

/** Makers and cars of the tables, or of another file. */
export function readVehicleTables({ tables, vehiclesFile, onProgress }: Filling): {
  makes: Map<string, Make>;
  rows: VehicleRow[];
} {
  onProgress('Reading vehicles');
  const makes = readMakes();
  const builtIn = ['vehicles-a.csv', 'vehicles-b.csv'].map((name) => join(tables, name));
  return { makes, rows: readVehicles(vehiclesFile === undefined ? builtIn : [vehiclesFile], makes, onProgress) };
}

/** Rows of a catalogue by table, as its `meta` and the tests name them. */
export function countsOf(vehicles: VehicleTables, others: Record<string, number>): Record<string, number> {
  const { makes, series, models, kba } = vehicles;
  return { manufacturers: makes.length, series: series.length, models: models.length, kba: kba.length, ...others };
}
