import type { DatabaseSync } from 'node:sqlite';
import { languages } from '../../contract/languages.js';
import { approvalsOf, joinApprovals } from '../catalogue-file/approvals.js';
import { FitmentWriter } from './fitment-writer.js';
import type { Importer } from './import-target.js';
import { KnownLeaves } from './known-leaves.js';
import { KnownModels } from './known-models.js';
import { ProductFinder } from './product-finder.js';
import type { FeedRecord, Fields } from './reading/records.js';
import { plainText, requiredText } from './values.js';

/** Notes in all languages, each stored once. */
export class KnownNotes {
  readonly #notes = new Map<string, number>();

  constructor(private readonly database: DatabaseSync) {
    for (const { id, text } of database.prepare('select id, text from fit_note').all())
      this.#notes.set(String(text), Number(id));
  }

  /** Returns the id of a row's note: `note` for all languages, `note_de` for one; 0 = no note. */
  of(fields: Fields): number {
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
 * Imports which part fits which car. The cars in the file replace all cars of each part that it names. A row means
 * every car that agrees with it.
 */
export class FitmentImporter implements Importer {
  readonly #finder: ProductFinder;
  readonly #models: KnownModels;
  readonly #fits = new Map<number, Map<number, number>>();
  readonly #notes: KnownNotes;
  #changed = 0;

  constructor(private readonly database: DatabaseSync) {
    this.#finder = new ProductFinder(database);
    this.#models = new KnownModels(database);
    this.#notes = new KnownNotes(database);
  }

  importRow(record: FeedRecord): void {
    const productId = this.#finder.find(record);
    const models = this.#models.find(record.fields);
    const note = this.#notes.of(record.fields);
    const fits = this.#fits.get(productId) ?? new Map<number, number>();
    this.#fits.set(productId, fits);
    for (const { number } of models) fits.set(number, note);
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

/** Approvals for one car and one kind of fluid. */
interface Asked {
  readonly model: number;
  readonly category: number;
  readonly approvals: Set<string>;
  readonly note: number;
}

/**
 * Imports which approvals of fluids the makers of cars require; any one is enough (D73). They replace the approvals of
 * each pair of car and category in the file.
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

  importRow({ fields }: FeedRecord): void {
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

  finish(): Readonly<Record<string, number>> {
    const where = 'where model_number = ? and category_id = ?';
    const find = this.database.prepare(`select approvals, note_id from model_approval ${where}`);
    const drop = this.database.prepare(`delete from model_approval ${where}`);
    const put = this.database.prepare('insert or replace into model_approval values (?, ?, ?, ?)');
    for (const { model, category, approvals, note } of this.#asked.values()) {
      const known = find.get(model, category);
      const joined = joinApprovals([...approvals]);
      if (String(known?.approvals ?? '') === joined && Number(known?.note_id ?? note) === note) continue;
      this.#changed++;
      if (joined === '') drop.run(model, category);
      else put.run(model, category, joined, note);
    }
    return { named: this.#asked.size, changed: this.#changed };
  }
}
