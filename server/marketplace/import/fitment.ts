import type { DatabaseSync } from 'node:sqlite';
import { languages } from '../../contract/languages.js';
import { FitmentWriter } from './fitment-writer.js';
import { RowError } from './import-errors.js';
import type { Importer } from './importer.js';
import { KnownBrands, nameKey } from './known-brands.js';
import { ProductFinder } from './product-finder.js';
import type { FeedRecord } from './reading/records.js';
import { plainText, requiredText } from './values.js';

type Fields = FeedRecord['fields'];
interface KnownModel {
  readonly number: number;
  readonly id: string;
  /** Values of the columns that a file may tell it by, in one spelling. */
  readonly facts: Readonly<Record<string, string>>;
}
const identifyingColumns = ['page', 'series', 'engine', 'fuel', 'ccm', 'kw'] as const;

/**
 * Which part fits which car. A file holds all cars of each part that it names: others are taken off it. A car is named
 * by its id, or by make, series, engine and what else the file says; all cars that agree are meant.
 */
export class FitmentImporter implements Importer {
  readonly #finder: ProductFinder;
  readonly #byId = new Map<string, KnownModel>();
  readonly #byMake: ReadonlyMap<string, readonly KnownModel[]>;
  readonly #fits = new Map<number, Map<number, number>>();
  readonly #notes = new Map<string, number>();
  /** Products that fit other cars than before, or under other conditions. */
  #changed = 0;

  constructor(private readonly database: DatabaseSync) {
    this.#finder = new ProductFinder(database, new KnownBrands(database));
    const rows = database
      .prepare(
        `select m.number, m.id, m.name as engine, m.fuel, m.ccm, m.kw, s.name as series, p.name as page, f.name as make
         from model m join series s on s.id = m.series_id join series_page p on p.id = m.series_page_id
         join manufacturer f on f.id = m.manufacturer_id`,
      )
      .all();
    const models = rows.map((row) => ({
      number: Number(row.number),
      id: String(row.id),
      make: nameKey(String(row.make)),
      facts: Object.fromEntries(identifyingColumns.map((name) => [name, nameKey(String(row[name]))])),
    }));
    for (const model of models) this.#byId.set(model.id, model);
    this.#byMake = Map.groupBy(models, ({ make }) => make);
    for (const { id, text } of database.prepare('select id, text from fit_note').all())
      this.#notes.set(String(text), Number(id));
  }

  take(record: FeedRecord): void {
    const productId = this.#finder.find(record);
    const models = this.#modelsOf(record.fields);
    const note = this.#noteOf(record.fields);
    const fits = this.#fits.get(productId) ?? new Map<number, number>();
    this.#fits.set(productId, fits);
    for (const { number } of models) fits.set(number, note);
  }

  #modelsOf(fields: Fields): readonly KnownModel[] {
    const id = plainText(fields, 'model', 40);
    if (id !== null) {
      const model = this.#byId.get(id);
      if (!model) throw new RowError('model', id, 'is no known model');
      return [model];
    }
    const make = requiredText(fields, 'make', 60);
    const candidates = this.#byMake.get(nameKey(make));
    if (!candidates) throw new RowError('make', make, 'is no known make');
    if (fields.series === undefined && fields.page === undefined) throw new RowError('series', '', 'is missing');
    const found = candidates.filter(({ facts }) =>
      identifyingColumns.every((name) => fields[name] === undefined || facts[name] === nameKey(fields[name])),
    );
    if (found.length === 0) throw new RowError('series', fields.series ?? fields.page ?? '', 'has no such model');
    return found;
  }

  /** Id of the condition under which the part fits; 0 = none. */
  #noteOf(fields: Fields): number {
    const general = plainText(fields, 'note', 200);
    const own = languages.map((language) => [language, plainText(fields, `note_${language}`, 200)] as const);
    const any = general ?? own.find(([, text]) => text !== null)?.[1] ?? null;
    if (any === null) return 0;
    const text = JSON.stringify(Object.fromEntries(own.map(([language, note]) => [language, note ?? any])));
    const known = this.#notes.get(text);
    if (known !== undefined) return known;
    const { lastInsertRowid } = this.database.prepare('insert into fit_note (text) values (?)').run(text);
    this.#notes.set(text, Number(lastInsertRowid));
    return Number(lastInsertRowid);
  }

  get hasChanged(): boolean {
    return this.#changed > 0;
  }

  finish(): Readonly<Record<string, number>> {
    const writer = new FitmentWriter(this.database);
    const categoryOf = this.database.prepare('select category_id from product where id = ?');
    let fitments = 0;
    for (const [productId, fits] of this.#fits) {
      if (writer.replace(productId, Number(categoryOf.get(productId)?.category_id), fits)) this.#changed++;
      fitments += fits.size;
    }
    return { products: this.#fits.size, changed: this.#changed, fitments };
  }
}
