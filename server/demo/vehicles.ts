import { fuels } from '../contract/vehicles.js';
import { modelNaturalKey } from '../marketplace/catalogue-file/ids.js';
import { DataFileError, type Row, readTable } from '../marketplace/program/data-table.js';
import { editionCountries } from '../marketplace/shipping/edition-countries.js';
import type { Make } from '../marketplace/vehicles/makes.js';

export type Fuel = (typeof fuels)[number];

/** One row of the vehicle file, without a place in the catalogue. Months count from year 0. */
export interface VehicleRow {
  readonly make: Make;
  readonly family: string;
  readonly page: string;
  readonly series: string;
  readonly name: string;
  readonly fuel: Fuel;
  /** The fuel that it burns: plugs, filters and tanks depend on it. */
  readonly burns: 'petrol' | 'diesel' | null;
  readonly ccm: number;
  readonly kw: number;
  readonly from: number | null;
  readonly to: number | null;
  readonly hsn: string | null;
  /** How common the car is within its make, 1 to 100. */
  readonly weight: number;
}

/** Per cent of new cars of a make that is in no table, in each country. */
const rareShare = 0.03;

function month(row: Row, column: string): number | null {
  const value = row.text(column);
  if (value === '') return null;
  const [, years, months] = /^(\d{4})-(0[1-9]|1[0-2])$/.exec(value) ?? [];
  if (months === undefined) throw row.error(column, 'a month as YYYY-MM');
  return Number(years) * 12 + Number(months) - 1;
}

/** Spellings of fuels in some public lists. */
const otherSpellings: Readonly<Record<string, Pick<VehicleRow, 'fuel' | 'burns'>>> = {
  'petrol-hybrid': { fuel: 'hybrid', burns: 'petrol' },
  'petrol-plugin': { fuel: 'hybrid', burns: 'petrol' },
  'diesel-hybrid': { fuel: 'hybrid', burns: 'diesel' },
  'diesel-plugin': { fuel: 'hybrid', burns: 'diesel' },
  'petrol-lpg': { fuel: 'lpg', burns: 'petrol' },
  e85: { fuel: 'petrol', burns: 'petrol' },
};
const dieselName = /TDI|CDI|HDi|dCi|BlueTEC|JTD|\bd\b|\d{2,3}d\b|BlueHDi/;

function fuelOf(row: Row, ccm: number): Pick<VehicleRow, 'fuel' | 'burns'> {
  const spelled = row.text('fuel');
  const other = otherSpellings[spelled];
  if (other) return other;
  const fuel = spelled === '' ? (ccm === 0 ? 'electric' : 'petrol') : row.oneOf('fuel', fuels);
  if (fuel === 'electric' || (fuel === 'hybrid' && ccm === 0)) return { fuel, burns: null };
  if (fuel === 'hybrid') return { fuel, burns: dieselName.test(row.text('model')) ? 'diesel' : 'petrol' };
  return { fuel, burns: fuel === 'diesel' ? 'diesel' : 'petrol' };
}

function power(row: Row): number {
  const kw = row.number('kw', 1, 2000) ?? (row.number('ps', 1, 2700) ?? 0) / 1.35962;
  if (kw === 0) throw row.error('kw', 'the power in kW (or a column ps)');
  return Math.round(kw);
}

/** The name of a model without one: `1.4`, or `EV`. Pages show the power beside every name. */
const composedName = (ccm: number): string => (ccm > 0 ? (ccm / 1000).toFixed(1) : 'EV');

/**
 * Reads vehicles in the format of README.md. Equal rows count once. Rows without a series have no place in the vehicle
 * tree, so they are skipped.
 * @param onProgress receives a line with their number
 */
export function readVehicles(
  files: readonly string[],
  makes: ReadonlyMap<string, Make>,
  onProgress: (line: string) => void,
): VehicleRow[] {
  const foreign = new Map<string, Make>();
  const seen = new Map<string, VehicleRow>();
  const placeless: number[] = [];
  for (const row of files.flatMap((file) => readTable(file, ['make', 'series']))) {
    const makeName = row.required('make');
    const key = makeName.toLowerCase();
    let make = makes.get(key) ?? foreign.get(key);
    if (!make) {
      const share = editionCountries.map(() => rareShare);
      make = { wantedId: undefined, name: makeName, seoName: makeName, concern: key, hsn: null, share };
      foreign.set(key, make);
    }
    const series = row.text('series');
    if (series === '') {
      placeless.push(row.line);
      continue;
    }
    const ccm = Math.round(row.number('ccm', 0, 20_000) ?? 0);
    const kw = power(row);
    const { fuel, burns } = fuelOf(row, ccm);
    const from = month(row, 'from');
    const to = month(row, 'to');
    if (from !== null && to !== null && to < from) throw row.error('to', 'a month not before the one in "from"');
    const hsn = row.text('hsn') || make.hsn;
    if (hsn !== null && !/^\d{4}$/.test(hsn)) throw row.error('hsn', 'four digits');
    const vehicle: VehicleRow = {
      make,
      family: row.text('family') || row.text('page') || series,
      page: row.text('page') || series,
      series,
      name: row.text('model') || composedName(ccm),
      fuel,
      burns,
      ccm: fuel === 'electric' ? 0 : ccm,
      kw,
      from,
      to,
      hsn,
      weight: row.number('weight', 0, 1000) ?? 20,
    };
    const natural = modelKey(vehicle);
    if (!seen.has(natural)) seen.set(natural, vehicle);
  }
  if (placeless.length > 0) {
    const rows = placeless.length === 1 ? 'row' : 'rows';
    onProgress(`${placeless.length} ${rows} without a series left out, the first in line ${placeless[0]}`);
  }
  if (seen.size === 0) throw new DataFileError(`${files.join(', ')} contain no vehicles.`);
  return [...seen.values()];
}

/** The key of a model's public id (D50). */
export function modelKey(row: VehicleRow): string {
  return modelNaturalKey({ ...row, make: row.make.name });
}
