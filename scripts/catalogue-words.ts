/**
 * Words of the catalogue and of the demonstration: names of categories and goods, of attributes, values, filters and
 * places, and what the demonstration says. They follow the same guides as the texts of pages.
 */
import { readFileSync } from 'node:fs';
import { at } from './lib-run.ts';
import { strings } from './text-tree.ts';

/** A column of a table of the demonstration, by the first column. */
function column(table: string, name: string): Map<string, string> {
  const [head = '', ...rows] = readFileSync(at('server/demo/data', table), 'utf8').trimEnd().split('\n');
  const index = head.split('\t').indexOf(name);
  return new Map(rows.map((row) => row.split('\t')).map((row) => [row[0] ?? '', row[index] ?? '']));
}
const json = (path: string): Map<string, string> => strings(JSON.parse(readFileSync(at(path), 'utf8')));
const under = (prefix: string, texts: ReadonlyMap<string, string>): [string, string][] =>
  [...texts].map(([key, text]) => [`${prefix}:${key}`, text]);

/**
 * Texts of the catalogue in a language by their names: `categories:1523`, `catalogue:places.front`,
 * `demo:advice.brake`.
 */
export const catalogueTexts = (language: string): Map<string, string> =>
  new Map([
    ...under('categories', column('categories.tsv', language)),
    ...under('items', column('items.tsv', language)),
    ...under('catalogue', json(`server/marketplace/catalogue-texts/${language}.json`)),
    ...under('demo', json(`server/demo/data/texts/${language}.json`)),
  ]);

/** How a phrase for a place begins: with a noun, or with a word that has no gender. */
const places: Readonly<Record<string, RegExp>> = {
  de: /^(?:Vorderachse|Hinterachse|vorn|hinten|links|rechts)(?: (?:links|rechts))?$/,
  fr: /^(?:essieu (?:avant|arrière)|à l’(?:avant|arrière)|côté (?:gauche|droit))(?:, côté (?:gauche|droit))?$/,
  es: /^(?:eje|parte|lado) [a-zñ]+(?:, lado (?:izquierdo|derecho))?$/,
  it: /^(?:asse|parte|lato) [a-z]+(?:, lato (?:sinistro|destro))?$/,
  nl: /^(?:vooras|achteras|voor|achter|links|rechts|(?:links|rechts)(?:voor|achter))$/,
};
/** Places that would have to agree with the noun in front of them. */
export function placeErrors(language: string, texts: ReadonlyMap<string, string>): string[] {
  return [...texts]
    .filter(([key, text]) => /^catalogue:(?:bodyP|p)laces\./.test(key) && !places[language]?.test(text))
    .map(([key, text]) => `${language} ${key} must go with every noun: ${text}`);
}

/** Figures of the catalogue with a decimal point; codes such as `P14.5s` keep theirs. */
export function unitErrors(language: string, texts: ReadonlyMap<string, string>): string[] {
  return [...texts]
    .filter(([key, text]) => /^(?:categories|items|catalogue)/.test(key) && /(?<![\w.])\d+\.\d+ /.test(text))
    .map(([key, text]) => `${language} ${key} has a decimal point: ${text}`);
}

/** Search engines cut titles; values of placeholders add to this. */
const longestTitle = 70;
/** Titles of pages that are too long, without the values of placeholders. */
export function titleErrors(texts: ReadonlyMap<string, string>): string[] {
  return [...texts]
    .filter(([key, text]) => /^(?:meta:\w+\.title|information:[\w-]+\.title)$/.test(key) && text.length > longestTitle)
    .map(([key, text]) => `${key} has more than ${longestTitle} characters: ${text}`);
}
