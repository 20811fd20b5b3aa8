import { expect, test } from 'vitest';
import { informationPages } from '../../../views/links.js';
import { allEditions, type Edition, editions } from '../routes/editions.js';
import { informationContent } from './content.js';

const textsOf = (edition: Edition, page: (typeof informationPages)[number], isDemonstration: boolean): string =>
  JSON.stringify(informationContent(edition, page, { name: 'Teile Nord', isDemonstration })?.sections ?? []);

test.each(allEditions)(
  '$locale: information pages have texts with the name of the shop and no placeholder',
  (edition) => {
    const all = informationPages.map((page) => textsOf(edition, page, true)).join();
    expect(all.length).toBeGreaterThan(10_000);
    expect(all).toContain('Teile Nord');
    expect(all).not.toMatch(/\{\{(shop|demonstration)\}\}/);
  },
);

test('texts about the demonstration are left out elsewhere', () => {
  const german = editions['de-DE'];
  expect(textsOf(german, 'imprint', true)).toContain('Demo-Shop');
  expect(textsOf(german, 'imprint', false)).not.toContain('Demo-Shop');
});

test('a value that is missing is marked where the law requires it, and its text is left out elsewhere', () => {
  const own = { email: null, deliveryServices: [], paymentServices: [], identity: { company: 'Teile Nord GmbH' } };
  const imprint = (missing: string[]) =>
    textsOf({ ...editions['de-DE'], own: { ...own, missing } } as unknown as Edition, 'imprint', false);
  expect(imprint([])).toContain('Teile Nord GmbH');
  expect(imprint([]).length).toBeLessThan(imprint(['vatId']).length);
  expect(imprint(['vatId'])).toContain('{{operator}}');
});
