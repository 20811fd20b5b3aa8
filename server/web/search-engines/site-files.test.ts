import { expect, test } from 'vitest';
import type { Client } from '../api/client.js';
import { createBranding } from '../branding/branding.js';
import { editions, type OwnWords } from '../routes/editions.js';
import { createRoutes } from '../routes/routes.js';
import { createTexts } from '../texts/texts.js';
import { robotsTxt } from './serve-site-files.js';
import { escapeXml, openSearch, securityTxt, webManifest } from './site-files.js';
import { type SitemapKind, sitemap, sitemapIndexXml, sitemapXml } from './sitemap.js';

const texts = createTexts(() => editions['de-DE']);
const bare = createRoutes(new Map(), undefined);
const routes = createRoutes(new Map(), 'https://shop.example');
const needs = {
  env: { SHOP_NAME: 'Teile & "Zubehör" <Nord>', SECURITY_CONTACT: undefined },
  texts,
  routes,
  branding: createBranding(null, (language) => texts.inLanguage(language), ['k']),
  isDemonstration: () => true,
};

test('robots may request drawings and no call; a staging host is closed', () => {
  const open = robotsTxt(routes, 'shop.example', 'https://shop.example/sitemap.xml', false);
  for (const rule of [
    'Allow: /',
    'Allow: /api/Bilder/',
    'Disallow: /api/',
    'Disallow: /Warenkorb?',
    'Disallow: /Warenkorb/',
  ])
    expect(open.split('\n')).toContain(rule);
  expect(open).toMatch(/\n\nSitemap: https:\/\/shop\.example\/sitemap\.xml\n$/);
  expect(robotsTxt(routes, 'shop.example', null, true)).toBe('User-agent: *\nDisallow: /\n');
});

test('names and descriptions are as long as their formats allow, and contain no markup', () => {
  expect(escapeXml('<a href="x">&</a>')).toBe('&lt;a href=&quot;x&quot;&gt;&amp;&lt;/a&gt;');
  const search = openSearch(needs, editions['fr-FR'], 'shop.example');
  expect(search).toContain('<ShortName>Teile &amp; &quot;Zubehör</ShortName>');
  expect(search).toContain('<Language>fr-FR</Language>');
  expect(search).toContain('https://shop.example/favicon.ico</Image>');
  expect(search).toContain('template="https://shop.example/fr-FR/search?query={searchTerms}"');
  const manifest = JSON.parse(webManifest(needs, editions['fr-FR'], 'shop.example'));
  expect(manifest).toMatchObject({
    id: '/fr-FR/',
    start_url: '/fr-FR/',
    scope: '/fr-FR/',
    lang: 'fr-FR',
    name: needs.env.SHOP_NAME,
    short_name: 'Teile & "Zub',
  });
});

test("security reports go to the operator's contact, else to that of the edition", () => {
  const expires = new Date('2027-07-15T12:00:00.000Z');
  const own = securityTxt(needs, editions['de-AT'], 'shop.example', expires).split('\n');
  expect(own).toContain('Contact: mailto:hilfe.at@partavo.example');
  expect(own).toContain('Expires: 2027-07-15T12:00:00.000Z');
  expect(own).toContain('Canonical: https://shop.example/.well-known/security.txt');
  expect(own.find((line) => line.startsWith('Policy: '))).toMatch(
    /^Policy: https:\/\/shop\.example\/de-AT\/Informationen\//,
  );
  const env = { ...needs.env, SECURITY_CONTACT: 'mailto:cert@a.example' };
  const named = securityTxt({ ...needs, env, routes: bare }, editions['de-AT'], 'shop.example', expires);
  expect(named).toContain('Contact: mailto:cert@a.example\n');
  // Both need absolute addresses, but this shop does not know its origin.
  expect(named).not.toMatch(/Canonical|Policy/);
  // A shop with its own catalogue has no contact before its operator gives one.
  const withoutContact = { ...needs, isDemonstration: () => false };
  expect(() => securityTxt(withoutContact, editions['de-AT'], 'shop.example', expires)).toThrow('no contact');
});

test('a sitemap is written in pieces, with each address once', () => {
  const addresses = Array.from({ length: 1000 }, (_, index) => `https://shop.example/a?x=1&y=${index}`);
  const pieces = [...sitemapXml({ addresses, lastModified: '2026-07-15' })];
  expect(pieces.length).toBeGreaterThan(3);
  for (const piece of pieces) expect(piece.length).toBeLessThan(17_000);
  const xml = pieces.join('');
  const entries = addresses.map(
    (address) => `<url><loc>${escapeXml(address)}</loc><lastmod>2026-07-15</lastmod></url>\n`,
  );
  expect(xml).toBe(
    `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join('')}</urlset>\n`,
  );
});

test('a sitemap has as many pages as its directory, that of fixed pages one', async () => {
  const asked: unknown[] = [];
  const call = async (_name: string, wish: { kind: string; page: number }) => {
    asked.push([wish.kind, wish.page]);
    const entries = [{ slug: 'a-shop', seoName: 'a-brand', id: '1' }];
    return { kind: wish.kind, entries, pageCount: 2, lastModified: '2026-07-15' };
  };
  const client = { for: () => ({ call }) } as unknown as Client;
  const env = { INFORMATION_URLS: new Map() } as never;
  const read = async (kind: SitemapKind, page: number) => {
    const { addresses } = await sitemap({ env, client, routes }, editions['de-DE'], 'shop.example', { kind, page });
    return [...addresses].length;
  };
  expect([await read('shops', 1), await read('shops', 2)]).toEqual([1, 1]);
  await expect(read('shops', 3)).rejects.toMatchObject({ code: 'not_found' });
  expect(await read('pages', 1)).toBeGreaterThan(2);
  // The edition has no pages for merchants.
  const fixed = { kind: 'pages', page: 1 } as const;
  const { addresses } = await sitemap({ env, client, routes }, editions['nl-NL'], 'shop.example', fixed);
  const listed = [...addresses];
  expect(listed.filter((address) => address === 'https://shop.example/nl-NL/')).toHaveLength(1);
  await expect(read('pages', 2)).rejects.toMatchObject({ code: 'not_found' });
  expect(asked.slice(0, 4)).toEqual([
    ['shops', 1],
    ['shops', 2],
    ['shops', 3],
    ['shops', 1],
  ]);
});

test('the index of sitemaps names all kinds of the open editions, and no closed one', async () => {
  const call = async () => ({ pageCount: 2, lastModified: '2026-07-15', entries: [] });
  const client = { for: () => ({ call }) } as unknown as Client;
  const all = routes.editions.all.map((edition) =>
    edition.locale === 'fr-FR' ? { ...edition, own: { missing: ['company'] } as unknown as OwnWords } : edition,
  );
  const closed = { ...routes, editions: { ...routes.editions, all } };
  const env = { INFORMATION_URLS: new Map() } as never;
  const index = await sitemapIndexXml({ env, client, routes: closed }, 'shop.example');
  expect(index).toContain('<loc>https://shop.example/sitemaps/nl-NL/shops-2.xml.gz</loc><lastmod>2026-07-15</lastmod>');
  expect(index).not.toMatch(/shops-3|\/pages-2|fr-FR/);
});
