import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { gunzipSync } from 'node:zlib';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { allEditions, type Edition } from '../server/web/routes/editions.js';
import type { OpenRoute } from './support/examples.js';
import { french, publicOrigin } from './support/named-shop.js';
import { fetchPage, readPage } from './support/page.js';
import { isLong } from './support/sample.js';
import { setShops } from './support/shops.js';

/** Files for search engines and browsers besides pages. */
const shops = setShops();

test('robots.txt closes calls, cart and search, and nothing else', async () => {
  const { body, headers } = await fetchPage(shops.shop.origin, '/robots.txt');
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
    for (const name of Object.keys(shops.table) as OpenRoute[]) {
      const path = shops.table[name].path(edition);
      if (!path) continue;
      const isClosed = [
        'cart',
        'cartGenerate',
        'search',
        'fullText',
        'login',
        'savedVehicles',
        'saveVehicle',
        'compare',
      ].includes(name);
      expect([path, isOpen(path)]).toEqual([path, !isClosed]);
    }
  }
  expect(isOpen('/api/navigation')).toBe(false);
  expect(isOpen('/api/Bilder/disc.svg')).toBe(true);
  const host = new URL(publicOrigin).host;
  expect((await fetchPage(shops.named.origin, '/robots.txt', { host })).body).toContain(
    `\nSitemap: ${publicOrigin}/sitemap.xml\n`,
  );
  expect((await fetchPage(shops.named.origin, '/robots.txt', { host: `staging.${host}` })).body).toBe(
    'User-agent: *\nDisallow: /\n',
  );
});

test('the sitemap lists indexable pages with their own addresses, each edition on its host', async () => {
  const read = async (origin: string): Promise<string[]> => {
    const { host } = new URL(origin);
    const index = await fetchPage(shops.named.origin, '/sitemap.xml', { host });
    expect(index.status).toBe(200);
    const files = [...index.body.matchAll(/<loc>(.*?)<\/loc><lastmod>(.*?)<\/lastmod>/g)];
    const addresses: string[] = [];
    for (const [, file = '', lastModified = ''] of files) {
      expect(file.startsWith(`${origin}/sitemaps/`)).toBe(true);
      expect(Number.isNaN(Date.parse(lastModified))).toBe(false);
      const response = await fetchPage(shops.named.origin, new URL(file).pathname, { host });
      const xml = gunzipSync(response.bytes).toString();
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
    expect(addresses).toContain(publicOrigin + shops.table[name].path(allEditions[1] as Edition));
  }
  expect(addresses.some((address) => /\/3-\w+-\d+$/.test(address))).toBe(false);
  // Takes a sample from the whole list, so that it contains every kind.
  const step = Math.ceil(addresses.length / (isLong ? 2000 : 30));
  for (let index = 0; index < addresses.length; index += step) {
    const { pathname } = new URL(addresses[index] as string);
    const response = await fetchPage(shops.named.origin, pathname, { host: new URL(publicOrigin).host });
    const { canonical, robots } = readPage(response.body);
    expect([pathname, response.status, canonical, robots]).toEqual([
      pathname,
      200,
      addresses[index],
      'max-image-preview:large',
    ]);
  }
});

test('models of one name have titles of their own, over the whole catalogue', async () => {
  const file = readdirSync(shops.shop.dataDir).find((name) => /^catalogue-.*\.db$/.test(name)) as string;
  const catalogue = new DatabaseSync(join(shops.shop.dataDir, file), { readOnly: true });
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

  // Models with the same name, from the whole list: their titles consist of name, power and years.
  const namesakes = rows.filter(
    ({ full_name }, index) => full_name === rows[index - 1]?.full_name || full_name === rows[index + 1]?.full_name,
  );
  const step = Math.ceil(namesakes.length / (isLong ? 1500 : 60));
  const shown = namesakes.filter((_, index) => Math.floor(index / 5) % step === 0);
  expect(shown.length).toBeGreaterThan(50);
  for (const [at, edition] of allEditions.entries()) {
    const titles = new Map<string, string>();
    for (const { id, slug, full_name } of isLong ? shown : shown.slice(at * 10, at * 10 + 20)) {
      const path = `${edition.prefix}/${edition.pathNames.section}/${slug}/3-${id}-`;
      const { status, body } = await fetchPage(shops.shop.origin, path);
      const { title } = readPage(body);
      expect([path, status, titles.get(title)]).toEqual([path, 200, undefined]);
      // The names of the body and of four-wheel drive are translated; make and engine are not.
      const drive = edition.language === 'de' ? 'Allrad' : '4x4';
      const words = full_name.replace('Allrad', drive).split(' ');
      for (const word of [words[0], words.at(-1)]) expect(title).toContain(word);
      titles.set(title, path);
    }
  }
});

test('browsers find how to search, to install, and whom to tell about a fault', async () => {
  for (const edition of allEditions) {
    const search = await fetchPage(shops.named.origin, `/opensearch/${edition.locale}.xml`);
    expect(search.headers['content-type']).toContain('application/opensearchdescription+xml');
    const origin = edition.locale === 'fr-FR' ? french : publicOrigin + edition.prefix;
    expect(search.body).toContain(`template="${origin}/search?query={searchTerms}"`);
    const manifest = await fetchPage(shops.shop.origin, `/manifest/${edition.locale}.webmanifest`);
    expect(manifest.headers['content-type']).toContain('application/manifest+json');
    const { lang, start_url, icons } = JSON.parse(manifest.body);
    expect([lang, start_url, icons[0].sizes]).toEqual([edition.locale, `${edition.prefix}/`, 'any']);
    for (const { src, sizes, type } of icons) {
      const { status, headers, bytes } = await fetchPage(shops.shop.origin, src);
      expect([src, status, headers['content-type']]).toEqual([src, 200, type]);
      const { width, height } = await sharp(bytes).metadata();
      if (sizes !== 'any') expect(`${width}x${height}`).toBe(sizes);
    }
    expect(icons.map(({ purpose }: { purpose: string }) => purpose)).toContain('maskable');
  }
  const head = (await fetchPage(shops.shop.origin, '/')).body;
  expect(head).toContain('<link rel="icon" href="/icon.svg"');
  const favicon = await fetchPage(shops.shop.origin, '/favicon.ico');
  expect([favicon.status, favicon.headers['content-type']]).toEqual([200, 'image/x-icon']);
  // An icon file with three images, each a PNG of its size.
  expect([...favicon.bytes.subarray(0, 6)]).toEqual([0, 0, 1, 0, 3, 0]);
  for (const [index, size] of [16, 32, 48].entries()) {
    const at = 6 + 16 * index;
    const offset = favicon.bytes.readUInt32LE(at + 12);
    const png = favicon.bytes.subarray(offset, offset + favicon.bytes.readUInt32LE(at + 8));
    expect(await sharp(png).metadata()).toMatchObject({ format: 'png', width: size, height: size });
  }
  const touch = await fetchPage(shops.shop.origin, '/apple-touch-icon.png');
  expect(await sharp(touch.bytes).metadata()).toMatchObject({ width: 180, height: 180, hasAlpha: false });
  const { body } = await fetchPage(shops.shop.origin, '/.well-known/security.txt');
  expect(body).toMatch(/^Contact: mailto:\S+@\S+$/m);
  const expires = Date.parse(/^Expires: (.*)$/m.exec(body)?.[1] ?? '');
  expect(expires).toBeGreaterThan(Date.now());
  expect(expires).toBeLessThan(Date.now() + 366 * 86_400_000);
  expect((await fetchPage(shops.shop.origin, '/opensearch/xx-XX.xml')).status).toBe(404);
  expect((await fetchPage(shops.shop.origin, '/sitemaps/de-DE/articles-9999.xml.gz')).status).toBe(404);
});
