import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TFunction } from 'i18next';
import { describe, expect, test } from 'vitest';
import { keepPlaceholders } from '../../../views/formats.js';
import { createIslandTexts } from '../render/island-texts.js';
import { allEditions, type Edition, editions } from '../routes/editions.js';
import { createTexts, textFolder } from './texts.js';

type Say = (key: string, values?: object) => string;
const say = (t: TFunction): Say => t as unknown as Say;
const placeholdersOf = (text: string): string[] =>
  [...new Set([...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name = '']) => name))].sort();

/** Texts of an edition with places: those without plural forms, or each plural form. */
function withPlaceholders({ texts: language }: Edition, isPlural = false): [key: string, places: string[]][] {
  const found: [string, string[]][] = [];
  const look = (value: unknown, key: string): void => {
    if (typeof value !== 'string')
      for (const [name, inner] of Object.entries(value as object))
        look(inner, key + (key.endsWith(':') ? '' : '.') + name);
    else if (placeholdersOf(value).length > 0 && isPlural === /_(one|many|other)$/.test(key))
      found.push([key, placeholdersOf(value)]);
  };
  for (const file of readdirSync(join(textFolder(), language)))
    look(JSON.parse(readFileSync(join(textFolder(), language, file), 'utf8')), `${file.replace('.json', '')}:`);
  return found;
}

describe.each(allEditions)('sentences of $locale', (edition) => {
  const strict = createTexts(() => edition);
  const t = say(strict.of(edition).t);

  test('refuse a missing value for each of their places, and name the place', () => {
    const all = withPlaceholders(edition);
    expect(all.length).toBeGreaterThan(edition.texts === 'de-AT' ? 0 : 100);
    for (const [key, places] of all) {
      for (const left of places) {
        const values = Object.fromEntries(places.filter((name) => name !== left).map((name) => [name, 'x']));
        expect(() => t(key, values)).toThrow(`no value for {{${left}}} of ${key}`);
        expect(() => t(key, { ...values, [left]: undefined })).toThrow(`{{${left}}}`);
      }
    }
  });

  test('keep all their places as templates', () => {
    for (const [key, places] of withPlaceholders(edition))
      expect([key, placeholdersOf(t(key, keepPlaceholders))]).toEqual([key, places]);
  });

  test('go to islands with all their places open', () => {
    const wordsOf = createIslandTexts(strict);
    const whole = editions[edition.texts === 'de-AT' ? 'de-DE' : edition.locale];
    const own = new Map(
      [...withPlaceholders(whole), ...withPlaceholders(whole, true)].map(([key, places]) => [
        say(strict.of(edition).t)(key, keepPlaceholders),
        places,
      ]),
    );
    let seen = 0;
    const look = (value: unknown): void => {
      if (typeof value === 'object' && value !== null) Object.values(value).forEach(look);
      else if (typeof value === 'string') {
        const places = own.get(value) ?? [];
        expect([value, placeholdersOf(value)]).toEqual([value, places]);
        // An empty value leaves double spaces.
        expect(value).not.toMatch(/^[\s.,]|\s{2}|\{\{\}\}/);
        seen += places.length;
      }
    };
    for (const island of ['cart-lines', 'listing-filter', 'search-box', 'vehicle-panel', 'vehicle-picker'])
      look(JSON.parse(wordsOf(island, edition)?.json ?? 'null'));
    expect(seen).toBeGreaterThan(20);
  });
});

test('with a missing value are logged once and shown without it in operation', () => {
  const reported: string[][] = [];
  const texts = createTexts(
    () => editions['de-DE'],
    (...error) => reported.push(error),
  );
  const t = say(texts.of(editions['de-DE']).t);
  expect(t('islands:hits.several')).toBe('Passende Fahrzeuge zu Ihrer Eingabe: .');
  t('islands:hits.several', { count: undefined });
  expect(reported).toEqual([['islands:hits.several', 'count']]);
});
