import { readFileSync } from 'node:fs';
import { at } from './lib-run.ts';

/** A row of a style guide: the word for a thing, the words rejected for it, and where these may still stand. */
export interface Term {
  word: string;
  rejected: readonly string[];
  /** Beginnings of keys, such as `information:privacy`. */
  except: readonly string[];
}

const cells = (row: string): string[] =>
  row
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());
const list = (cell: string): string[] =>
  cell
    .split(',')
    .map((each) => each.trim())
    .filter(Boolean);

/** Rows of the table under `## Terms`. @throws where the guide has none */
export function termsIn(guide: string): Term[] {
  const [, section = ''] = guide.split(/^## Terms$/m);
  const rows =
    section
      .split(/^## /m, 1)
      .join()
      .match(/^\|.*\|$/gm) ?? [];
  const terms = rows.slice(2).map((row): Term => {
    const [word = '', rejected = '', , except = ''] = cells(row);
    return { word, rejected: list(rejected), except: list(except) };
  });
  if (terms.length === 0) throw new Error('a style guide has a table under "## Terms"');
  return terms;
}

/** Terms of a language, from `docs/style`. */
export const termsOf = (language: string): Term[] =>
  termsIn(readFileSync(at('docs', 'style', `${language}.md`), 'utf8'));
