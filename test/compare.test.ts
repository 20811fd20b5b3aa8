import { beforeAll, expect, test } from 'vitest';
import { allEditions } from '../server/web/routes/editions.js';
import { localPath } from '../server/web/routes/paths.js';
import { sharedShop } from './support/shared-shop.js';

/** Comparison of products in a browser without script. */
const discs = '/Bremsscheiben/Alle-Fahrzeuge/--1523';
const shop = sharedShop();
let ids: string[];
beforeAll(async () => {
  const listing = await (await fetch(`${shop.origin}/api/-/-/--1523`)).json();
  ids = listing.spareParts.slice(0, 6).map(({ id }: { id: string }) => id);
});
const read = async (path: string): Promise<string> => (await fetch(shop.origin + path)).text();
const plain = (html: string): string =>
  html
    .replaceAll('<!-- -->', '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ');
const post = async (path: string, fields: [string, string][]): Promise<string> => {
  const response = await fetch(shop.origin + path, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: shop.origin, accept: 'text/html' },
    body: new URLSearchParams([['locale', 'de-DE'], ...fields]),
  });
  expect(response.status).toBe(303);
  return response.headers.get('location') ?? '';
};

test('a list becomes one to choose from, whose form leads to the products side by side', async () => {
  expect(await read(discs)).not.toContain('type="checkbox" name="ids"');
  expect(await read(discs)).toContain(`href="${discs}?show=compare#liste"`);
  const list = await read(`${discs}?show=compare&ids=${ids[1]}.999999`);
  const boxes = [...list.matchAll(/<input[^>]*>/g)]
    .map(([box]) => box)
    .filter((box) => /type="checkbox"[^>]*"ids"/.test(box) || /"ids"[^>]*type="checkbox"/.test(box));
  expect(boxes).toHaveLength(20);
  expect(boxes.filter((box) => box.includes('checked')).join()).toContain(`value="${ids[1]}"`);
  expect(list).toMatch(/<input type="hidden" name="ids" value="999999"\/?>/);
  const address = await post('/Vergleichen', [
    ['ids', `${ids[0]}`],
    ['ids', `${ids[1]}.x.${ids[0]}`],
    ['modelId', '77'],
  ]);
  expect(address).toBe(`/Vergleichen?ids=${ids[0]}.${ids[1]}&modelId=77`);
});

test('lists of a brand, a shop and a search become ones to choose from too, each by itself', async () => {
  const [product] = (await (await fetch(`${shop.origin}/api/-/-/--1523`)).json()).spareParts;
  const { seoName } = product.manufacturer;
  const brand = new RegExp(`href="([^"]*${seoName}[^"]*)"`).exec(await read('/Informationen/Alle-Marken'))?.[1];
  const article = await read(`/Teilenummernsuche/${seoName}/${product.normNumber}`);
  const offering = /href="(\/Shop\/[^"?#]+)"/.exec(article)?.[1];
  for (const [path, list] of [
    [brand, 'products'],
    [offering, 'offers'],
    ['/Volltextsuche?query=bremsscheibe+vorne', 'products'],
  ]) {
    const page = await read(`${path}`);
    const begin = `${path}${path?.includes('?') ? '&' : '?'}`;
    const links = [...page.matchAll(/href="([^"]*show=compare#[^"]*)"/g)].map(([, href]) =>
      href?.replaceAll('&amp;', '&'),
    );
    expect(links).toContain(`${begin}show=compare#${list}`);
    const choice = await read(`${begin}show=compare&ids=${ids[0]}`);
    expect(/<form [^>]*action="\/Vergleichen"/.test(choice)).toBe(true);
    expect(choice).toContain(`href="${path}#${list}"`);
    expect(choice).not.toContain(`#${list}" rel="nofollow" data-fragment="${list}"`);
  }
});

test('every edition has the page at its own word, for nobody to be found by a search', async () => {
  for (const edition of allEditions) {
    const path = edition.prefix + localPath(edition, 'compare', { ids: ids.slice(0, 3) });
    const page = await read(path);
    expect([path, /<meta name="robots" content="noindex/.test(page)]).toEqual([path, true]);
    expect([...page.matchAll(/<th scope="col">/g)]).toHaveLength(3);
    expect([...page.matchAll(/action="\/api\/Warenkorb\/Hinzufuegen\/\d+[^"]*"/g)]).toHaveLength(3);
    expect(await read('/robots.txt')).toContain(`Disallow: ${edition.prefix}/${edition.pathNames.compare}?`);
  }
});

test('differences come before common properties, and each price is for the pieces of the job', async () => {
  const page = plain(await read(`/Vergleichen?ids=${ids.slice(0, 4).join('.')}`));
  expect(page).toMatch(/Gesamtpreis inkl\. Versand .*für 2 Stück.*am günstigsten/);
  expect(page.indexOf('Durchmesser')).toBeGreaterThan(page.indexOf('Lieferzeit'));
  expect(page).toMatch(/gleiche Angaben? /);
  expect(page.indexOf('gleiche Angabe')).toBeGreaterThan(page.indexOf('Durchmesser'));
});

test('parts of different kinds have prices, but none is the cheapest', async () => {
  const { products } = await (await fetch(`${shop.origin}/api/Volltextsuche/bremsbelag?locale=de-DE`)).json();
  const alike = plain(await read(`/Vergleichen?ids=${ids[0]}.${ids[1]}`));
  const mixed = plain(await read(`/Vergleichen?ids=${ids[0]}.${products[0].id}`));
  expect([alike, mixed].map((page) => page.match(/inkl\. Versand/g)?.length ?? 0)).toEqual([1, 1]);
  expect([alike, mixed].map((page) => page.includes('am günstigsten'))).toEqual([true, false]);
});

test('four stand side by side, one is taken away by a link, and another is added from the list', async () => {
  const five = await read(`/Vergleichen?ids=${ids.slice(0, 5).join(',')}`);
  expect([...five.matchAll(/<th scope="col">/g)]).toHaveLength(4);
  expect(plain(five)).toContain('Zu sehen sind die ersten vier Teile');
  const two = await read(`/Vergleichen?ids=${ids[0]}.${ids[1]}`);
  expect(two).toContain(`href="/Vergleichen?ids=${ids[1]}"`);
  expect(two).toContain(`href="${discs}?show=compare&amp;ids=${ids[0]}.${ids[1]}#liste"`);
});

test('without products the page says how to choose some; an unknown one is left out', async () => {
  const none = await fetch(`${shop.origin}/Vergleichen`);
  expect([none.status, plain(await none.text()).includes('stehen dann hier nebeneinander')]).toEqual([200, true]);
  const page = await read(`/Vergleichen?ids=999999999999.${ids[0]}`);
  expect([...page.matchAll(/<th scope="col">/g)]).toHaveLength(1);
});

test('the car in the address decides the verdicts, and articles and cart keep it', async () => {
  const manufacturers = await (await fetch(`${shop.origin}/api/vehicle/models/267`)).json();
  expect(manufacturers.model.id).toBe('267');
  const page = await read(`/Vergleichen?ids=${ids[0]}.${ids[1]}&modelId=267`);
  expect(page).not.toContain(' data-fits="');
  expect(plain(page)).toMatch(/Passt/);
  expect(page).toMatch(/href="\/Teilenummernsuche\/[^"]*modelId=267"/);
  expect(page).toMatch(/Hinzufuegen\/\d+\?modelId=267/);
  expect(await read(`/Vergleichen?ids=${ids[0]}.${ids[1]}`)).toContain(`data-fits="${ids[0]},${ids[1]}"`);
});
