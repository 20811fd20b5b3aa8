import type { DatabaseSync } from 'node:sqlite';
import { languages } from '../../contract/languages.js';
import type { FeedRecord } from './reading/records.js';
import { plainText } from './values.js';

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
