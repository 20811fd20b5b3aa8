import type { DatabaseSync } from 'node:sqlite';
import { slugOf } from '../catalogue/slugs.js';
import type { IdRegistry } from '../catalogue-file/ids.js';
import { editionCountries } from '../shipping/edition-countries.js';
import { fullModelName } from '../vehicles/series-name.js';
import { ForeignKeys } from './foreign-keys.js';
import type { Importer } from './import-target.js';
import { type KnownMake, KnownMakes } from './known-makes.js';
import { type Car, readCar } from './read-car.js';
import { SkippedRow } from './reading/import-errors.js';
import type { FeedRecord } from './reading/records.js';
import { updateFromNames } from './update-derived-tables.js';

/** Popularity of a car whose row names none. */
const defaultPopularity = 10;

interface Series extends KnownMake {
  readonly makeId: number;
  readonly pageId: number;
}

const repeatedCar = ({ make, seriesName, name }: Car, line: number): SkippedRow =>
  new SkippedRow('model', `${make} ${seriesName} ${name}`, `says the same as line ${line}`);
const yearOf = (months: number | null): number | null => (months === null ? null : Math.floor(months / 12));

/**
 * Imports cars with their place in the tree of makes, families, pages and series. Known cars stay as they are. Only
 * keys of other systems change, and facts that a row with such a key corrects.
 */
export class VehicleImporter implements Importer {
  readonly #makes: KnownMakes;
  readonly #series = new Map<string, Series>();
  readonly #lines = new Map<number, number>();
  /** Numbers of models by id. */
  readonly #numbers: Map<string, number>;
  readonly #foreignKeys: ForeignKeys;
  /** Known models that a row describes unchanged. */
  readonly #named = new Set<number>();
  readonly #waiting = new Map<string, Car>();
  #lastNumber: number;
  readonly #counts = {
    added: 0,
    known: 0,
    corrected: 0,
    'new makes': 0,
    'new series': 0,
    'registration keys': 0,
    'with other keys': 0,
  };

  constructor(
    private readonly database: DatabaseSync,
    private readonly ids: IdRegistry,
  ) {
    this.#makes = new KnownMakes(database);
    this.#foreignKeys = new ForeignKeys(database);
    this.#numbers = new Map(
      database
        .prepare('select id, number from model')
        .all()
        .map(({ id, number }) => [String(id), Number(number)]),
    );
    this.#lastNumber = Number(database.prepare('select max(number) as last from model').get()?.last ?? 0);
  }

  importRow({ fields, line }: FeedRecord): void {
    const car = readCar(fields, line, (make) => this.#makes.spelled(make));
    const { natural, foreignKeys, make } = car;
    const waiting = this.#waiting.get(natural);
    if (waiting) {
      const more = foreignKeys.filter((key) => !waiting.foreignKeys.includes(key));
      if (more.length === 0) throw repeatedCar(car, waiting.line);
      waiting.foreignKeys.push(...more);
      return;
    }
    // The row may correct a known car, which is certain only after all rows.
    if (foreignKeys.length > 0 && !this.ids.knows('model', natural)) {
      // Later rows may spell the make in another way.
      this.#makeOf(make);
      this.#waiting.set(natural, car);
    } else this.#put(car);
  }

  #put(car: Car): void {
    const { natural, line, foreignKeys, make, name, kw, ccm, fuel, from, to, cylinders } = car;
    const id = this.ids.idOf('model', natural);
    const earlier = this.#lines.get(id);
    const known = this.#numbers.get(String(id));
    const isNews = known !== undefined && this.#foreignKeys.add(known, foreignKeys);
    if (earlier !== undefined && !isNews) throw repeatedCar(car, earlier);
    if (earlier !== undefined) return;
    this.#lines.set(id, line);
    if (known !== undefined) {
      this.#named.add(known);
      this.#counts.known++;
      return;
    }
    const series = this.#seriesOf(this.#makeOf(make), car.family, car.page, car.seriesName);
    const number = ++this.#lastNumber;
    this.database
      .prepare('insert into model values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)')
      .run(
        number,
        String(id),
        series.makeId,
        series.pageId,
        series.id,
        name,
        fullModelName(make, car.seriesName, name),
        kw,
        ccm,
        fuel,
        yearOf(from),
        yearOf(to),
        everywhere(car.popularity ?? defaultPopularity),
        cylinders,
      );
    this.#numbers.set(String(id), number);
    this.#foreignKeys.add(number, foreignKeys);
    this.#counts.added++;
    this.#putKeys(id, number, car.keys);
  }

  #putKeys(id: number, number: number, keys: Car['keys']): void {
    for (const [index, key] of keys.entries()) {
      this.database.prepare('insert into kba values (?, ?, ?, ?)').run(id * 4 + index, number, key.hsn, key.tsn);
      this.#counts['registration keys']++;
    }
  }

  /**
   * Settles cars that the catalogue lacks but whose keys it has. If their keys belong to one car of the same series and
   * fuel that no row describes, the row corrects that car. Otherwise it is another car.
   */
  #settleWaiting(): void {
    const find = this.database.prepare(
      `select distinct m.number, m.id, m.fuel, s.name as series, f.name as make
       from vehicle_key k join model m on m.number = k.model_number join series s on s.id = m.series_id
       join manufacturer f on f.id = m.manufacturer_id where k.key in (select value from json_each(?))`,
    );
    const claims = Map.groupBy(this.#waiting.values(), (car) => {
      const [holder, ...others] = find.all(JSON.stringify(car.foreignKeys));
      const isSame = holder?.fuel === car.fuel && holder.series === car.seriesName && holder.make === car.make;
      if (!isSame || others.length > 0 || this.#named.has(Number(holder.number))) return null;
      return `${holder.id} ${holder.number}`;
    });
    for (const [holder, cars] of claims) {
      const [car, ...others] = cars;
      if (holder === null || !car || others.length > 0) {
        for (const each of cars) this.#put(each);
        continue;
      }
      const [id, number] = holder.split(' ').map(Number);
      if (id !== undefined && number !== undefined) this.#correct(id, number, car);
    }
  }

  #correct(id: number, number: number, { name, kw, ccm, from, to, cylinders, popularity, keys, ...car }: Car): void {
    this.ids.give('model', car.natural, id);
    this.database
      .prepare(
        `update model set name = ?, full_name = ?, kw = ?, ccm = ?, year_start = ?, year_end = ?,
         cylinders = coalesce(?, cylinders), popularity = coalesce(?, popularity) where number = ?`,
      )
      .run(
        name,
        fullModelName(car.make, car.seriesName, name),
        kw,
        ccm,
        yearOf(from),
        yearOf(to),
        cylinders,
        popularity === null ? null : everywhere(popularity),
        number,
      );
    if (keys.length > 0) {
      this.database.prepare('delete from kba where model_number = ?').run(number);
      this.#putKeys(id, number, keys);
    }
    this.#foreignKeys.add(number, car.foreignKeys);
    this.#counts.corrected++;
  }

  #makeOf(name: string): KnownMake {
    const known = this.#makes.find(name);
    if (known) return known;
    const make = { id: this.ids.idOf('manufacturer', name, this.#makes.wantedIdOf(name)), name };
    this.database
      .prepare('insert into manufacturer values (?, ?, ?, ?, ?)')
      .run(make.id, name, slugOf(name, 'de'), slugOf(name, 'de'), everywhere(1));
    this.#makes.add(make);
    this.#counts['new makes']++;
    return make;
  }

  #seriesOf(make: KnownMake, family: string, page: string, name: string): Series {
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
    return this.#counts.added + this.#counts.corrected + this.#counts['with other keys'] > 0;
  }

  /** Updates years and popularity of series from their models. */
  finish(): Readonly<Record<string, number>> {
    this.#settleWaiting();
    this.#counts['with other keys'] = this.#foreignKeys.write();
    if (this.#counts.added + this.#counts.corrected === 0) return this.#counts;
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
