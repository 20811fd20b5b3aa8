import { describe, expect, test } from 'vitest';
import { allEditions, type Edition } from '../server/web/routes/editions.js';
import { localPath } from '../server/web/routes/paths.js';
import { informationPages } from '../views/links.js';
import { type Example, readRoutes } from './support/examples.js';
import { french, publicOrigin } from './support/named-shop.js';
import { fetchPage, readPage } from './support/page.js';
import { setShops } from './support/shops.js';

/** Every page of every edition for search engines, on the built server. */
const shops = setShops();

/** Returns the addresses of a page in all editions that have it, `x-default` included. */
function counterparts({ path }: Example): Map<string, string> {
  const found = new Map<string, string>();
  for (const edition of allEditions) {
    const address = path(edition);
    if (address) found.set(edition.locale, address);
  }
  const standard = found.get('de-DE');
  if (standard) found.set('x-default', standard);
  return found;
}

async function expectPage(edition: Edition, example: Example): Promise<void> {
  const path = example.path(edition);
  if (path === null) return;
  const response = await fetchPage(shops.shop.origin, path);
  if (example.robots === 'redirect') {
    expect([path, response.status === 302 || response.status === 303]).toEqual([path, true]);
    return;
  }
  expect([path, response.status]).toEqual([path, 200]);
  const page = readPage(response.body);
  expect(page.lang).toBe(edition.locale);
  expect(page.title).toMatch(/^\S.{3,} \| Partavo$/);
  expect(page.description).toMatch(/^\S.{20,}/);
  expect([path, page.headings]).toEqual([path, 1]);
  const crumbList = page.entities.find((thing) => thing['@type'] === 'BreadcrumbList');
  if (example.hasCrumbs) {
    expect([path, page.crumbs[0]]).toEqual([path, `${edition.prefix}/`]);
    const items = crumbList?.itemListElement as { item: string; position: number }[];
    expect(items.map(({ item }) => item).slice(0, -1)).toEqual(page.crumbs);
    expect(items.map(({ position }) => position)).toEqual(items.map((_, index) => index + 1));
  } else {
    expect(crumbList).toBeUndefined();
  }
  if (example.robots === 'noindex') {
    expect([path, page.robots]).toEqual([path, 'noindex']);
    expect(page.alternates.size).toBe(0);
    return;
  }
  expect([path, page.robots]).toEqual([path, 'max-image-preview:large']);
  expect(page.canonical).toBe(path);
  expect(Object.fromEntries(page.alternates)).toEqual(Object.fromEntries(counterparts(example)));
}

describe.each(allEditions.map((edition) => [edition.locale, edition] as const))('%s', (_, edition) => {
  test.each(readRoutes)('%s', (name) => expectPage(edition, shops.table[name]));

  test('information pages', async () => {
    for (const page of informationPages) {
      const path = (other: Edition): string | null => {
        const local = localPath(other, 'information', { page });
        return local === '/' ? null : other.prefix + local;
      };
      await expectPage(edition, { path, robots: 'indexed', hasCrumbs: true });
    }
  });

  test('every other spelling leads to the page at once', async () => {
    for (const name of readRoutes) {
      const { path, robots } = shops.table[name];
      const own = path(edition);
      if (!own || robots === 'redirect' || name === 'home') continue;
      const [beginning = '', query] = own.split('?');
      const more = query ? `?${query}` : '';
      const spellings = [
        `${beginning}/${more}`,
        `/${edition.locale.toUpperCase()}${beginning.slice(edition.prefix.length)}${more}`,
      ];
      for (const spelling of spellings) {
        const response = await fetchPage(shops.shop.origin, spelling);
        expect([spelling, response.status, response.headers.location]).toEqual([spelling, 301, own]);
      }
    }
  });
});

test('a wrong slug leads to the right one, an unknown id to the error page', async () => {
  for (const name of [
    'manufacturer',
    'series',
    'model',
    'category',
    'universalCategory',
    'modelCategory',
    'brand',
  ] as const) {
    for (const edition of allEditions) {
      const own = shops.table[name].path(edition) as string;
      const segments = own.slice(edition.prefix.length).split('/');
      const tail = segments.at(-1) as string;
      const at = name === 'model' || name === 'manufacturer' || name === 'series' ? 2 : 1;
      const wrong = segments.with(at, 'falsch').join('/');
      const response = await fetchPage(shops.shop.origin, edition.prefix + wrong);
      expect([wrong, response.status, response.headers.location]).toEqual([wrong, 301, own]);
      const unknown = own.slice(0, -tail.length) + tail.replace(/\d+(?=-?$)/, '999999999999999');
      const missing = await fetchPage(
        shops.shop.origin,
        name === 'model' ? own.replace(/3-\w+-$/, '3-nicht_da-') : unknown,
      );
      expect([unknown, missing.status]).toEqual([unknown, 404]);
      expect(readPage(missing.body)).toMatchObject({ lang: edition.locale, robots: 'noindex', canonical: undefined });
    }
  }
});

test('with configured origins every address for search engines is whole, on the edition’s own host', async () => {
  const path = shops.table.article.path(allEditions[0] as Edition) as string;
  const host = new URL(publicOrigin).host;
  const german = readPage((await fetchPage(shops.named.origin, path, { host })).body);
  expect(german.canonical).toBe(publicOrigin + path);
  expect(german.alternates.get('x-default')).toBe(publicOrigin + path);
  for (const edition of allEditions) {
    const own = shops.table.article.path(edition) as string;
    const expected = edition.locale === 'fr-FR' ? french + own.slice('/fr-FR'.length) : publicOrigin + own;
    expect(german.alternates.get(edition.locale)).toBe(expected);
    const { host: itsHost, pathname } = new URL(expected);
    const page = readPage((await fetchPage(shops.named.origin, pathname, { host: itsHost })).body);
    expect(page.canonical).toBe(expected);
    expect([...page.alternates]).toEqual([...german.alternates]);
    for (const thing of page.entities) expect(JSON.stringify(thing)).not.toMatch(/"(url|item|logo)":"\//);
  }
});

test('the page of all components is there locally and nowhere else', async () => {
  expect((await fetchPage(shops.shop.origin, '/_components')).status).toBe(200);
  for (const host of ['www.partavo.example', 'staging.partavo.example', 'pr-7.test.partavo.example']) {
    expect((await fetchPage(shops.shop.origin, '/_components', { host })).status).toBe(404);
  }
});
