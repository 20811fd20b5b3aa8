import type { IdRegistry } from '../marketplace/catalogue-file/ids.js';
import { editionCountries } from '../marketplace/shipping/edition-countries.js';
import type { Make } from '../marketplace/vehicles/makes.js';
import { fullModelName } from '../marketplace/vehicles/series-name.js';
import type { SeededRandom } from './seeded-random.js';
import { modelKey, type VehicleRow } from './vehicles.js';

/** A node of the vehicle tree with its public id. */
export interface VehicleNode {
  readonly id: number;
  readonly name: string;
}
export interface MakeNode extends VehicleNode {
  readonly make: Make;
}
export interface SeriesNode extends VehicleNode {
  readonly make: MakeNode;
  readonly family: VehicleNode;
  readonly page: VehicleNode;
  readonly models: ModelNode[];
}
export interface ModelNode {
  /** Its key inside this generation, from 1 without gaps. */
  readonly number: number;
  readonly id: number;
  readonly series: SeriesNode;
  readonly row: VehicleRow;
  readonly fullName: string;
  /** Popularity in each edition country, at least 1. */
  readonly popularity: readonly number[];
  /** Share of all cars in the six countries; the scores of a catalogue add up to 1. */
  readonly score: number;
  readonly burns: 'petrol' | 'diesel' | null;
  readonly electric: boolean;
}
export interface Kba {
  readonly kbaId: number;
  readonly model: ModelNode;
  readonly hsn: string;
  readonly tsn: string;
}
export interface VehicleTables {
  readonly makes: MakeNode[];
  readonly families: (VehicleNode & { readonly make: MakeNode })[];
  readonly pages: (VehicleNode & { readonly make: MakeNode; readonly family: VehicleNode })[];
  readonly series: SeriesNode[];
  readonly models: ModelNode[];
  readonly kba: Kba[];
}

/** Gives every row a place in the tree, ids and a popularity. */
export function placeVehicles(
  rows: readonly VehicleRow[],
  knownMakes: Iterable<Make>,
  ids: IdRegistry,
  dice: SeededRandom,
): VehicleTables {
  for (const make of knownMakes) ids.idOf('manufacturer', make.name, make.wantedId);
  const makes = new Map<string, MakeNode>();
  const families = new Map<string, VehicleNode & { make: MakeNode }>();
  const pages = new Map<string, VehicleNode & { make: MakeNode; family: VehicleNode }>();
  const series = new Map<string, SeriesNode>();
  const rowsOf = new Map<SeriesNode, VehicleRow[]>();
  for (const row of rows) {
    const name = row.make.name;
    const make = entry(makes, name, () => ({ id: ids.idOf('manufacturer', name), name, make: row.make }));
    const familyKey = `${name}|${row.family}`;
    const family = entry(families, familyKey, () => ({
      id: ids.idOf('series_family', familyKey),
      name: row.family,
      make,
    }));
    const pageKey = `${name}|${row.page}`;
    const page = entry(pages, pageKey, () => ({ id: ids.idOf('series_page', pageKey), name: row.page, make, family }));
    const seriesKey = `${pageKey}|${row.series}`;
    const placed = entry(series, seriesKey, () => ({
      id: ids.idOf('series', seriesKey),
      name: row.series,
      make,
      family: page.family,
      page,
      models: [],
    }));
    entry(rowsOf, placed, () => []).push(row);
  }
  const orderedSeries = [...series.values()].sort(
    (a, b) => a.make.id - b.make.id || a.page.id - b.page.id || a.id - b.id,
  );
  const total = rows.reduce((sum, row) => sum + weightOf(row), 0);
  const models: ModelNode[] = [];
  for (const one of orderedSeries) {
    for (const row of rowsOf.get(one) ?? []) {
      const model: ModelNode = {
        number: models.length + 1,
        id: ids.idOf('model', modelKey(row)),
        series: one,
        row,
        fullName: fullModelName(row.make.name, row.series, row.name),
        popularity: row.make.share.map((share) => Math.max(1, Math.round(share * row.weight))),
        score: weightOf(row) / total,
        burns: row.burns,
        electric: row.fuel === 'electric' || row.fuel === 'hybrid',
      };
      models.push(model);
      one.models.push(model);
    }
  }
  return {
    makes: [...makes.values()].sort(byId),
    families: [...families.values()].sort(byId),
    pages: [...pages.values()].sort(byId),
    series: orderedSeries,
    models,
    kba: makeKeys(models, dice.about('kba')),
  };
}

const byId = (a: VehicleNode, b: VehicleNode): number => a.id - b.id;

function weightOf(row: VehicleRow): number {
  return (row.weight + 1) * row.make.share.reduce((sum, share) => sum + share, 0);
}

function entry<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  let value = map.get(key);
  if (value === undefined) {
    value = make();
    map.set(key, value);
  }
  return value;
}

/** Popularity by country as the schema stores it. */
export function popularityJson(values: readonly number[]): string {
  return JSON.stringify(Object.fromEntries(editionCountries.map((country, index) => [country, values[index] ?? 0])));
}

/** The n-th invented type key of a maker number: ZAA to ZZZ, then YAA to YZZ and so on. Real lists need a licence. */
function inventedTsn(n: number): string {
  const letter = (value: number) => String.fromCharCode(65 + value);
  return String.fromCharCode(90 - Math.floor(n / 676)) + letter(Math.floor(n / 26) % 26) + letter(n % 26);
}

/**
 * Keys of German registration documents. As in real lists, about one model in twelve shares the key of its neighbour,
 * and one in eight has a second key.
 */
function makeKeys(models: readonly ModelNode[], dice: SeededRandom): Kba[] {
  const keys: Kba[] = [];
  const used = new Map<string, number>();
  const fresh = (hsn: string) => {
    const n = used.get(hsn) ?? 0;
    used.set(hsn, n + 1);
    return inventedTsn(n);
  };
  let last: Kba | undefined;
  for (const model of models) {
    const hsn = model.row.hsn;
    if (hsn === null) continue;
    const neighbour = last && last.hsn === hsn && last.model.series === model.series ? last : undefined;
    const shares = neighbour !== undefined && dice.roll(model.id, 'share') < 0.09;
    const key: Kba = { kbaId: model.id * 4, model, hsn, tsn: shares && neighbour ? neighbour.tsn : fresh(hsn) };
    keys.push(key);
    if (dice.roll(model.id, 'second') < 0.12) keys.push({ kbaId: model.id * 4 + 1, model, hsn, tsn: fresh(hsn) });
    last = key;
  }
  return keys;
}
