import { createHash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import type { TextOverrideKind, TextOverrideLanguage } from '../../contract/text-overrides.js';
import type { StateDb } from '../state/state-store.js';

/** A text in the place of an imported one. */
export interface TextOverride {
  readonly kind: TextOverrideKind;
  readonly subject: number;
  readonly field: string;
  /** Empty where the text is the same in all. */
  readonly language: TextOverrideLanguage;
  readonly text: string;
}

/** What tells one text from all others. */
export const keyOf = ({ kind, subject, field, language }: Omit<TextOverride, 'text'>): string =>
  `${kind} ${subject} ${field} ${language}`;

/** In `meta` of `offers.db`: of the texts in the state that it has been filled from. */
export const digestName = 'corrections';
/** Tells a set of text overrides from any other, whatever their order is. */
export function digestOf(textOverrides: readonly TextOverride[]): string {
  const hash = createHash('sha256');
  const lines = textOverrides.map((each) => JSON.stringify([keyOf(each), each.text]));
  for (const line of lines.sort()) hash.update(`${line}\n`);
  return hash.digest('base64url');
}

/**
 * Corrected texts as the shop shows them: those of `offers.db`, read once, and again when one of them has changed
 * (P160).
 */
export class TextOverrides {
  readonly #texts: ReadonlyMap<string, string>;

  /** @param digest of the texts in the state that these are made from */
  constructor(
    readonly all: readonly TextOverride[],
    readonly digest: string,
  ) {
    this.#texts = new Map(all.map((each) => [keyOf(each), each.text]));
  }

  static read(database: DatabaseSync): TextOverrides {
    const rows = database.prepare('select kind, subject, field, language, text from correction').all();
    const digest = database.prepare('select value from meta where key = ?').get(digestName)?.value;
    return new TextOverrides(rows as unknown as TextOverride[], digest === undefined ? digestOf([]) : String(digest));
  }

  /** The text in the place of an imported one; undefined where that one stands. */
  of(kind: TextOverrideKind, subject: number, field: string, language: TextOverrideLanguage): string | undefined {
    return this.#texts.size === 0 ? undefined : this.#texts.get(keyOf({ kind, subject, field, language }));
  }
}

/** Everything that was corrected, as the state has it: the truth, of which `offers.db` has what is shown. */
export const textOverridesOf = (db: StateDb): Promise<TextOverride[]> =>
  db
    .selectFrom('correction')
    .select(['kind', 'subject', 'field', 'language', 'text'])
    .orderBy('kind')
    .orderBy('subject')
    .orderBy('field')
    .orderBy('language')
    .execute();
