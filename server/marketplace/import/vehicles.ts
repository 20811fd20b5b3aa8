import type { DatabaseSync } from 'node:sqlite';
import { fuels } from '../../contract/vehicles.js';
import { slugOf } from '../catalogue/slugs.js';
import { editionCountries } from '../store/edition-countries.js';
import { type IdRegistry, modelNaturalKey } from '../store/ids.js';
import { fullModelName } from '../vehicles/full-model-name.js';
import { type Make, readMakes } from '../vehicles/makes.js';
import { RowError, SkippedRow } from './import-errors.js';
import type { Importer } from './importer.js';
import { nameKey } from './known-brands.js';
import type { FeedRecord } from './reading/records.js';
import { updateFromNames } from './update-derived-tables.js';
import { decimal, plainText, requiredText, whole } from './values.js';

/** Metric horse power in one kilowatt. */
const horsePower = 1.35962;
/** Popularity of a car of which the file says nothing. */
const unsaidPopularity = 10;

type Fields = FeedRecord['fields'];
interface VehicleNode {
  readonly id: number;
  readonly name: string;
}
interface Series extends VehicleNode {
  readonly makeId: number;
  readonly pageId: number;
}

/** Fuels as lists write them besides our own words. */
const otherFuels: Readonly<Record<string, (typeof fuels)[number]>> = {
  'petrol-hybrid': 'hybrid',
  'petrol-plugin': 'hybrid',
  'diesel-hybrid': 'hybrid',
  'diesel-plugin': 'hybrid',
  'petrol-lpg': 'lpg',
  e85: 'petrol',
};

/** Cars with their place in the tree of makes, families, pages and series. Known ones are left as they are. */
export class VehicleImporter implements Importer {
  readonly #makes = new Map<string, VehicleNode>();
  /** Makes of the world by each of their spellings. */
  readonly #spellings: ReadonlyMap<string, Make>;
  readonly #series = new Map<string, Series>();
  readonly #lines = new Map<number, number>();
  readonly #known: ReadonlySet<string>;
  #lastNumber: number;
  readonly #counts = { added: 0, known: 0, 'new makes': 0, 'new series': 0, 'registration keys': 0 };

  constructor(
    private readonly database: DatabaseSync,
    private readonly ids: IdRegistry,
  ) {
    for (const { id, name } of database.prepare('select id, name from manufacturer').all())
      this.#makes.set(nameKey(String(name)), { id: Number(id), name: String(name) });
    this.#spellings = new Map([...readMakes()].map(([spelling, make]) => [nameKey(spelling), make]));
    this.#known = new Set(
      database
        .prepare('select id from model')
        .all()
        .map(({ id }) => String(id)),
    );
    this.#lastNumber = Number(database.prepare('select max(number) as last from model').get()?.last ?? 0);
  }

  take({ fields, line }: FeedRecord): void {
    const make = this.#spelled(requiredText(fields, 'make', 60));
    const seriesName = requiredText(fields, 'series', 100);
    const page = plainText(fields, 'page', 100) ?? seriesName;
    const ccm = Math.round(decimal(fields, 'ccm', 0, 20_000) ?? 0);
    const fuel = fuelOf(fields, ccm);
    const displacement = fuel === 'electric' ? 0 : ccm;
    const kw = powerOf(fields);
    const [from, to] = [month(fields, 'from'), month(fields, 'to')];
    if (from !== null && to !== null && to < from)
      throw new RowError('to', fields.to ?? '', 'is before the month of "from"');
    const keys = keysOf(fields);
    const popularity = whole(fields, 'popularity', 0, 100_000) ?? unsaidPopularity;
    const name = plainText(fields, 'model', 100) ?? (displacement > 0 ? (displacement / 1000).toFixed(1) : 'EV');
    const natural = modelNaturalKey({ make, page, series: seriesName, name, fuel, ccm: displacement, kw, from });
    const id = this.ids.idOf('model', natural);
    const earlier = this.#lines.get(id);
    if (earlier !== undefined)
      throw new SkippedRow('model', `${make} ${seriesName} ${name}`, `says the same as line ${earlier}`);
    this.#lines.set(id, line);
    if (this.#known.has(String(id))) {
      this.#counts.known++;
      return;
    }
    const series = this.#seriesOf(this.#makeOf(make), plainText(fields, 'family', 100) ?? page, page, seriesName);
    const number = ++this.#lastNumber;
    const year = (months: number | null) => (months === null ? null : Math.floor(months / 12));
    this.database
      .prepare('insert into model values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)')
      .run(
        number,
        String(id),
        series.makeId,
        series.pageId,
        series.id,
        name,
        fullModelName(make, seriesName, name),
        kw,
        displacement,
        fuel,
        year(from),
        year(to),
        everywhere(popularity),
      );
    this.#counts.added++;
    for (const [index, key] of keys.entries()) {
      this.database.prepare('insert into kba values (?, ?, ?, ?)').run(id * 4 + index, number, key.hsn, key.tsn);
      this.#counts['registration keys']++;
    }
  }

  /** A make as the catalogue writes it, or as people do: lists have `FORD` and `VW`. */
  #spelled(written: string): string {
    const own = this.#makes.get(nameKey(written))?.name;
    const usual = own ?? this.#spellings.get(nameKey(written))?.name;
    return usual === undefined ? written : (this.#makes.get(nameKey(usual))?.name ?? usual);
  }

  #makeOf(name: string): VehicleNode {
    const known = this.#makes.get(nameKey(name));
    if (known) return known;
    const make = { id: this.ids.idOf('manufacturer', name, this.#spellings.get(nameKey(name))?.wantedId), name };
    this.database
      .prepare('insert into manufacturer values (?, ?, ?, ?, ?)')
      .run(make.id, name, slugOf(name, 'de'), slugOf(name, 'de'), everywhere(1));
    this.#makes.set(nameKey(name), make);
    this.#counts['new makes']++;
    return make;
  }

  #seriesOf(make: VehicleNode, family: string, page: string, name: string): Series {
    const pageKey = `${make.name}|${page}`;
    const key = `${pageKey}|${name}`;
    const known = this.#series.get(key);
    if (known) return known;
    const familyId = this.ids.idOf('series_family', `${make.name}|${family}`);
    const pageId = this.ids.idOf('series_page', pageKey);
    const id = this.ids.idOf('series', key);
    const { changes } = this.database
      .prepare('insert or ignore into series values (?, ?, ?, ?, ?, null, null, ?)')
      .run(id, make.id, pageId, name, slugOf(name, 'de'), everywhere(1));
    this.database
      .prepare('insert or ignore into series_family values (?, ?, ?, ?)')
      .run(familyId, make.id, family, slugOf(family, 'de'));
    this.database
      .prepare('insert or ignore into series_page values (?, ?, ?, ?, ?)')
      .run(pageId, make.id, familyId, page, slugOf(page, 'de'));
    this.#counts['new series'] += Number(changes);
    const series = { id, name, makeId: make.id, pageId };
    this.#series.set(key, series);
    return series;
  }

  get hasChanged(): boolean {
    return this.#counts.added > 0;
  }

  /** Years and popularity of series follow from their models. */
  finish(): Readonly<Record<string, number>> {
    if (!this.hasChanged) return this.#counts;
    const sums = editionCountries
      .map(
        (country) =>
          `'${country}', (select sum(json_extract(popularity, '$.${country}')) from model where series_id = series.id)`,
      )
      .join(', ');
    this.database.exec(`
      update series set popularity = json_object(${sums}),
        year_start = (select min(year_start) from model where series_id = series.id),
        year_end = (select case when count(*) = count(year_end) then max(year_end) end from model where series_id = series.id);
    `);
    updateFromNames(this.database);
    return this.#counts;
  }
}

const everywhere = (value: number): string =>
  JSON.stringify(Object.fromEntries(editionCountries.map((country) => [country, value])));

function fuelOf(fields: Fields, ccm: number): (typeof fuels)[number] {
  const text = plainText(fields, 'fuel', 60)?.toLowerCase() ?? (ccm === 0 ? 'electric' : 'petrol');
  const fuel = fuels.find((name) => name === text) ?? otherFuels[text];
  if (fuel === undefined) throw new RowError('fuel', text, `is none of ${fuels.join(', ')}`);
  return fuel;
}

function powerOf(fields: Fields): number {
  const kw = decimal(fields, 'kw', 0, 2000);
  if (kw) return Math.round(kw);
  const ps = decimal(fields, 'ps', 0, 2700);
  if (!ps && kw === null && ps === null) throw new RowError('kw', '', 'is missing, and so is ps');
  if (!ps) throw new RowError(kw === 0 ? 'kw' : 'ps', '0', 'is zero, and must be more than zero');
  return Math.round(ps / horsePower);
}

/** A month as YYYY-MM, counted from year 0. */
function month(fields: Fields, field: string): number | null {
  const text = plainText(fields, field, 20);
  if (text === null) return null;
  const match = /^(\d{4})-(0[1-9]|1[0-2])$/.exec(text);
  if (!match) throw new RowError(field, text, 'is no month as YYYY-MM');
  return Number(match[1]) * 12 + Number(match[2]) - 1;
}

/** Registration keys of German papers: one maker number, type keys separated by commas; at most four. */
function keysOf(fields: Fields): { hsn: string; tsn: string }[] {
  const hsn = plainText(fields, 'hsn', 10);
  const types = plainText(fields, 'tsn', 40);
  if (hsn !== null && !/^\d{4}$/.test(hsn)) throw new RowError('hsn', hsn, 'is not four digits');
  if (types === null) return [];
  if (hsn === null) throw new RowError('tsn', types, 'stands there without hsn');
  const keys = types.split(/[,\s]+/).map((tsn) => ({ hsn, tsn: tsn.toUpperCase() }));
  if (keys.length > 4 || !keys.every(({ tsn }) => /^[A-Z0-9]{3}$/.test(tsn)))
    throw new RowError('tsn', types, 'is not one to four keys of three letters or digits');
  return keys;
}
