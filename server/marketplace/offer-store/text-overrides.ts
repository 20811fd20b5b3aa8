import { createHash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import type { TextOverrideKind, TextOverrideLanguage } from '../../contract/text-overrides.js';
import type { StateDb } from '../state/state-store.js';

/** A text that replaces an imported one. */
export interface TextOverride {
  readonly kind: TextOverrideKind;
  readonly subject: number;
  readonly field: string;
  /** Empty = all languages. */
  readonly language: TextOverrideLanguage;
  readonly text: string;
}

/** Returns the key that identifies a text. */
export const keyOf = ({ kind, subject, field, language }: Omit<TextOverride, 'text'>): string =>
  `${kind} ${subject} ${field} ${language}`;

/** Key in `meta` of `offers.db`, which keeps its former name: digest of the state's texts that it was filled from. */
export const digestName = 'corrections';
/** Returns a digest of a set of texts in any order. */
export function digestOf(textOverrides: readonly TextOverride[]): string {
  const hash = createHash('sha256');
  const lines = textOverrides.map((each) => JSON.stringify([keyOf(each), each.text]));
  for (const line of lines.sort()) hash.update(`${line}\n`);
  return hash.digest('base64url');
}

/** Replaced texts of `offers.db`, read once, and again after a change (P160). */
export class TextOverrides {
  readonly #texts: ReadonlyMap<string, string>;

  /** @param digest of the texts in the state */
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

  /** Returns the replacement of an imported text; undefined = not replaced. */
  of(kind: TextOverrideKind, subject: number, field: string, language: TextOverrideLanguage): string | undefined {
    return this.#texts.size === 0 ? undefined : this.#texts.get(keyOf({ kind, subject, field, language }));
  }
}

/** Reads all replaced texts from the state; `offers.db` has a copy. */
export const textOverridesOf = (db: StateDb): Promise<TextOverride[]> =>
  db
    .selectFrom('correction')
    .select(['kind', 'subject', 'field', 'language', 'text'])
    .orderBy('kind')
    .orderBy('subject')
    .orderBy('field')
    .orderBy('language')
    .execute();
