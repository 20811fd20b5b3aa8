import { createHash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import type { CorrectionKind, CorrectionLanguage } from '../../contract/text-overrides.js';
import type { StateDb } from '../state/state-store.js';

/** A text in the place of an imported one. */
export interface Correction {
  readonly kind: CorrectionKind;
  readonly subject: number;
  readonly field: string;
  /** Empty where the text is the same in all. */
  readonly language: CorrectionLanguage;
  readonly text: string;
}

/** What tells one text from all others. */
export const keyOf = ({ kind, subject, field, language }: Omit<Correction, 'text'>): string =>
  `${kind} ${subject} ${field} ${language}`;

/** In `meta` of `offers.db`: of the texts in the state that it has been filled from. */
export const digestName = 'corrections';
/** Tells a set of corrections from any other, whatever their order is. */
export function digestOf(corrections: readonly Correction[]): string {
  const hash = createHash('sha256');
  const lines = corrections.map((each) => JSON.stringify([keyOf(each), each.text]));
  for (const line of lines.sort()) hash.update(`${line}\n`);
  return hash.digest('base64url');
}

/**
 * Corrected texts as the shop shows them: those of `offers.db`, read once, and again when one of them has changed
 * (P160).
 */
export class Corrections {
  readonly #texts: ReadonlyMap<string, string>;

  /** @param digest of the texts in the state that these are made from */
  constructor(
    readonly all: readonly Correction[],
    readonly digest: string,
  ) {
    this.#texts = new Map(all.map((each) => [keyOf(each), each.text]));
  }

  static read(database: DatabaseSync): Corrections {
    const rows = database.prepare('select kind, subject, field, language, text from correction').all();
    const digest = database.prepare('select value from meta where key = ?').get(digestName)?.value;
    return new Corrections(rows as unknown as Correction[], digest === undefined ? digestOf([]) : String(digest));
  }

  /** The text in the place of an imported one; undefined where that one stands. */
  of(kind: CorrectionKind, subject: number, field: string, language: CorrectionLanguage): string | undefined {
    return this.#texts.size === 0 ? undefined : this.#texts.get(keyOf({ kind, subject, field, language }));
  }
}

/** Everything that was corrected, as the state has it: the truth, of which `offers.db` has what is shown. */
export const correctionsOf = (db: StateDb): Promise<Correction[]> =>
  db
    .selectFrom('correction')
    .select(['kind', 'subject', 'field', 'language', 'text'])
    .orderBy('kind')
    .orderBy('subject')
    .orderBy('field')
    .orderBy('language')
    .execute();
