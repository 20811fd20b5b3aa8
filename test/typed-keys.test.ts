import { beforeAll, expect, test } from 'vitest';
import { type KeyNumbers, keyNumbers } from './support/key-numbers.js';
import { sharedShop } from './support/shared-shop.js';

const shop = sharedShop();
let keys: KeyNumbers;
beforeAll(async () => {
  keys = await keyNumbers(shop.origin);
});

const ask = async (path: string) => {
  const response = await fetch(shop.origin + path, { redirect: 'manual', headers: { accept: 'text/html' } });
  return { status: response.status, to: response.headers.get('location') ?? '', html: await response.text() };
};
const search = (term: string, prefix = '') => ask(`${prefix}/search?query=${encodeURIComponent(term)}`);
const apart = (pair: string, sign: string) => pair.slice(0, 4) + sign + pair.slice(4);
const suggest = async (query: string, locale: string) =>
  (await fetch(`${shop.origin}/api/search/suggestions?${new URLSearchParams({ query, locale })}`)).json();

test('key numbers of one car lead to it, and the words beside them to its parts', async () => {
  const written = [apart(keys.one, ' '), keys.one.toLowerCase(), apart(keys.one, '/')];
  for (const term of [...written, `hsn ${apart(keys.one, ' tsn ')}`]) {
    const { status, to } = await search(term);
    expect([term, status, /^\/Ersatzteile\/[^/]+\/3-\w+-(?:$|\?kbaTypeId=)/.test(to)]).toEqual([term, 302, true]);
  }
  const [, model] = /\/3-(\w+)-/.exec((await search(keys.one)).to) ?? [];
  const discs = (await search(`${apart(keys.one, ' ')} Bremsscheiben`)).to;
  expect(discs).toMatch(new RegExp(`^/Bremsscheiben/[^/]+/3-${model}-1523$`));
  expect((await ask(discs)).status).toBe(200);
  const others = (await search(`${keys.one} Bremsscheiben xqwzt`)).to;
  expect(others).toMatch(new RegExp(`^/Volltextsuche\\?query=Bremsscheiben%20xqwzt&modelId=${model}$`));
  expect((await suggest(`${keys.one} brems`, 'de-DE')).vehicle.model.id).toBe(model);
  expect((await suggest(keys.one, 'de-DE')).vehicles[0].model.id).toBe(model);
});

test('key numbers of several cars offer them, with the category of the words', async () => {
  const { status, html } = await search(`Bremsscheiben ${apart(keys.shared, ' ')}`);
  expect(status).toBe(200);
  const links = [...html.matchAll(/href="([^"]*\?categoryId=1523&amp;modelId=\w+[^"]*)"/g)].map(
    ([, href = '']) => href,
  );
  expect(links.length).toBeGreaterThan(1);
  expect((await ask(links[0]?.replaceAll('&amp;', '&') ?? '')).to).toMatch(/^\/Bremsscheiben\/.*-1523/);
});

test('a pair that no car has, and a pair in another edition, are other words', async () => {
  expect((await search('9999 ZZZ')).to).toBe('/Volltextsuche?query=9999%20ZZZ');
  const term = apart(keys.one, ' ');
  expect((await search(term, '/de-AT')).to).toBe(`/de-AT/Volltextsuche?query=${term.replace(' ', '%20')}`);
});

test('a plate leads to its car in the French edition, and an unknown one to its field', async () => {
  const known = await search('AA-123-ZZ', '/fr-FR');
  expect([known.status, known.to]).toEqual([302, expect.stringMatching(/^\/fr-FR\/pieces-auto\/[^/]+\/3-\w+-/)]);
  const discs = await search('disques de frein aa-123-zz', '/fr-FR');
  expect(discs.to).toMatch(/^\/fr-FR\/[^/]+\/[^/]+\/3-\w+-1523$/);
  expect((await ask('/fr-FR/recherche?query=AA-123-ZZ')).to).toBe('/fr-FR/search?query=AA-123-ZZ');
  const unknown = await search('ZZ-999-ZZ', '/fr-FR');
  expect(unknown.status).toBe(404);
  expect(unknown.html).toMatch(/<input[^>]*name="plate"[^>]*value="ZZ-999-ZZ"/);
  expect((await search('AA-123-ZZ')).to).toBe('/Volltextsuche?query=AA-123-ZZ');
  expect((await suggest('aa-123-z', 'fr-FR')).results).toBe(0);
});

test('no line of the log has a plate or key numbers that were typed', async () => {
  await search('QX-753-QX disques', '/fr-FR');
  await suggest('qx-753-qx', 'fr-FR');
  await search(`${keys.one} ölfilter`);
  const lines = shop.log().filter(({ event }) => event === 'request');
  expect(lines.some(({ route }) => route === 'search___fr-FR')).toBe(true);
  const text = JSON.stringify(shop.log());
  expect(text).not.toMatch(/QX-?753|AA-?123-?ZZ/i);
  expect(text).not.toContain(keys.one);
});
