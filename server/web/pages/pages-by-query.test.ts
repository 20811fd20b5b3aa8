import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startWeb, type Web } from '../../../test/doubles/web.js';
import { editions } from '../routes/editions.js';
import { localPath } from '../routes/paths.js';

let web: Web;
beforeAll(async () => {
  web = await startWeb();
});
beforeEach(() => web.renew());
afterAll(() => web.stop());

const german = editions['de-DE'];
const listing = '/Bremsscheiben/Alle-Fahrzeuge/--1523';
const model = '/Ersatzteile/VW-Golf-VII/3-m7-';
const menu = localPath(german, 'menu', {});
const noindex = 'name="robots" content="noindex"';
/** Returns status and target of a page. */
const ledTo = async (path: string) => {
  const { status, headers } = await web.request(path);
  return [status, headers.location];
};
/** Returns the part of a page that names the fields of its forms. */
const returnTo = (html: string): string[] =>
  [...html.matchAll(/name="returnTo" value="([^"]*)"/g)].map(([, to = '']) => to);

test('search engines see a page without a choice, and none with one', async () => {
  const f = Buffer.from('[{"key":"brand","values":["30"]}]').toString('base64url');
  const choices = ['', '?page=2', `?f=${f}`, '?sort=price-desc', '?kbaTypeId=4711', '?show=filter', '?answers=Xy3_a91'];
  const pages = [
    ...choices.map((choice) => listing + choice),
    ...['', '?kbaTypeId=4711', '?kbaTypeId=9'].map((type) => model + type),
  ];
  const hidden: string[] = [];
  for (const path of pages) {
    const { status, text } = await web.request(path);
    expect([path, status]).toEqual([path, 200]);
    if (text.includes(noindex)) hidden.push(path);
  }
  expect(hidden).toEqual([...choices.slice(2).map((choice) => listing + choice), `${model}?kbaTypeId=4711`]);
});

test('a type number narrows the listing of all cars, of its make and of its series to its model', async () => {
  const asked = async (path: string) => {
    web.forget();
    web.double.calls.length = 0;
    await web.request(`${path}?kbaTypeId=4711`);
    return web.double.calls.map(({ url }) => /^\/api\/x\/x\/([\w-]+)/.exec(url)?.[1]).filter(Boolean);
  };
  expect(await asked('/Bremsscheiben/Volkswagen/1-10-1523')).toEqual(['3-m7-1523']);
  expect(await asked('/Bremsscheiben/VW-Golf-VII/2-55-1523')).toEqual(['3-m7-1523']);
  expect(await asked(listing)).toEqual(['3-m7-1523']);
  expect(await asked('/Bremsscheiben/VW-Golf-VI/2-56-1523')).toEqual([]);
});

test('an address has no parameter for what is usual, and no plate', async () => {
  const article = '/Teilenummernsuche/Kelvo/K12033';
  expect(await ledTo(`${article}?quantity=1`)).toEqual([301, article]);
  expect(await ledTo(`${article}?quantity=1&show=prices&fragment=1`)).toEqual([
    301,
    `${article}?show=prices&fragment=1`,
  ]);
  // Prices are for up to 99 pieces, so this shows those of one.
  expect((await web.request(`${article}?quantity=100`)).text).toContain('41,80');
  expect(await ledTo('/Ersatzteile/VW-Golf-VII/3-m7--99')).toEqual([404, undefined]);
  // The path may go on after the id.
  expect(await ledTo('/Ersatzteile/VW-Golf-VII/3-m7-/a/b')).toEqual([200, undefined]);
  expect(await ledTo('/Ersatzteile/Golf/3-m7-/a/b')).toEqual([301, '/Ersatzteile/VW-Golf-VII/3-m7-/a/b']);
  expect(await ledTo('/fr-FR/recherche?query=AA-123-ZZ')).toEqual([303, '/fr-FR/search?query=AA-123-ZZ']);
});

test('a form that is sent to another spelling of an address is refused, because a redirect would lose it', async () => {
  expect(await ledTo('/bot/')).toEqual([301, '/bot']);
  const sent = await web.post('/bot/', 'wait=x');
  expect([sent.status, sent.headers.location]).toEqual([404, undefined]);
});

test('the crumbs of a category for a model name make, series and model', async () => {
  const { text } = await web.request('/Bremsscheiben/VW-Golf-VII/3-m7-1523');
  const [, crumbs = ''] = /<ol class="crumbs"(.*?)<\/ol>/s.exec(text) ?? [];
  expect(crumbs.replace(/<[^>]+>/g, ' ')).toMatch(/Volkswagen.*Golf VII.*1\.6 TDI/);
});

test('an opened step of the menu has its pages, and the others stay if it fails', async () => {
  const whole = 'Alles aus Bremsscheiben';
  const opened = await web.request(`${menu}?open=1523`);
  expect([opened.status, opened.text.includes(whole)]).toEqual([200, true]);
  expect((await web.request(menu)).text).not.toContain(whole);
  const makes = await web.request(`${menu}?open=manufacturers`);
  expect([makes.status, makes.text.includes('href="/Ersatzteile/Volkswagen/1-10-"')]).toEqual([200, true]);
  web.forget();
  web.double.breakOn(/manufacturers/);
  const failed = await web.request(`${menu}?open=manufacturers`);
  expect([failed.status, failed.text.includes('Bremsscheiben')]).toEqual([200, true]);
  expect(returnTo(failed.text)).toEqual([`${menu}?open=manufacturers`]);
  const part = await web.request('/fragments/de-DE/menu.html?open=1523');
  expect([part.status, part.text.includes(whole)]).toEqual([200, true]);
});

test('the choice of external content leads back to the page before, of this shop only', async () => {
  const consent = localPath(german, 'consent', {});
  const own = `http://127.0.0.1:${web.port}`;
  const backTo = async (referer: string) =>
    returnTo((await web.request(consent, { headers: { referer } })).text).at(-1);
  expect(await backTo(`${own}/Volltextsuche?query=a`)).toBe('/Volltextsuche?query=a');
  expect(await backTo('https://elsewhere.example/Volltextsuche')).toBe(consent);
  expect(await backTo('')).toBe(consent);
});

test('a search without words leads home, and one that fails is an error', async () => {
  expect(await ledTo('/Volltextsuche?query=%20')).toEqual([303, '/']);
  web.double.breakOn(/Volltextsuche/);
  expect(await ledTo('/Volltextsuche?query=bremse')).toEqual([502, undefined]);
});

test("a shop's terms and policy are shown to people, and not to search engines, which see them many times", async () => {
  for (const name of ['shopTerms', 'shopPolicy'] as const) {
    const { status, text } = await web.request(localPath(german, name, { shop: 'Teile-Nord' }));
    expect([status, text.includes('Es gilt das Gesetz.'), text.includes(noindex)]).toEqual([200, true, true]);
  }
});

test('pages of one visitor are shown to no search engine', async () => {
  const own = [
    localPath(german, 'saveVehicle', { modelId: 'm7' }),
    localPath(german, 'cart', {}),
    localPath(german, 'consent', {}),
  ];
  for (const path of own) {
    const { status, text } = await web.request(path);
    expect([path, status, text.includes(noindex)]).toEqual([path, 200, true]);
  }
});

test('a shop without registers has no form for them, and a typed plate then leads to the choice of a car', async () => {
  const vehicles = localPath(german, 'vehicles', {});
  expect((await web.request(vehicles)).text).not.toContain('class="registers"');
  expect((await web.request('/fr-FR/search?query=AA-123-ZZ')).status).toBe(200);
  web.isDemonstration = false;
  try {
    const french = editions['fr-FR'];
    const choice = french.prefix + localPath(french, 'vehicles', {});
    expect(await ledTo('/fr-FR/search?query=AA-123-ZZ')).toEqual([302, choice]);
    // Key numbers need no register.
    expect(await ledTo('/search?query=0603/BGU')).toEqual([302, model]);
  } finally {
    web.isDemonstration = true;
  }
});

test('typed key numbers of several cars lead to their choice', async () => {
  const { status, text } = await web.request('/search?query=0603/TWO');
  expect([status, text.includes('2.0 TDI')]).toEqual([200, true]);
});

test('a login that comes back without cookies says so, and one that nobody began does not', async () => {
  const back = '/Einloggen/zurueck?code=x&state=y';
  const said = async (cookie: string) => {
    const { status, text } = await web.request(back, { headers: { cookie } });
    return [status, text.includes('keine Cookies mitgeschickt'), text.includes('zu lange gedauert')];
  };
  expect([await said(''), await said('country=AT')]).toEqual([
    [400, true, false],
    [400, false, true],
  ]);
});

test('a part number is searched for the model, the brand and the category that its address names', async () => {
  const asked = async (path: string) => {
    web.double.calls.length = 0;
    await web.request(path);
    const found = web.double.calls.find(({ url }) => url.startsWith('/api/Teilenummern/'));
    const { searchParams } = new URL(found?.url ?? '/', 'http://double');
    return ['categoryId', 'brandId', 'modelId'].map((name) => searchParams.get(name));
  };
  const [all, makers] = german.pathNames.partNumberDefaults;
  const address = (brand: string, category = all) => `/${german.pathNames.partNumbers}/${category}/${brand}/5Q0615301F`;
  expect(await asked(address(makers))).toEqual([null, null, null]);
  expect(await asked(`${address('kelvo')}?modelId=m7`)).toEqual([null, '7', 'm7']);
  expect(await asked(address(makers, 'bremsscheiben'))).toEqual(['1523', null, null]);
  expect(await asked(address('unknown', 'Unbekannt'))).toEqual([null, null, null]);
  expect(await asked(`${address(makers)}?vehicleManufacturerId=10`)).toEqual([null, null, null]);
});
