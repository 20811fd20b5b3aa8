import { sql } from 'kysely';
import type { Generation } from '../../generation/generation.js';
import type { Model, SeriesPage } from '../../generation/vehicle-index.js';
import { type Scope, scopeOf } from '../lookup/scope.js';
import type { NamedVehicles } from '../lookup/vehicle-search.js';
import words from '../words/data/words.json' with { type: 'json' };
import { wholeWord } from '../words/query-words.js';
import { norm, termsOf } from '../words/search-terms.js';
import { joinedSeries } from '../words/vehicle-terms.js';
import type { CarDetail } from './read-measures.js';

type Row = Pick<Model, 'number' | 'id' | 'series_page_id' | 'name' | 'kw' | 'ccm' | 'fuel' | 'year_start' | 'year_end'>;

/** Horsepower and kilowatts are rounded. */
const kilowattsOff = 1.6;
const lastYear = 9999;

const fuels = Object.entries(words.fuels).map(([fuel, pattern]) => ({ fuel, shape: wholeWord(pattern) }));

const fits =
  (details: readonly CarDetail[]) =>
  (model: Row): boolean =>
    details.every(({ kind, value }) => {
      if (kind === 'year') return value >= (model.year_start ?? 0) && value <= (model.year_end ?? lastYear);
      if (kind === 'kilowatts') return Math.abs(model.kw - value) <= kilowattsOff;
      return Math.round(model.ccm / 100) === Math.round(value * 10);
    });

/** Named cars, narrowed by year, engine and power. */
interface NarrowedCars {
  readonly scope: Scope;
  readonly pages: readonly SeriesPage[];
  /** Possible models, if the words describe the engine or one page is left. */
  readonly models: readonly Pick<Row, 'number' | 'id'>[];
  /** Details that none of the cars has. */
  readonly missing: readonly CarDetail[];
  /** Words that describe the engine. */
  readonly words: ReadonlySet<string>;
}

/** Returns the words of a page, its family and its maker. */
function namesOf({ vehicles }: Generation, page: SeriesPage): string[] {
  const maker = vehicles.manufacturers.get(page.manufacturer_id)?.name ?? '';
  const family = vehicles.families.get(page.series_family_id)?.name ?? '';
  return [maker, family, page.name].flatMap((name) => [...termsOf(joinedSeries(name)), termsOf(name).join('')]);
}

/** Narrows cars by year, engine and power. Ignores details that no car has. */
export async function narrowCars(
  generation: Generation,
  cars: NamedVehicles,
  details: readonly CarDetail[],
  written: readonly string[],
): Promise<NarrowedCars> {
  const { vehicles, db } = generation;
  const { context, pages } = cars;
  const asNamed: NarrowedCars = { scope: scopeOf(context), pages: [], models: [], missing: [], words: new Set() };
  // The visitor's own car is among the named ones.
  if (context.type === 3 || (context.type === 2 && pages.length > 1)) return asNamed;
  if (pages.length === 0) return { ...asNamed, missing: details };
  const { rows } =
    await sql<Row>`select number, id, series_page_id, name, kw, ccm, fuel, year_start, year_end from model
    where series_page_id in (select value from json_each(${JSON.stringify(pages.map(({ id }) => id))}))`.execute(db);
  const matched = new Set<string>();
  let models = rows;
  const keep = (test: (model: Row) => boolean): boolean => {
    const left = models.filter(test);
    if (left.length > 0) models = left;
    return left.length > 0;
  };
  // Words of the series do not describe the engine, though some models repeat them.
  const own = new Set(pages.flatMap((page) => namesOf(generation, page)));
  const missing = details.filter((detail) => !keep(fits([detail])));
  for (const word of written) {
    if (own.has(word)) continue;
    const fuel = fuels.find(({ shape }) => shape.test(word))?.fuel;
    const isNamed = ({ name }: Row) => name.split(/\s+/).some((each) => termsOf(each).join('') === word);
    if ((fuel && keep((car) => car.fuel === fuel)) || (models.some(isNamed) && keep(isNamed))) matched.add(norm(word));
  }
  const left = new Set(models.map((model) => model.series_page_id));
  const isNarrower = models.length < rows.length;
  const leftPages = isNarrower ? pages.filter(({ id }) => left.has(id)) : pages;
  const [page] = leftPages;
  const [only] = models;
  const model = models.length === 1 && only && isNarrower ? vehicles.model(only.id) : undefined;
  if (model) return { scope: scopeOf({ type: 3, model }), pages: leftPages, models: [], missing, words: matched };
  return {
    scope: {
      context: page && leftPages.length === 1 ? { type: 2, page } : context,
      pages: leftPages.length > 1 ? leftPages.map(({ id }) => id) : [],
      models: isNarrower ? models.map(({ number }) => number) : [],
    },
    pages: leftPages,
    models: leftPages.length === 1 ? models : [],
    missing,
    words: matched,
  };
}
