import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startWeb, type Web } from '../../../test/doubles/web.js';

let web: Web;
beforeAll(async () => {
  web = await startWeb();
});
beforeEach(() => web.renew());
afterAll(() => web.stop());

const listing = '/Bremsscheiben/Alle-Fahrzeuge/--1523';
const canonicalOf = (html: string) =>
  /<link rel="canonical" href="[^"]*?(\/[^/"][^"]*)"/.exec(html.replace(/https?:\/\/[^/"]+/g, ''))?.[1];

test('a later page whose list fails is still that page, and a page past the last one is unknown', async () => {
  expect((await web.request(`${listing}?page=99`)).status).toBe(404);
  web.forget();
  web.double.breakOn(/\/api\/x\//);
  const { status, text } = await web.request(`${listing}?page=2`);
  // Search engines do not keep it without its list.
  expect([status, text.includes('Bremsscheiben'), text.includes('content="noindex"')]).toEqual([200, true, true]);
});

test('a category of a brand for a car has its own address, and the canonical one has no brand', async () => {
  const ofBrand = '/Kelvo-Bremsscheiben/VW-Golf-VII/3-m7-1523-7';
  const { status, text, headers } = await web.request(ofBrand);
  expect([status, headers.location]).toEqual([200, undefined]);
  expect(canonicalOf(text)).toBe('/Bremsscheiben/VW-Golf-VII/3-m7-1523');
});

test('answers to conditions of a car decide whether a part of the list fits', async () => {
  const asked = async (answers: string) => {
    const { text } = await web.request(`/Bremsscheiben/VW-Golf-VII/3-m7-243${answers}`);
    return [...text.matchAll(/class="fit-mark ([\w-]+)"/g)].map(([, tone]) => tone);
  };
  const [open, met, unmet] = [await asked(''), await asked('?answers=aaaaaa1'), await asked('?answers=aaaaaa0')];
  expect([open.length, new Set([...open, ...met, ...unmet]).size]).toEqual([1, 3]);
});
