import { readFileSync } from 'node:fs';
import { at } from './lib-run.ts';

/** A row of a style guide: a word and the words that it replaces. */
export interface Term {
  word: string;
  rejected: readonly string[];
  /** Beginnings of keys in which the rejected words are allowed, such as `information:privacy`. */
  except: readonly string[];
}

const list = (cell = ''): string[] =>
  cell
    .split(',')
    .map((each) => each.trim())
    .filter(Boolean);

/** Reads the table under `## Terms`. @throws where the guide has none */
export function termsIn(guide: string): Term[] {
  const [, section = ''] = guide.split(/^## Terms$/m);
  const [table = ''] = section.split(/^## /m, 1);
  const rows = [...table.matchAll(/^\|(.*)\|$/gm)].slice(2);
  const terms = rows.map(([, row = '']): Term => {
    const [word = '', rejected, , except] = row.split('|');
    return { word: word.trim(), rejected: list(rejected), except: list(except) };
  });
  if (terms.length === 0) throw new Error('a style guide has a table under "## Terms"');
  return terms;
}

/** Terms of a language, from `docs/style`. */
export const termsOf = (language: string): Term[] =>
  termsIn(readFileSync(at('docs', 'style', `${language}.md`), 'utf8'));

const escaped = (word: string): string => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(' ', '\\s+');
/** Matches a whole word, not the end of a compound or the part before a hyphen. */
const alone = (word: string): RegExp => new RegExp(`(?<![\\p{L}\\d-])${escaped(word)}(?![\\p{L}\\d])`, 'iu');

/**
 * Finds rejected words.
 * @param texts by their keys, without placeholders
 * @returns each error as a sentence
 */
export function termErrors(texts: ReadonlyMap<string, string>, terms: readonly Term[]): string[] {
  const errors: string[] = [];
  for (const { word, rejected, except } of terms) {
    const patterns = rejected.map((each) => [each, alone(each)] as const);
    for (const [key, text] of texts) {
      if (except.some((start) => key.startsWith(start))) continue;
      for (const [each, pattern] of patterns)
        if (pattern.test(text)) errors.push(`${key} says "${each}" for ${word}: ${text}`);
    }
  }
  return errors;
}
