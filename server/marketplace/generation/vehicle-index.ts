import { DatabaseSync, type StatementSync } from 'node:sqlite';
import type { CatalogueTables } from '../catalogue-file/catalogue-tables.js';
import { ownedRow } from '../files/node-sqlite.js';
import { forEachInChunks, type Yield } from '../program/yield-to-event-loop.js';

/** Popularity by country. */
type Popularity = Readonly<Record<string, number>>;
type Ranked<Row> = Omit<Row, 'popularity'> & { popularity: Popularity };
type Kba = CatalogueTables['kba'];
export type Manufacturer = Ranked<CatalogueTables['manufacturer']>;
export type SeriesFamily = CatalogueTables['series_family'];
export type SeriesPage = CatalogueTables['series_page'];
export type Series = Ranked<CatalogueTables['series']>;
export type Model = Ranked<CatalogueTables['model']>;

/** Parses the popularity of rows. */
function* ranked<Row extends { popularity: string }>(rows: Iterable<Row>): Iterable<Ranked<Row>> {
  for (const row of rows) yield { ...row, popularity: JSON.parse(row.popularity) as Popularity };
}

/**
 * All vehicles of one generation, some ten thousand models at most. Each table is read at its first use, so that a
 * start does not wait for it.
 */
export class VehicleIndex {
  readonly #database: DatabaseSync;
  readonly #tables: ReturnType<typeof lazyTables>;
  readonly #one: StatementSync;
  readonly #some: StatementSync;

  /** @param file the generation's catalogue; open until `close` */
  constructor(file: string) {
    this.#database = new DatabaseSync(file, { readOnly: true });
    // Tables are read once, and single models rarely repeat.
    this.#database.exec('pragma cache_size = -256');
    this.#tables = lazyTables(this.#database);
    this.#one = this.#database.prepare('select * from model where id = ?');
    this.#some = this.#database.prepare('select * from model where number in (select value from json_each(?))');
  }

  /** Builds the tables that readers of another generation have used, so that nobody waits for them. */
  async makeReadyLike(former: VehicleIndex, pause: Yield): Promise<void> {
    const others = Object.values(former.#tables);
    for (const [index, table] of Object.values(this.#tables).entries())
      if (others[index]?.isMade) await table.make(pause);
  }

  get manufacturers(): ReadonlyMap<number, Manufacturer> {
    return this.#tables.manufacturers.shape;
  }
  get families(): ReadonlyMap<number, SeriesFamily> {
    return this.#tables.families.shape;
  }
  get pages(): ReadonlyMap<number, SeriesPage> {
    return this.#tables.pages.shape.byId;
  }
  get series(): ReadonlyMap<number, Series> {
    return this.#tables.series.shape.byId;
  }
  get modelsById(): ReadonlyMap<string, Model> {
    return this.#tables.models.shape.byId;
  }
  get modelsByNumber(): ReadonlyMap<number, Model> {
    return this.#tables.models.shape.byNumber;
  }

  /** Reads one model, without loading all. */
  model(id: string): Model | undefined {
    const row = this.#one.get(id) as unknown as CatalogueTables['model'] | undefined;
    return row && [...ranked([row])][0];
  }

  /** Returns models by number: all if they are loaded, else only these. */
  modelsNumbered(numbers: readonly number[]): ReadonlyMap<number, Model> {
    if (this.#tables.models.isMade) return this.modelsByNumber;
    const rows = this.#some.all(JSON.stringify(numbers)) as unknown as CatalogueTables['model'][];
    return new Map([...ranked(rows)].map((model) => [model.number, model]));
  }

  /** Loads all models into memory. */
  async readModels(pause: Yield): Promise<void> {
    if (!this.#tables.models.isMade) await this.#tables.models.make(pause);
  }

  close(): void {
    this.#database.close();
  }

  pagesOf(manufacturer: Manufacturer): readonly SeriesPage[] {
    return this.#tables.pages.shape.ofManufacturer.get(manufacturer.id) ?? [];
  }
  seriesOf(manufacturer: Manufacturer): readonly Series[] {
    return this.#tables.series.shape.ofManufacturer.get(manufacturer.id) ?? [];
  }
  seriesOn(page: SeriesPage): readonly Series[] {
    return this.#tables.series.shape.onPage.get(page.id) ?? [];
  }
  modelsOf(series: Series): readonly Model[] {
    return this.#tables.models.shape.ofSeries.get(series.id) ?? [];
  }
  kbasOf(model: Model): readonly Kba[] {
    return this.#tables.kbas.shape.ofModel.get(model.number) ?? [];
  }
  /** Returns national types by maker and type key; several models may share one. */
  kbasByKeys(keys: string): readonly Kba[] {
    return this.#tables.kbas.shape.byKeys.get(keys) ?? [];
  }
  /** Returns the model of a national type number (D48). */
  modelOfKba(kbaId: number): Model | undefined {
    const number = this.#tables.kbas.shape.modelNumber.get(kbaId);
    return number === undefined ? undefined : this.modelsByNumber.get(number);
  }
}

function addTo<Key, Row>(groups: Map<Key, Row[]>, key: Key, row: Row): void {
  const group = groups.get(key);
  if (group) group.push(row);
  else groups.set(key, [row]);
}

function lazyTables(database: DatabaseSync) {
  const rows = <Table extends keyof CatalogueTables>(table: Table, order = 'rowid') =>
    database.prepare(`select * from ${table} order by ${order}`).iterate() as Iterable<unknown> as Iterable<
      CatalogueTables[Table]
    >;
  return {
    manufacturers: new LazyTable(
      () => ranked(rows('manufacturer')),
      () => new Map<number, Manufacturer>(),
      (manufacturers, row) => manufacturers.set(row.id, row),
    ),
    families: new LazyTable(
      () => rows('series_family'),
      () => new Map<number, SeriesFamily>(),
      (families, row) => families.set(row.id, ownedRow(row)),
    ),
    pages: new LazyTable(
      () => rows('series_page'),
      () => ({ byId: new Map<number, SeriesPage>(), ofManufacturer: new Map<number, SeriesPage[]>() }),
      ({ byId, ofManufacturer }, row) => {
        const page = ownedRow(row);
        byId.set(page.id, page);
        addTo(ofManufacturer, page.manufacturer_id, page);
      },
    ),
    series: new LazyTable(
      () => ranked(rows('series')),
      () => ({
        byId: new Map<number, Series>(),
        ofManufacturer: new Map<number, Series[]>(),
        onPage: new Map<number, Series[]>(),
      }),
      ({ byId, ofManufacturer, onPage }, series) => {
        byId.set(series.id, series);
        addTo(ofManufacturer, series.manufacturer_id, series);
        addTo(onPage, series.series_page_id, series);
      },
    ),
    models: new LazyTable(
      () => ranked(rows('model')),
      () => ({
        byId: new Map<string, Model>(),
        byNumber: new Map<number, Model>(),
        ofSeries: new Map<number, Model[]>(),
      }),
      ({ byId, byNumber, ofSeries }, model) => {
        byId.set(model.id, model);
        byNumber.set(model.number, model);
        addTo(ofSeries, model.series_id, model);
      },
    ),
    kbas: new LazyTable(
      () => rows('kba', 'kba_id'),
      () => ({
        modelNumber: new Map<number, number>(),
        ofModel: new Map<number, Kba[]>(),
        byKeys: new Map<string, Kba[]>(),
      }),
      ({ modelNumber, ofModel, byKeys }, row) => {
        const kba = ownedRow(row);
        modelNumber.set(kba.kba_id, kba.model_number);
        addTo(ofModel, kba.model_number, kba);
        addTo(byKeys, kba.hsn + kba.tsn, kba);
      },
    ),
  };
}

/** A table in another form, built at its first use. */
class LazyTable<Row, Shape> {
  #made: { shape: Shape } | null = null;

  /** @param empty makes the form without rows @param add adds a row */
  constructor(
    private readonly read: () => Iterable<Row>,
    private readonly empty: () => Shape,
    private readonly add: (shape: Shape, row: Row) => void,
  ) {}

  get isMade(): boolean {
    return this.#made !== null;
  }

  get shape(): Shape {
    if (!this.#made) {
      const shape = this.empty();
      for (const row of this.read()) this.add(shape, row);
      this.#made = { shape };
    }
    return this.#made.shape;
  }

  async make(pause: Yield): Promise<void> {
    const shape = this.empty();
    await forEachInChunks(this.read(), (row) => this.add(shape, row), pause);
    this.#made ??= { shape };
  }
}
