import reasons from '../server/contract/import-reasons.json' with { type: 'json' };
import type { Translate } from './formats.js';

type Say = (key: string, values?: Readonly<Record<string, string>>) => string;
const namesIn = (text: string): string[] => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name = '']) => name);
const patternOf = (text: string): string =>
  text
    .split(/\{\{\w+\}\}/)
    .map((literal) => literal.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('(.+?)');

/** English reasons of the import as patterns, with the names of their places. */
const patterns = Object.entries(reasons).map(([key, text]) => ({
  key,
  names: namesIn(text),
  pattern: new RegExp(`^${patternOf(text)}$`, 's'),
  /** The reason as the last of several sentences. */
  ending: key.startsWith('header') ? new RegExp(`^(.+\\.) ${patternOf(text)}$`, 's') : null,
}));
/** Places that name columns of the import, as in `key, number or gtin`. */
const columnPlaces: ReadonlySet<string> = new Set(['columns', 'ours']);

/** Returns the name of a column of the import in the reader's language; other names stay as they are. */
export const columnLabel = (t: Translate, name: string): string =>
  (t as unknown as Say)(`merchant:column.${name}`, { defaultValue: name });

/** Says an English reason of the import in the reader's language; `lang` = it has no translation. */
export function reasonText(t: Translate, reason: string): { readonly text: string; readonly lang?: 'en' } {
  const say = t as unknown as Say;
  const named = (value: string): string => (value === reasons.theFile ? say('reasons:theFile') : value);
  const labels = (list: string): string =>
    list
      .split(', ')
      .map((choices) =>
        choices
          .split(' or ')
          .map((name) => columnLabel(t, name))
          .join(` ${say('reasons:or')} `),
      )
      .join(', ');
  const words = (key: string, names: readonly string[], found: readonly (string | undefined)[]): string => {
    // Uploads have no name.
    const values = names.map((name, at) => {
      const value = found[at] ?? '';
      return [name, columnPlaces.has(name) ? labels(value) : named(value)];
    });
    return say(`reasons:${key}`, Object.fromEntries(values));
  };
  for (const { key, names, ending } of patterns) {
    const [, before, ...found] = ending?.exec(reason) ?? [];
    if (before === undefined) continue;
    const first = reasonText(t, before);
    return { ...first, text: `${first.text} ${words(key, names, found)}` };
  }
  for (const { key, names, pattern } of patterns) {
    const match = pattern.exec(reason);
    if (match) return { text: words(key, names, match.slice(1)) };
  }
  return { text: reason, lang: 'en' };
}
