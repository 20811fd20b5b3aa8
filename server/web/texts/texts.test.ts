import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type ProblemCode, problemStatus } from '../../contract/problem.js';
import { editionByLanguage } from '../http/choose-edition.js';
import { encodingFor } from '../http/encoding.js';
import { allEditions, type Edition, editions } from '../routes/editions.js';
import { everyEdition } from '../routes/shop-editions.js';
import { problemDetail, problemMessage } from './problem-texts.js';
import { createTexts, textFolder } from './texts.js';

const texts = createTexts(() => editions['de-DE']);

describe('texts of an edition', () => {
  it.each(allEditions)('have a sentence for every error in $locale', (edition) => {
    const { t } = texts.of(edition);
    for (const code of Object.keys(problemStatus) as ProblemCode[])
      expect(problemMessage(t, code)).toMatch(/^\p{Lu}.+\.$/u);
  });

  it('format numbers as their country does', () => {
    const [de, at, fr, nl] = (['de-DE', 'de-AT', 'fr-FR', 'nl-NL'] as const).map(
      (locale) => texts.of(editions[locale]).format,
    );
    expect(de?.money(123456)).toBe('1.234,56\u00a0€');
    expect(at?.money(4180)).toBe('€\u00a041,80');
    expect(fr?.power(77, 105)).toBe('77\u00a0kW / 105\u00a0ch');
    expect(nl?.date(new Date('2026-11-21T12:00:00Z'))).toBe('21-11-2026');
    // After midnight in the editions' countries.
    expect(de?.date(new Date('2026-11-21T23:30:00Z'))).toBe('22.11.2026');
    expect(de?.years(2003, 2009)).toBe('2003–2009');
    expect([de?.years(2019, null), de?.years(null, 1999), de?.years(null, null)]).toEqual(['ab 2019', 'bis 1999', '']);
    expect(fr?.country('DE')).toBe('Allemagne');
  });
});

describe('the sentence about one error', () => {
  const range = { minimum: 1, maximum: 9 };
  it.each([
    [{ parameter: 'f', unknown: true as const }, '„f“ ist hier kein bekanntes Feld.'],
    [{ parameter: 'f', missing: true as const }, 'Die Angabe „f“ fehlt.'],
    [{ parameter: 'f' }, 'Der Wert von „f“ kann hier nicht verwendet werden.'],
    [{ parameter: 'f', expected: { enum: ['a', 'b'] } }, 'Für „f“ gibt es diese Werte: a, b.'],
    [{ parameter: 'f', expected: { examples: ['a', 'b'] } }, /Richtig ist zum Beispiel: a, b\.$/],
    [{ parameter: 'f', expected: range }, 'Der Wert von „f“ muss eine ganze Zahl von 1 bis 9 sein.'],
    [{ parameter: 'f', expected: { ...range, multipleOf: 0.01 } }, /von 1 bis 9 mit höchstens zwei Nachkommastellen/],
    [{ pieces: 0 }, 'Der Händler hat davon kein weiteres Stück.'],
    [{ pieces: 3 }, 'Der Händler hat davon nur noch 3 Stück für Sie.'],
    [{ country: 'FR' as const }, 'Dieser Händler liefert nicht in dieses Land: Frankreich.'],
    [{}, /^$/],
  ])('is made of %j', (facts, sentence) => {
    expect(problemDetail(texts.of(editions['de-DE']), facts) ?? '').toMatch(sentence);
  });
});

describe('texts that are looked up once', () => {
  const read = (locale: string, file: string): Record<string, unknown> =>
    JSON.parse(readFileSync(join(textFolder(), locale, file), 'utf8'));
  /** Texts of a file with their keys, as i18next names them. */
  const flat = (value: unknown, key = ''): [string, string][] =>
    typeof value === 'string'
      ? [[key, value]]
      : Object.entries(value as object).flatMap(([name, inner]) => flat(inner, key ? `${key}.${name}` : name));
  const counts: Readonly<Record<string, number>> = { one: 1, many: 1_000_000, other: 17 };

  it.each(['de', 'es', 'fr', 'it', 'nl'])(
    'have each text of %s in each of its forms, filled again each time',
    (locale) => {
      const edition = allEditions.find(({ texts: language }) => language === locale) as Edition;
      const t = texts.of(edition).t as unknown as (key: string, values: object) => string;
      let seen = 0;
      for (const file of readdirSync(join(textFolder(), locale))) {
        for (const [key, text] of flat(read(locale, file))) {
          const [, base = key, form] = /^(.*)_(one|many|other)$/.exec(key) ?? [];
          const names = [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name = '']) => name);
          for (const round of ['a', 'b']) {
            const values: Record<string, unknown> = Object.fromEntries(
              names.map((name) => [name, `${round}<&${name}`]),
            );
            if (form) values.count = counts[form];
            const wanted = text.replace(/\{\{(\w+)\}\}/g, (_, name) => String(values[name]));
            expect([key, t(`${file.replace('.json', '')}:${base}`, values)]).toEqual([key, wanted]);
            seen += 1;
          }
        }
      }
      expect(seen).toBeGreaterThan(200);
    },
  );
});

describe('requests of a browser', () => {
  it.each([
    ['fr-CH, fr;q=0.9, en;q=0.8', 'fr-FR'],
    ['de-AT,de;q=0.5', 'de-AT'],
    ['de', 'de-DE'],
    ['en-GB,en;q=0.9,nl;q=0.2', 'nl-NL'],
    ['es;q=0.1, it;q=0.2', 'it-IT'],
    ['fr;q=0, es', 'es-ES'],
    ['ja', undefined],
    ['', undefined],
    ['*;q=0.5,;;;,=', undefined],
  ])('edition of "%s" is %s', (header, locale) => {
    expect(editionByLanguage(everyEdition, header)?.locale).toBe(locale);
  });

  it.each([
    ['gzip, deflate, br', 'br'],
    ['br;q=0, gzip', 'gzip'],
    ['br;q=0.5', 'br'],
    ['', 'identity'],
    ['deflate', 'identity'],
  ])('encoding for "%s" is %s', (header, encoding) => {
    expect(encodingFor(header)).toBe(encoding);
  });
});
