import type { Kysely } from 'kysely';
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
const grouped = <Row>(rows: Row[], key: (row: Row) => number): Map<number, Row[]> => Map.groupBy(rows, key);

/** All vehicles of one generation, read once: some ten thousand models at most, asked for by every page. */
export class VehicleIndex {
  readonly manufacturers: ReadonlyMap<number, Manufacturer>;
  readonly families: ReadonlyMap<number, SeriesFamily>;
  readonly pages: ReadonlyMap<number, SeriesPage>;
  readonly series: ReadonlyMap<number, Series>;
  readonly modelsById: ReadonlyMap<string, Model>;
  readonly modelsByNumber: ReadonlyMap<number, Model>;
  readonly #modelNumberByKba: ReadonlyMap<number, number>;
  readonly #pagesOfManufacturer: Map<number, SeriesPage[]>;
  readonly #seriesOfManufacturer: Map<number, Series[]>;
  readonly #seriesOfPage: Map<number, Series[]>;
  readonly #modelsOfSeries: Map<number, Model[]>;
  readonly #kbasOfModel: Map<number, Kba[]>;
  readonly #kbasByKeys: Map<string, Kba[]>;

  private constructor(
    manufacturers: Manufacturer[],
    families: SeriesFamily[],
    pages: SeriesPage[],
    series: Series[],
    models: Model[],
    kbas: Kba[],
  ) {
    this.manufacturers = byId(manufacturers);
    this.families = byId(families);
    this.pages = byId(pages);
    this.series = byId(series);
    this.modelsById = new Map(models.map((model) => [model.id, model]));
    this.modelsByNumber = new Map(models.map((model) => [model.number, model]));
    this.#modelNumberByKba = new Map(kbas.map((kba) => [kba.kba_id, kba.model_number]));
    this.#pagesOfManufacturer = grouped(pages, (page) => page.manufacturer_id);
    this.#seriesOfManufacturer = grouped(series, (row) => row.manufacturer_id);
    this.#seriesOfPage = grouped(series, (row) => row.series_page_id);
    this.#modelsOfSeries = grouped(models, (model) => model.series_id);
    this.#kbasOfModel = grouped(kbas, (kba) => kba.model_number);
    this.#kbasByKeys = Map.groupBy(kbas, ({ hsn, tsn }) => hsn + tsn);
  }

  static async load(db: Kysely<CatalogueTables>): Promise<VehicleIndex> {
    return new VehicleIndex(
      ranked(await db.selectFrom('manufacturer').selectAll().execute()),
      await db.selectFrom('series_family').selectAll().execute(),
      await db.selectFrom('series_page').selectAll().execute(),
      ranked(await db.selectFrom('series').selectAll().execute()),
      ranked(await db.selectFrom('model').selectAll().execute()),
      await db.selectFrom('kba').selectAll().orderBy('kba_id').execute(),
    );
  }

  pagesOf(manufacturer: Manufacturer): readonly SeriesPage[] {
    return this.#pagesOfManufacturer.get(manufacturer.id) ?? [];
  }
  seriesOf(manufacturer: Manufacturer): readonly Series[] {
    return this.#seriesOfManufacturer.get(manufacturer.id) ?? [];
  }
  seriesOn(page: SeriesPage): readonly Series[] {
    return this.#seriesOfPage.get(page.id) ?? [];
  }
  modelsOf(series: Series): readonly Model[] {
    return this.#modelsOfSeries.get(series.id) ?? [];
  }
  kbasOf(model: Model): readonly Kba[] {
    return this.#kbasOfModel.get(model.number) ?? [];
  }
  /** National types by maker and type key in one word; models may share one. */
  kbasByKeys(keys: string): readonly Kba[] {
    return this.#kbasByKeys.get(keys) ?? [];
  }
  /** The model that owns a national type number (D48). */
  modelOfKba(kbaId: number): Model | undefined {
    const number = this.#modelNumberByKba.get(kbaId);
    return number === undefined ? undefined : this.modelsByNumber.get(number);
  }
}
