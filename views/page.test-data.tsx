import { expect } from '@jest/globals';
import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import type { Cents } from '../server/contract/scalars.js';
import { allEditions } from '../server/web/routes/editions.js';
import { localPath } from '../server/web/routes/paths.js';
import { createTexts } from '../server/web/texts/texts.js';
import { type PageContext, PageContextProvider } from './context.js';
import type { Translate } from './words.js';

type Edition = (typeof allEditions)[number];
const texts = createTexts(() => allEditions[0] as Edition);

/** Keys that have been asked for and have no text in the edition. */
export const missing = new Set<string>();
const spoken = (t: Translate): Translate =>
  ((key: string, values?: object) => {
    const text = (t as unknown as (key: string, values: object) => string)(key, { ...values, defaultValue: '' });
    if (text === '') missing.add(key);
    return text;
  }) as unknown as Translate;

/** A page of an edition with its real words, formats and addresses. */
export const pageOf = (edition: Edition, change: Partial<PageContext> = {}): PageContext => ({
  edition,
  country: edition.country,
  t: spoken(texts.of(edition).t),
  format: texts.of(edition).format,
  url: (name, parameters, page) => edition.prefix + localPath(edition, name, parameters, page),
  photograph: ({ url }, width) => (url.startsWith('https://img.example/') ? `/images/${width}/s/d` : null),
  ownPicture: () => null,
  shopName: 'Partavo',
  socialLinks: [],
  environment: 'local',
  isDemonstration: true,
  rating: { value: 4.82, count: 11542, source: 'placeholder' },
  editionLinks: [],
  path: '/',
  ...change,
});

/** The HTML of a view on a page. */
export const htmlOf = (view: ReactNode, page: PageContext): string =>
  renderToString(<PageContextProvider value={page}>{view}</PageContextProvider>);

/** What is read, with no-break spaces as plain ones. */
export const plain = (markup: string): string =>
  markup
    .replace(/<[^>]*>/g, ' ')
    .replace(/[\u00a0\u202f]/g, ' ')
    .replace(/\s+/g, ' ');
export const euros = (cents: number): Cents => cents as Cents;
export const occurrences = (text: string, part: string | RegExp): number => text.split(part).length - 1;

/** What is true of the HTML of every page's view, whatever it shows. */
export function expectWellFormed(markup: string): void {
  expect(occurrences(markup, '<h1')).toBe(1);
  expect([...missing]).toEqual([]);
  expect(markup).not.toMatch(/undefined|NaN|\[object|Infinity|<script/);
  // A place nobody filled; islands carry theirs as templates, in attributes.
  expect(plain(markup)).not.toContain('{{');
  expect(markup).not.toMatch(/ style=| on[a-z]+="/);
  const levels = [...markup.matchAll(/<h([1-6])/g)].map(([, level]) => Number(level));
  levels.forEach((level, index) => {
    expect(level - (levels[index - 1] ?? 0)).toBeLessThanOrEqual(1);
  });
  const ids = [...markup.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
  expect(new Set(ids).size).toBe(ids.length);
}
