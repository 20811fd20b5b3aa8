import type { DatabaseSync } from 'node:sqlite';
import type { Clock } from '../../clock/clock.js';
import { languages } from '../../contract/languages.js';
import type { Importer } from './import-target.js';
import { isDeletion } from './offer-fields.js';
import { putRow } from './put-row.js';
import { RowError, SkippedRow } from './reading/import-errors.js';
import type { FeedRecord, Fields } from './reading/records.js';
import { parseTime } from './reading/times.js';
import { isYes, plainText, requiredText } from './values.js';

/** Imports customers' reviews of the shop, by the key of their source. */
export class ReviewImporter implements Importer {
  readonly tables = ['review'];
  hasEffect = false;
  readonly #lines = new Map<string, number>();
  readonly #counts = { added: 0, changed: 0, unchanged: 0, removed: 0 };
  #last: number;

  constructor(
    private readonly database: DatabaseSync,
    private readonly clock: Clock,
  ) {
    this.#last = Number(database.prepare('select max(id) as last from review').get()?.last ?? 0);
  }

  importRow(record: FeedRecord): void {
    const { fields, line } = record;
    const key = requiredText(fields, 'key', 80);
    const earlier = this.#lines.get(key);
    if (earlier !== undefined) throw new RowError('key', key, `is already in line ${earlier}`);
    const known = this.database.prepare('select * from review where key = ?').get(key);
    if (isDeletion(record)) {
      this.hasEffect = true;
      if (!known) throw new SkippedRow('key', key, 'is not there');
      this.database.prepare('delete from review where key = ?').run(key);
      this.#counts.removed++;
      return;
    }
    const language = requiredText(fields, 'language', 2).toLowerCase();
    if (!languages.some((each) => each === language))
      throw new RowError('language', language, `is not one of ${languages.join(', ')}`);
    const row = {
      id: known ? Number(known.id) : this.#last + 1,
      language,
      mark: markOf(fields),
      created_on: dayOf(fields, this.clock.now()),
      comment: plainText(fields, 'text', 2000) ?? '',
      key,
      author: plainText(fields, 'author', 60) ?? '',
      is_verified: isYes(fields, 'verified') ?? 0,
    } as const;
    this.#lines.set(key, line);
    const isChanged = putRow(this.database, 'review', known, row);
    if (!known) this.#last++;
    this.#counts[!known ? 'added' : isChanged ? 'changed' : 'unchanged']++;
  }

  finish(): Readonly<Record<string, number>> {
    return this.#counts;
  }
}

function markOf(fields: Fields): number {
  const text = requiredText(fields, 'rating', 10);
  if (!/^[1-5]$/.test(text)) throw new RowError('rating', text, 'is no whole number from 1 to 5');
  return Number(text);
}

/** Reads a day, with or without a time. */
function dayOf(fields: Fields, now: number): string {
  const text = requiredText(fields, 'date', 40);
  const time = parseTime(text.replace(/T.*$/, ''));
  if (time === null) throw new RowError('date', text, 'is no day (YYYY-MM-DD or DD.MM.YYYY)');
  if (time > now) throw new RowError('date', text, 'is in the future');
  return new Date(time).toISOString().slice(0, 10);
}
