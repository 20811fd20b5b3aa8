import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { allEditions, type Edition } from '../server/editions.js';
import { pages } from '../server/pages/pages.js';
import { localPath } from '../server/routes/paths.js';
import { informationPages } from '../views/links.js';
import { type Example, examples, type OpenRoute } from './support/examples.js';
import { ask, readPage } from './support/page.js';
import { type Shop, startShop } from './support/shop.js';

/** Every page of every edition as a search engine meets it, on the built server. */
const publicOrigin = 'https://www.partavo.example';
const french = 'https://www.partavo-fr.example';
let shop: Shop;
let named: Shop;
let table: Record<OpenRoute, Example>;
beforeAll(async () => {
  shop = await startShop();
  named = await startShop({ PUBLIC_ORIGIN: publicOrigin, EDITION_HOSTS: 'www.partavo-fr.example=fr-FR' });
  table = await examples(shop.origin);
}, 120_000);
afterAll(async () => {
  await Promise.all([shop?.stop(), named?.stop()]);
});

const built = Object.keys(pages) as OpenRoute[];
/** Addresses of the same page in all editions that have it, `x-default` included. */
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
  const answer = await ask(shop.origin, path);
  if (example.robots === 'redirect') {
    expect([path, answer.status === 302 || answer.status === 303]).toEqual([path, true]);
    return;
  }
  expect([path, answer.status]).toEqual([path, 200]);
  const page = readPage(answer.body);
  expect(page.lang).toBe(edition.locale);
  expect(page.title).toMatch(/^\S.{3,} \| Partavo$/);
  expect(page.description).toMatch(/^\S.{20,}/);
  expect([path, page.headings]).toEqual([path, 1]);
  const crumbList = page.things.find((thing) => thing['@type'] === 'BreadcrumbList');
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
  test.each(built)('%s', (name) => expectPage(edition, table[name]));

  test('information pages', async () => {
    if (!pages.information) return;
    for (const page of informationPages) {
      const path = (other: Edition): string | null => {
        const local = localPath(other, 'information', { page });
        return local === '/' ? null : other.prefix + local;
      };
      await expectPage(edition, { path, robots: 'indexed', hasCrumbs: true });
    }
  });

  test('every other spelling leads to the page at once', async () => {
    for (const name of built) {
      const { path, robots } = table[name];
      const own = path(edition);
      if (!own || robots === 'redirect' || name === 'home') continue;
      const [beginning = '', query] = own.split('?');
      const more = query ? `?${query}` : '';
      const spellings = [
        `${beginning}/${more}`,
        `/${edition.locale.toUpperCase()}${beginning.slice(edition.prefix.length)}${more}`,
      ];
      for (const spelling of spellings) {
        const answer = await ask(shop.origin, spelling);
        expect([spelling, answer.status, answer.headers.location]).toEqual([spelling, 301, own]);
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
    if (!pages[name]) continue;
    for (const edition of allEditions) {
      const own = table[name].path(edition) as string;
      const segments = own.slice(edition.prefix.length).split('/');
      const tail = segments.at(-1) as string;
      const at = name === 'model' || name === 'manufacturer' || name === 'series' ? 2 : 1;
      const wrong = segments.with(at, 'falsch').join('/');
      const answer = await ask(shop.origin, edition.prefix + wrong);
      expect([wrong, answer.status, answer.headers.location]).toEqual([wrong, 301, own]);
      const unknown = own.slice(0, -tail.length) + tail.replace(/\d+(?=-?$)/, '999999999999999');
      const missing = await ask(shop.origin, name === 'model' ? own.replace(/3-\w+-$/, '3-nicht_da-') : unknown);
      expect([unknown, missing.status]).toEqual([unknown, 404]);
      expect(readPage(missing.body)).toMatchObject({ lang: edition.locale, robots: 'noindex', canonical: undefined });
    }
  }
});

test('with configured origins every address for search engines is whole, on the edition’s own host', async () => {
  const path = table.article.path(allEditions[0] as Edition) as string;
  const host = new URL(publicOrigin).host;
  const german = readPage((await ask(named.origin, path, { host })).body);
  expect(german.canonical).toBe(publicOrigin + path);
  expect(german.alternates.get('x-default')).toBe(publicOrigin + path);
  for (const edition of allEditions) {
    const own = table.article.path(edition) as string;
    const expected = edition.locale === 'fr-FR' ? french + own.slice('/fr-FR'.length) : publicOrigin + own;
    expect(german.alternates.get(edition.locale)).toBe(expected);
    const { host: itsHost, pathname } = new URL(expected);
    const page = readPage((await ask(named.origin, pathname, { host: itsHost })).body);
    expect(page.canonical).toBe(expected);
    expect([...page.alternates]).toEqual([...german.alternates]);
    for (const thing of page.things) expect(JSON.stringify(thing)).not.toMatch(/"(url|item|logo)":"\//);
  }
});

test('robots.txt closes calls, cart and search, and nothing else', async () => {
  const { body, headers } = await ask(shop.origin, '/robots.txt');
  expect(headers['content-type']).toContain('text/plain');
  expect(body).not.toContain('Sitemap:');
  const rules = [...body.matchAll(/^(Allow|Disallow): (.*)$/gm)].map(([, kind, path = '']) => ({
    kind,
    path,
    pattern: new RegExp(`^${path.replace(/[.?+()|[\]\\]/g, '\\$&')}`),
  }));
  const isOpen = (path: string): boolean => {
    const [rule] = rules.filter(({ pattern }) => pattern.test(path)).sort((a, b) => b.path.length - a.path.length);
    return rule?.kind !== 'Disallow';
  };
  for (const edition of allEditions) {
    for (const name of Object.keys(table) as OpenRoute[]) {
      const path = table[name].path(edition);
      if (!path) continue;
      const isClosed = ['cart', 'cartGenerate', 'search', 'fullText', 'login', 'savedVehicles', 'saveVehicle'].includes(
        name,
      );
      expect([path, isOpen(path)]).toEqual([path, !isClosed]);
    }
  }
  expect(isOpen('/api/navigation')).toBe(false);
  expect(isOpen('/api/Bilder/disc.svg')).toBe(true);
  const host = new URL(publicOrigin).host;
  expect((await ask(named.origin, '/robots.txt', { host })).body).toContain(`\nSitemap: ${publicOrigin}/sitemap.xml\n`);
  expect((await ask(named.origin, '/robots.txt', { host: `staging.${host}` })).body).toBe(
    'User-agent: *\nDisallow: /\n',
  );
});

test('the sitemap lists indexable pages with their own addresses, each edition on its host', async () => {
  const read = async (origin: string): Promise<string[]> => {
    const { host } = new URL(origin);
    const index = await ask(named.origin, '/sitemap.xml', { host });
    expect(index.status).toBe(200);
    const files = [...index.body.matchAll(/<loc>(.*?)<\/loc><lastmod>(.*?)<\/lastmod>/g)];
    const addresses: string[] = [];
    for (const [, file = '', lastModified = ''] of files) {
      expect(file.startsWith(`${origin}/sitemaps/`)).toBe(true);
      expect(Number.isNaN(Date.parse(lastModified))).toBe(false);
      const answer = await ask(named.origin, new URL(file).pathname, { host });
      const xml = gunzipSync(answer.bytes).toString();
      const own = [...xml.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address = '']) => address);
      expect(own.length).toBeLessThanOrEqual(50_000);
      addresses.push(...own);
    }
    return addresses;
  };
  const addresses = await read(publicOrigin);
  expect(new Set(addresses).size).toBe(addresses.length);
  expect(addresses.length).toBeGreaterThan(1000);
  expect(addresses.some((address) => address.includes('/fr-FR/'))).toBe(false);
  for (const name of [
    'home',
    'vehicles',
    'manufacturer',
    'series',
    'model',
    'category',
    'universalCategory',
    'article',
    'brand',
    'shop',
    'information',
  ] as const) {
    expect(addresses).toContain(publicOrigin + table[name].path(allEditions[1] as Edition));
  }
  expect(addresses.some((address) => /\/3-\w+-\d+$/.test(address))).toBe(false);
  // A spread over the whole list, so that every kind is met.
  const step = Math.ceil(addresses.length / (process.env.TEST_LONG ? 2000 : 150));
  for (let index = 0; index < addresses.length; index += step) {
    const { pathname } = new URL(addresses[index] as string);
    const answer = await ask(named.origin, pathname, { host: new URL(publicOrigin).host });
    const { canonical, robots } = readPage(answer.body);
    expect([pathname, answer.status, canonical, robots]).toEqual([
      pathname,
      200,
      addresses[index],
      'max-image-preview:large',
    ]);
  }
});

test('models of one name have titles of their own, over the whole catalogue', async () => {
  const file = readdirSync(shop.dataDir).find((name) => /^catalogue-.*\.db$/.test(name)) as string;
  const catalogue = new DatabaseSync(join(shop.dataDir, file), { readOnly: true });
  const rows = catalogue
    .prepare(
      `select model.id, full_name, kw, year_start, year_end, slug from model
       join series_page on series_page.id = model.series_page_id order by full_name`,
    )
    .all() as { id: string; full_name: string; kw: number; year_start: number; year_end: number; slug: string }[];
  catalogue.close();
  expect(rows.length).toBeGreaterThan(5000);
  expect(new Set(rows.map((row) => [row.full_name, row.kw, row.year_start, row.year_end].join())).size).toBe(
    rows.length,
  );

  // Neighbours of one name, spread over the whole list; names, power and years are what the titles are made of.
  const namesakes = rows.filter(
    ({ full_name }, index) => full_name === rows[index - 1]?.full_name || full_name === rows[index + 1]?.full_name,
  );
  const step = Math.ceil(namesakes.length / (process.env.TEST_LONG ? 1500 : 60));
  const shown = namesakes.filter((_, index) => Math.floor(index / 5) % step === 0);
  expect(shown.length).toBeGreaterThan(50);
  for (const [at, edition] of allEditions.entries()) {
    const titles = new Map<string, string>();
    for (const { id, slug, full_name } of shown.slice(at * 10)) {
      const path = `${edition.prefix}/${edition.words.section}/${slug}/3-${id}-`;
      const { status, body } = await ask(shop.origin, path);
      const { title } = readPage(body);
      expect([path, status, titles.get(title)]).toEqual([path, 200, undefined]);
      expect(title).toContain(full_name);
      titles.set(title, path);
    }
  }
});

test('browsers find how to search, to install, and whom to tell about a fault', async () => {
  for (const edition of allEditions) {
    const search = await ask(named.origin, `/opensearch/${edition.locale}.xml`);
    expect(search.headers['content-type']).toContain('application/opensearchdescription+xml');
    const origin = edition.locale === 'fr-FR' ? french : publicOrigin + edition.prefix;
    expect(search.body).toContain(`template="${origin}/search?query={searchTerms}"`);
    const manifest = await ask(shop.origin, `/manifest/${edition.locale}.webmanifest`);
    expect(manifest.headers['content-type']).toContain('application/manifest+json');
    const { lang, start_url, icons } = JSON.parse(manifest.body);
    expect([lang, start_url, icons[0].sizes]).toEqual([edition.locale, `${edition.prefix}/`, 'any']);
    for (const { src, sizes, type } of icons) {
      const { status, headers, bytes } = await ask(shop.origin, src);
      expect([src, status, headers['content-type']]).toEqual([src, 200, type]);
      const { width, height } = await sharp(bytes).metadata();
      if (sizes !== 'any') expect(`${width}x${height}`).toBe(sizes);
    }
    expect(icons.map(({ purpose }: { purpose: string }) => purpose)).toContain('maskable');
  }
  const head = (await ask(shop.origin, '/')).body;
  for (const [rel, href] of [
    ['icon', '/favicon.ico'],
    ['icon', '/icon.svg'],
    ['apple-touch-icon', '/apple-touch-icon.png'],
  ]) {
    expect(head).toContain(`<link rel="${rel}" href="${href}"`);
  }
  const favicon = await ask(shop.origin, '/favicon.ico');
  expect([favicon.status, favicon.headers['content-type']]).toEqual([200, 'image/x-icon']);
  // A directory of three images, each a PNG of its size.
  expect([...favicon.bytes.subarray(0, 6)]).toEqual([0, 0, 1, 0, 3, 0]);
  for (const [index, size] of [16, 32, 48].entries()) {
    const at = 6 + 16 * index;
    const offset = favicon.bytes.readUInt32LE(at + 12);
    const png = favicon.bytes.subarray(offset, offset + favicon.bytes.readUInt32LE(at + 8));
    expect(await sharp(png).metadata()).toMatchObject({ format: 'png', width: size, height: size });
  }
  const touch = await ask(shop.origin, '/apple-touch-icon.png');
  expect(await sharp(touch.bytes).metadata()).toMatchObject({ width: 180, height: 180, hasAlpha: false });
  const { body } = await ask(shop.origin, '/.well-known/security.txt');
  expect(body).toMatch(/^Contact: mailto:\S+@\S+$/m);
  const expires = Date.parse(/^Expires: (.*)$/m.exec(body)?.[1] ?? '');
  expect(expires).toBeGreaterThan(Date.now());
  expect(expires).toBeLessThan(Date.now() + 366 * 86_400_000);
  expect((await ask(shop.origin, '/opensearch/xx-XX.xml')).status).toBe(404);
  expect((await ask(shop.origin, '/sitemaps/de-DE/articles-9999.xml.gz')).status).toBe(404);
});

test('the page of all components is there locally and nowhere else', async () => {
  expect((await ask(shop.origin, '/_components')).status).toBe(200);
  for (const host of ['www.partavo.example', 'staging.partavo.example', 'pr-7.test.partavo.example']) {
    expect((await ask(shop.origin, '/_components', { host })).status).toBe(404);
  }
});
