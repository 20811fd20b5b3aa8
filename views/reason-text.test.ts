import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { languages } from '../server/contract/languages.js';
import { columnsOf } from '../server/marketplace/import/reading/columns.js';
import type { Translate } from './formats.js';
import { columnLabel, reasonText } from './reason-text.js';

/** Translates with the texts of a language. */
const translate = (language: string): Translate => {
  const read = (file: string) => JSON.parse(readFileSync(`locales/${language}/${file}.json`, 'utf8'));
  const texts: Record<string, string> = read('reasons');
  const columns: Record<string, string> = read('merchant').column;
  const say = (key: string, values: Record<string, string> = {}): string =>
    (
      texts[key.replace('reasons:', '')] ??
      columns[key.replace('merchant:column.', '')] ??
      values.defaultValue ??
      key
    ).replace(/\{\{(\w+)\}\}/g, (_place, name: string) => values[name] ?? '');
  return say as unknown as Translate;
};
const german = translate('de');

test.each([
  ['is negative', 'ist negativ'],
  [
    'is missing; name it in the file, with --shop or with --shop-id',
    'is missing; name it in the file, with --shop or with --shop-id',
  ],
  ['could be 1234.00 or 1.234', 'könnte 1234.00 oder 1.234 sein'],
  ['could be 1\n234 or 1.234', 'könnte 1\n234 oder 1.234 sein'],
  ['is another shop than Teile & Söhne', 'ist ein anderer Händler als Teile & Söhne'],
  [
    'It would take off 39 of the 40 offers of Nord, more than 30 per cent.',
    'Sie würde 39 der 40 Angebote von Nord entfernen, mehr als 30 Prozent.',
  ],
  [
    'The file: the header lacks price; found "key | EAN | HT". "HT" is a net price, and the shop needs prices with value-added tax.',
    'Die Datei: In der Kopfzeile fehlt Preis mit Mehrwertsteuer; sie lautet „key | EAN | HT“. „HT“ ist ein Nettopreis; gebraucht werden Preise mit Mehrwertsteuer.',
  ],
  [
    'The file: the header lacks key, number or gtin; found "Nr | Teil". "Schlüsselwort" resembles key; a mapping can say so. "Nummern "A"" resembles number; a mapping can say so.',
    'Die Datei: In der Kopfzeile fehlt Ihre Angebotsnummer, Artikelnummer der Marke oder EAN oder GTIN; sie lautet „Nr | Teil“. „Schlüsselwort“ ähnelt „Ihre Angebotsnummer“; eine Zuordnung kann das festlegen. „Nummern "A"“ ähnelt „Artikelnummer der Marke“; eine Zuordnung kann das festlegen.',
  ],
  [
    'table.csv: the header lacks category; found "id". "Kategorien" resembles category; a mapping can say so.',
    'table.csv: In der Kopfzeile fehlt category; sie lautet „id“. „Kategorien“ ähnelt „category“; eine Zuordnung kann das festlegen.',
  ],
])('%s', (reason, text) => {
  expect(reasonText(german, reason).text).toBe(text);
});

test('a reason without a translation stays English and says so', () => {
  expect(reasonText(german, 'the moon is full')).toEqual({ text: 'the moon is full', lang: 'en' });
});

test('every language says each reason in words of its own', () => {
  for (const language of languages)
    expect(reasonText(translate(language), 'is out of stock')).not.toHaveProperty('lang');
  const said = languages.map((language) => reasonText(translate(language), 'is out of stock').text);
  expect(new Set(said).size).toBe(languages.length);
});

test('every column of offers has a name in each language', () => {
  for (const language of languages)
    for (const { name } of columnsOf.offers)
      expect([language, columnLabel(translate(language), name)]).not.toEqual([language, name]);
});
