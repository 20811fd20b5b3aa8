import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { allEditions, type Edition } from '../server/web/routes/editions.js';
import { localPath } from '../server/web/routes/paths.js';
import { sharedShop } from './support/shared-shop.js';
import { startShop } from './support/shop.js';
import { askUntil, until } from './support/until.js';

/** Merchants' photographs from the catalogue to the page. */
const shop = sharedShop();

interface Photographed {
  id: string;
  offerId: string;
  normNumber: string;
  manufacturer: { id: string; name: string; seoName: string };
  smallImages: [{ url: string; drawing: string }];
}
const html = async (path: string, cookie = ''): Promise<string> =>
  (await fetch(shop.origin + path, { headers: { cookie } })).text();
/** Returns the most popular brake disc with a shop's photograph. */
async function photographed(): Promise<Photographed> {
  const { spareParts } = await (await fetch(`${shop.origin}/api/-/-/--1523`)).json();
  return spareParts.find(({ smallImages }: Photographed) => smallImages[0].url.startsWith('/api/Fotos/'));
}
/** Returns addresses of the shop's own pictures; those of one photograph differ in width only. */
const own = (text: string): string[] =>
  text
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .match(/\/images\/\d+\/[\w-]+\?[^\s"]+/g) ?? [];
const ofWhat = (address: string): [url: string, drawing: string] => {
  const data = address.replace(/^[^?]*\?/, '');
  const at = data.indexOf('@');
  return [data.slice(at + 1), data.slice(0, at)];
};

test('every picture has its place before it is there, and a photograph comes in widths of the shop', async () => {
  const { normNumber, manufacturer } = await photographed();
  const pages = [await html('/x/x/--1523'), await html(`/Teilenummernsuche/${manufacturer.seoName}/${normNumber}`)];
  for (const [index, page] of pages.entries()) {
    const images = page.match(/<img [^>]*>/g) ?? [];
    expect(images.filter((image) => !/ width="\d+"/.test(image) || !/ height="\d+"/.test(image))).toEqual([]);
    expect(images.filter((image) => / src="(https?:|\/api\/Fotos)/.test(image))).toEqual([]);
    const photographs = images.filter((image) => image.includes('/images/'));
    expect(photographs.length).toBeGreaterThan(0);
    const isList = index === 0;
    const offered = isList
      ? / src="\/images\/160\//
      : / srcset="[^"]+ 160w, [^"]+"[^>]* sizes="| src="\/images\/160\//i;
    expect(photographs.filter((image) => !offered.test(image))).toEqual([]);
  }
  // A box of 80 px needs 160 px, for screens with two dots per pixel.
  expect(own(pages[0] ?? '').filter((address) => !/^\/images\/160\//.test(address))).toEqual([]);
  const [list = '', article = ''] = pages;
  // The browser knows how far down a list begins, so it decides.
  expect(list.match(/<img (?![^>]*loading="lazy")/g)).toBeNull();
  const first = article.match(/<img [^>]*fetchPriority="high"[^>]*>/i)?.[0];
  expect(first).toContain(' src="/images/960/');
  // Shared links and search engines use the photograph.
  const shared = /<meta property="og:image" content="([^"]*)"/.exec(article)?.[1];
  expect(shared).toMatch(/^\/images\/960\//);
  const images = JSON.parse(/"image":(\[[^\]]*\])/.exec(article)?.[1] ?? '[]');
  expect(images).toEqual([shared, expect.stringMatching(/^\/api\/Bilder\/disc\.svg/)]);
});

test('cart, suggestions and what goes with a part show it by the same way', async () => {
  const { id, offerId, normNumber } = await photographed();
  const headers = { accept: 'application/json', 'content-type': 'application/json', origin: shop.origin };
  const added = await fetch(`${shop.origin}/api/Warenkorb/Hinzufuegen/${offerId}`, {
    method: 'POST',
    headers,
    body: '{}',
  });
  const cookie = added.headers.getSetCookie().map((line) => line.split(';')[0]);
  const cart = await html('/Warenkorb', cookie.join('; '));
  const suggestions = await (await fetch(`${shop.origin}/api/search/suggestions?query=${normNumber}`)).text();
  for (const response of [cart, suggestions]) {
    const [address = ''] = own(response);
    expect(ofWhat(address)[0]).toMatch(new RegExp(`^/api/Fotos/${id}/[\\w-]{12}\\.jpg$`));
    expect(response).not.toContain('"/api/Fotos');
  }
  const related = await Promise.all(
    Array.from({ length: 12 }, async (_, at) => {
      const { spareParts } = await (await fetch(`${shop.origin}/api/-/-/--1523?page=${1 + (at % 2)}`)).json();
      return (await fetch(`${shop.origin}/api/recommendation/spare-part/${spareParts[at].id}`)).text();
    }),
  );
  expect(own(related.join()).length).toBeGreaterThan(0);
  expect(related.join()).not.toContain('"url":"/api/Fotos');
});

test('a photograph arrives in the format of the browser', async () => {
  const [address = ''] = own(await html('/x/x/--1523'));
  for (const format of ['avif', 'webp', 'jpeg']) {
    // A picture that is late is replaced by its drawing, and made again after a minute.
    const response = await askUntil(
      'the photograph is there',
      () => fetch(shop.origin + address, { headers: { accept: `image/${format}` }, redirect: 'manual' }),
      ({ status }) => status !== 302,
    );
    expect([response.status, response.headers.get('content-type')]).toEqual([200, `image/${format}`]);
  }
});

test('logos and pictures of categories are the operator’s; makers without one have their letters', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'partavo-pictures-'));
  const square = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><rect width="1" height="1"/></svg>';
  const { manufacturer } = await photographed();
  const { categories } = await (await fetch(`${shop.origin}/api/navigation`)).json();
  const wanted = { brands: manufacturer.seoName, categories: categories[0].urlId };
  for (const [kind, name] of Object.entries(wanted)) {
    mkdirSync(join(folder, kind));
    writeFileSync(join(folder, kind, `${name}.svg`), square);
  }
  writeFileSync(join(folder, 'brands', 'notes.html'), '<script>1</script>');
  const german = allEditions[0] as Edition;
  const brand = localPath(german, 'brand', { brand: { id: manufacturer.id, slug: manufacturer.seoName } });
  const own = await startShop({ PICTURES_DIR: folder });
  try {
    const page = async (path: string) => (await fetch(own.origin + path)).text();
    const mark = /<img class="brand-mark" loading="lazy" src="(\/pictures\/brands\/[^"]+)" width="160" height="60"/;
    let logo: string | undefined;
    // On a busy machine a new shop may refuse its first pages, or lack a section.
    await until('the page has a logo', async () => {
      logo = mark.exec(await page(brand))?.[1];
      return logo !== undefined;
    });
    const response = await fetch(own.origin + logo);
    expect([response.status, response.headers.get('content-type'), await response.text()]).toEqual([
      200,
      'image/svg+xml',
      square,
    ]);
    // Opened by itself, the drawing runs no script.
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
    const picture = `/pictures/categories/${categories[0].urlId}.svg?`;
    await until('home has the picture', async () => (await page('/')).includes(picture));
    expect((await fetch(`${own.origin}/pictures/brands/notes.html`)).status).toBe(404);
  } finally {
    await own.stop();
    rmSync(folder, { recursive: true });
  }
  expect(await html('/')).not.toContain('/pictures/');
  const letters = /<span class="brand-mark brand-letters" aria-hidden="true">([A-Z]{1,3})</.exec(
    await html(brand),
  )?.[1];
  expect(letters).toBe(
    manufacturer.name
      .split(' ')
      .map(([first]) => first)
      .join(''),
  );
});
