import type { DatabaseSync } from 'node:sqlite';
import { languages } from '../../contract/languages.js';
import { approvalsOf, joinApprovals } from '../catalogue-file/approvals.js';
import { FitmentWriter } from './fitment-writer.js';
import type { Importer } from './import-target.js';
import { KnownBrands } from './known-brands.js';
import { KnownLeaves } from './known-leaves.js';
import { KnownModels } from './known-models.js';
import { ProductFinder } from './product-finder.js';
import type { FeedRecord } from './reading/records.js';
import { plainText, requiredText } from './values.js';

/** Notes in all languages, each kept once. */
export class KnownNotes {
  readonly #notes = new Map<string, number>();

  constructor(private readonly database: DatabaseSync) {
    for (const { id, text } of database.prepare('select id, text from fit_note').all())
      this.#notes.set(String(text), Number(id));
  }

  /** Id of the note of a row: `note` for all languages, `note_de` for one; 0 = none. */
  of(fields: FeedRecord['fields']): number {
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
}

/**
 * Which part fits which car. A file holds all cars of each part that it names: others are taken off it. A car is named
 * by its id, by the key of another system, or by make, series, engine and what else the file says; all cars that agree
 * are meant.
 */
export class FitmentImporter implements Importer {
  readonly #finder: ProductFinder;
  readonly #models: KnownModels;
  readonly #fits = new Map<number, Map<number, number>>();
  readonly #notes: KnownNotes;
  /** Products that fit other cars than before, or under other conditions. */
  #changed = 0;

  constructor(private readonly database: DatabaseSync) {
    this.#finder = new ProductFinder(database, new KnownBrands(database));
    this.#models = new KnownModels(database);
    this.#notes = new KnownNotes(database);
  }

  take(record: FeedRecord): void {
    const productId = this.#finder.find(record);
    const models = this.#models.find(record.fields);
    const note = this.#notes.of(record.fields);
    const fits = this.#fits.get(productId) ?? new Map<number, number>();
    this.#fits.set(productId, fits);
    for (const { number } of models) fits.set(number, note);
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

/** What the file says of one car and one kind of fluid. */
interface Asked {
  readonly model: number;
  readonly category: number;
  readonly approvals: Set<string>;
  readonly note: number;
}

/**
 * Which approvals of fluids the makers of cars ask for: any one of those named is enough (D73). A file holds all
 * approvals of each pair of car and category that it names; where it names none, nothing is known.
 */
export class ApprovalImporter implements Importer {
  readonly tables = ['model_approval', 'fit_note'];
  readonly #leaves: KnownLeaves;
  readonly #models: KnownModels;
  readonly #notes: KnownNotes;
  readonly #asked = new Map<string, Asked>();
  #changed = 0;

  constructor(private readonly database: DatabaseSync) {
    this.#leaves = new KnownLeaves(database);
    this.#models = new KnownModels(database);
    this.#notes = new KnownNotes(database);
  }

  take({ fields }: FeedRecord): void {
    const models = this.#models.find(fields);
    const category = this.#leaves.find(requiredText(fields, 'category', 500)).id;
    const approvals = approvalsOf(plainText(fields, 'approvals', 500) ?? '');
    const note = this.#notes.of(fields);
    for (const { number: model } of models) {
      const key = `${model} ${category}`;
      const asked = this.#asked.get(key) ?? { model, category, approvals: new Set(), note };
      this.#asked.set(key, asked);
      for (const approval of approvals) asked.approvals.add(approval);
    }
  }

  get hasChanged(): boolean {
    return this.#changed > 0;
  }

  finish(): Readonly<Record<string, number>> {
    const where = 'where model_number = ? and category_id = ?';
    const find = this.database.prepare(`select approvals, note_id from model_approval ${where}`);
    const drop = this.database.prepare(`delete from model_approval ${where}`);
    const put = this.database.prepare('insert or replace into model_approval values (?, ?, ?, ?)');
    for (const { model, category, approvals, note } of this.#asked.values()) {
      const known = find.get(model, category);
      const said = joinApprovals([...approvals]);
      if (String(known?.approvals ?? '') === said && Number(known?.note_id ?? note) === note) continue;
      this.#changed++;
      if (said === '') drop.run(model, category);
      else put.run(model, category, said, note);
    }
    return { named: this.#asked.size, changed: this.#changed };
  }
}
