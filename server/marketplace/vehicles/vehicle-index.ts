import { DatabaseSync } from 'node:sqlite';
import type { CatalogueTables } from '../store/catalogue-tables.js';

/** Popularity by country of the edition. */
type Popularity = Readonly<Record<string, number>>;
type Ranked<Row> = Omit<Row, 'popularity'> & { popularity: Popularity };
type Kba = CatalogueTables['kba'];
export type Manufacturer = Ranked<CatalogueTables['manufacturer']>;
export type SeriesFamily = CatalogueTables['series_family'];
export type SeriesPage = CatalogueTables['series_page'];
export type Series = Ranked<CatalogueTables['series']>;
export type Model = Ranked<CatalogueTables['model']>;

const ranked = <Row extends { popularity: string }>(rows: Row[]): Ranked<Row>[] =>
  rows.map((row) => ({ ...row, popularity: JSON.parse(row.popularity) as Popularity }));
const byId = <Row extends { id: number }>(rows: Row[]): Map<number, Row> => new Map(rows.map((row) => [row.id, row]));

/** A value that is made when it is first asked for. */
function lazy<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/**
 * All vehicles of one generation: some ten thousand models at most, asked for by every page. Each table is read when
 * it is first needed, so that a start does not wait for models.
 */
export class VehicleIndex {
  readonly #database: DatabaseSync;
  readonly #one;
  readonly #manufacturers;
  readonly #families;
  readonly #pages;
  readonly #series;
  readonly #models;
  readonly #kbas;

  /** @param file the generation's catalogue; open until `close` */
  constructor(file: string) {
    this.#database = new DatabaseSync(file, { readOnly: true });
    const all = <Table extends keyof CatalogueTables>(table: Table, order = 'rowid'): CatalogueTables[Table][] =>
      this.#database.prepare(`select * from ${table} order by ${order}`).all() as unknown as CatalogueTables[Table][];
    this.#one = lazy(() => this.#database.prepare('select * from model where id = ?'));
    this.#manufacturers = lazy(() => byId(ranked(all('manufacturer'))));
    this.#families = lazy(() => byId(all('series_family')));
    this.#pages = lazy(() => {
      const rows = all('series_page');
      return { byId: byId(rows), ofManufacturer: Map.groupBy(rows, (page) => page.manufacturer_id) };
    });
    this.#series = lazy(() => {
      const rows = ranked(all('series'));
      return {
        byId: byId(rows),
        ofManufacturer: Map.groupBy(rows, (row) => row.manufacturer_id),
        onPage: Map.groupBy(rows, (row) => row.series_page_id),
      };
    });
    this.#models = lazy(() => {
      const rows = ranked(all('model'));
      return {
        byId: new Map(rows.map((model) => [model.id, model])),
        byNumber: new Map(rows.map((model) => [model.number, model])),
        ofSeries: Map.groupBy(rows, (model) => model.series_id),
      };
    });
    this.#kbas = lazy(() => {
      const rows = all('kba', 'kba_id');
      return {
        modelNumber: new Map(rows.map((kba) => [kba.kba_id, kba.model_number])),
        ofModel: Map.groupBy(rows, (kba) => kba.model_number),
        byKeys: Map.groupBy(rows, ({ hsn, tsn }) => hsn + tsn),
      };
    });
  }

  get manufacturers(): ReadonlyMap<number, Manufacturer> {
    return this.#manufacturers();
  }
  get families(): ReadonlyMap<number, SeriesFamily> {
    return this.#families();
  }
  get pages(): ReadonlyMap<number, SeriesPage> {
    return this.#pages().byId;
  }
  get series(): ReadonlyMap<number, Series> {
    return this.#series().byId;
  }
  get modelsById(): ReadonlyMap<string, Model> {
    return this.#models().byId;
  }
  get modelsByNumber(): ReadonlyMap<number, Model> {
    return this.#models().byNumber;
  }

  /** One model, read alone: who needs a few of them never holds all. */
  model(id: string): Model | undefined {
    const row = this.#one().get(id) as unknown as CatalogueTables['model'] | undefined;
    return row && ranked([row])[0];
  }

  close(): void {
    this.#database.close();
  }

  pagesOf(manufacturer: Manufacturer): readonly SeriesPage[] {
    return this.#pages().ofManufacturer.get(manufacturer.id) ?? [];
  }
  seriesOf(manufacturer: Manufacturer): readonly Series[] {
    return this.#series().ofManufacturer.get(manufacturer.id) ?? [];
  }
  seriesOn(page: SeriesPage): readonly Series[] {
    return this.#series().onPage.get(page.id) ?? [];
  }
  modelsOf(series: Series): readonly Model[] {
    return this.#models().ofSeries.get(series.id) ?? [];
  }
  kbasOf(model: Model): readonly Kba[] {
    return this.#kbas().ofModel.get(model.number) ?? [];
  }
  /** National types by maker and type key in one word; models may share one. */
  kbasByKeys(keys: string): readonly Kba[] {
    return this.#kbas().byKeys.get(keys) ?? [];
  }
  /** The model that owns a national type number (D48). */
  modelOfKba(kbaId: number): Model | undefined {
    const number = this.#kbas().modelNumber.get(kbaId);
    return number === undefined ? undefined : this.modelsByNumber.get(number);
  }
}
