import type { DatabaseSync } from 'node:sqlite';
import { nameKey } from '../offer-store/name-key.js';
import { foreignKeysIn } from './foreign-keys.js';
import { KnownMakes } from './known-makes.js';
import { fuelNamed } from './read-car.js';
import { RowError } from './reading/import-errors.js';
import type { Fields } from './reading/records.js';
import { plainText, requiredText } from './values.js';

interface KnownModel {
  readonly number: number;
  readonly id: string;
  /** Normalised values of the columns by which a row may name the model. */
  readonly facts: Readonly<Record<string, string>>;
}
const identifyingColumns = ['page', 'series', 'engine', 'fuel', 'ccm', 'kw'] as const;

/**
 * Finds the cars that a row names: by id, by a key of another system, or by make, series, engine and further columns.
 */
export class KnownModels {
  readonly #byId = new Map<string, KnownModel>();
  /** Models by the key of another system. */
  readonly #byKey = new Map<string, KnownModel[]>();
  readonly #byMake: ReadonlyMap<string, readonly KnownModel[]>;
  readonly #makes: KnownMakes;

  constructor(database: DatabaseSync) {
    this.#makes = new KnownMakes(database);
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
    const byNumber = new Map(models.map((model) => [model.number, model]));
    for (const row of database.prepare('select key, model_number from vehicle_key').all()) {
      const model = byNumber.get(Number(row.model_number));
      const key = String(row.key);
      if (model) this.#byKey.set(key, [...(this.#byKey.get(key) ?? []), model]);
    }
    this.#byMake = Map.groupBy(models, ({ make }) => make);
  }

  /** Returns all cars that match the row. @throws RowError if none matches */
  find(fields: Fields): readonly KnownModel[] {
    const id = plainText(fields, 'model', 40);
    if (id !== null) {
      const model = this.#byId.get(id);
      if (!model) throw new RowError('model', id, 'is no known model');
      return [model];
    }
    const keys = foreignKeysIn(fields, 'vehicle');
    if (keys.length > 0)
      return keys.flatMap((key) => {
        const models = this.#byKey.get(key);
        if (!models) throw new RowError('vehicle', key, 'is no key of a known vehicle');
        return models;
      });
    const make = requiredText(fields, 'make', 60);
    const candidates = this.#byMake.get(nameKey(this.#makes.spelled(make)));
    if (!candidates) throw new RowError('make', make, 'is no known make');
    if (fields.series === undefined && fields.page === undefined) throw new RowError('series', '', 'is missing');
    const wanted = identifyingColumns.flatMap((name) => {
      const text = fields[name];
      if (text === undefined) return [];
      return [[name, nameKey(name === 'fuel' ? (fuelNamed(text) ?? text) : text)] as const];
    });
    const found = candidates.filter(({ facts }) => wanted.every(([name, value]) => facts[name] === value));
    if (found.length === 0) throw new RowError('series', fields.series ?? fields.page ?? '', 'has no such model');
    return found;
  }
}
