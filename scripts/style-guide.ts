import { readFileSync } from 'node:fs';
import { at } from './lib-run.ts';

/** A row of a style guide: the word for a thing, the words rejected for it, and where these may still stand. */
export interface Term {
  word: string;
  rejected: readonly string[];
  /** Beginnings of keys, such as `information:privacy`. */
  except: readonly string[];
}

const list = (cell = ''): string[] =>
  cell
    .split(',')
    .map((each) => each.trim())
    .filter(Boolean);

/** Rows of the table under `## Terms`. @throws where the guide has none */
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
