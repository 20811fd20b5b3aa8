import type { DatabaseSync } from 'node:sqlite';
import { approvalsOf, joinApprovals } from '../catalogue/approvals.js';
import type { Importer } from './importer.js';
import { KnownLeaves } from './known-leaves.js';
import { KnownModels } from './known-models.js';
import { KnownNotes } from './known-notes.js';
import type { FeedRecord } from './reading/records.js';
import { plainText, requiredText } from './values.js';

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
