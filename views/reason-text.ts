import reasons from '../server/contract/import-reasons.json' with { type: 'json' };
import type { Translate } from './formats.js';

/** English reasons of the import as patterns, with the names of their places. */
const patterns = Object.entries(reasons).map(([key, text]) => {
  const literals = text.split(/\{\{\w+\}\}/).map((literal) => literal.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const names = [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name = '']) => name);
  return { key, names, pattern: new RegExp(`^${literals.join('(.+?)')}$`, 's') };
});

/** Says an English reason of the import in the reader's language; `lang` = it has no translation. */
export function reasonText(t: Translate, reason: string): { readonly text: string; readonly lang?: 'en' } {
  for (const { key, names, pattern } of patterns) {
    const match = pattern.exec(reason);
    if (!match) continue;
    const say = t as unknown as (key: string, values?: Readonly<Record<string, string>>) => string;
    // Uploads have no name.
    const named = (value: string): string => (value === reasons.theFile ? say('reasons:theFile') : value);
    const values = Object.fromEntries(names.map((name, at) => [name, named(match[at + 1] ?? '')]));
    return { text: say(`reasons:${key}`, values) };
  }
  return { text: reason, lang: 'en' };
}
