import { expect, test } from 'vitest';
import { allEditions } from '../server/web/routes/editions.js';
import { sharedShop } from './support/shared-shop.js';
import { until } from './support/until.js';

const shop = sharedShop();

const ask = (path: string) => fetch(shop.origin + path, { redirect: 'manual', headers: { accept: 'text/html' } });

/** Milliseconds between two questions about one address. */
const pauseMs = 2500;
/**
 * Asks until the shop has looked the address up. Its 50 ms are short on a busy machine, and all test files share the
 * limit of lookups.
 */
async function search<T>(path: string, read: (response: Response) => Promise<T | null>): Promise<T> {
  let found: T | null = null;
  async function isFound(): Promise<boolean> {
    found = await read(await ask(path));
    return found !== null;
  }
  await until(`${path} is answered`, isFound, pauseMs);
  return found as T;
}
/** A redirect; null = the address was not looked up. */
const redirect = async (response: Response) => (response.status === 404 ? null : response);

test.each(allEditions)('$locale: a shortened or guessed address leads to its page at once', async (edition) => {
  const { prefix, pathNames } = edition;
  const { section, allVehicles } = pathNames;
  // A wrong address redirects to the canonical one, which contains the right words.
  const led = await fetch(`${shop.origin}${prefix}/x/x/--1523`, { redirect: 'manual' });
  const [discs = ''] = String(led.headers.get('location'))
    .slice(prefix.length + 1)
    .split('/');
  const urlId = '1523';
  const leads = {
    [`/${section}`]: `/${section}/${allVehicles}/--`,
    [`/${section}/${allVehicles}`]: `/${section}/${allVehicles}/--`,
    [`/${section}/volkswagen`]: `/${section}/Volkswagen/1-10-`,
    [`/${section}/x/1-10`]: `/${section}/Volkswagen/1-10-`,
    [`/${discs}`]: `/${discs}/${allVehicles}/--${urlId}`,
    [`/${discs}/Volkswagen`]: `/${discs}/Volkswagen/1-10-${urlId}`,
  };
  for (const [path, page] of Object.entries(leads)) {
    const { status, headers } = await search(`${prefix}${path}?utm=1`, redirect);
    expect([path, status, headers.get('location')]).toEqual([path, 301, `${prefix}${page}?utm=1`]);
    expect([page, (await ask(prefix + page)).status]).toEqual([page, 200]);
  }
});

test.each(allEditions)(
  '$locale: what is nearly a name is a 404 that names it',
  async ({ prefix, locale, pathNames }) => {
    const near = async (response: Response) => {
      const html = await response.text();
      return html.includes('id="near"') ? { status: response.status, html } : null;
    };
    const { status, html } = await search(`${prefix}/${pathNames.section}/Volkswagn`, near);
    expect([status, html.includes(`lang="${locale}"`)]).toEqual([404, true]);
    expect(html).toContain(`href="${prefix}/${pathNames.section}/Volkswagen/1-10-"`);
    const lost = await search(`${prefix}/${pathNames.shop}/Autoteil-Hagedorn`, near);
    expect(lost.html).toContain(`href="${prefix}/${pathNames.shop}/Autoteile-Hagedorn"`);
    expect(await (await ask(`${prefix}/qqqqqqqq`)).text()).not.toContain('id="near"');
  },
);

const shorts = {
  'de-DE': ['de'],
  'de-AT': ['at', 'de_AT'],
  'es-ES': ['es'],
  'fr-FR': ['fr'],
  'it-IT': ['it'],
  'nl-NL': ['nl'],
};
test.each(allEditions)('$locale: its short name leads to it', async ({ locale, prefix, pathNames: { cart } }) => {
  for (const short of shorts[locale]) {
    for (const path of [`/${short}`, `/${short}/`]) {
      const { status, headers } = await ask(path);
      expect([path, status, headers.get('location')]).toEqual([path, 301, `${prefix}/`]);
    }
    expect((await ask(`/${short}/${cart}`)).headers.get('location')).toBe(`${prefix}/${cart}`);
  }
});

test.each([
  ['/startseite', '/'],
  ['/index.html?utm=1', '/?utm=1'],
  ['/fr-FR/accueil', '/fr-FR/'],
  ['/Kasse', '/Warenkorb'],
  ['/fr-FR/Warenkorb', '/fr-FR/panier'],
  ['/login', '/Einloggen'],
  ['/Bremsscheiben/Alle-Fahrzeuge/--1523.', '/Bremsscheiben/Alle-Fahrzeuge/--1523'],
  ['/Bremsscheiben/Alle-Fahrzeuge/--1523%20?utm=1', '/Bremsscheiben/Alle-Fahrzeuge/--1523?utm=1'],
  ['/Bremsscheiben/falsch/--1523/.?page=2', '/Bremsscheiben/Alle-Fahrzeuge/--1523?page=2'],
  ['/Warenkorb)', '/Warenkorb'],
])('%s means %s', async (path, page) => {
  const { status, headers } = await ask(path);
  expect([status, headers.get('location')]).toEqual([301, page]);
});

test('an address with one meaning for the search redirects there', async () => {
  const [{ normNumber, articleNumber, manufacturer }] = (await (await fetch(`${shop.origin}/api/-/-/--1523`)).json())
    .spareParts;
  const number = `/Teilenummernsuche/Teile/Alle-Hersteller/${normNumber}`;
  const leads: Readonly<Record<string, string>> = {
    [`/Teilenummernsuche/${normNumber}`]: number,
    [`/${encodeURIComponent(articleNumber)}`]: number,
    '/VW': '/Ersatzteile/Volkswagen/1-10-',
    '/Ersatzteile/VW': '/Ersatzteile/Volkswagen/1-10-',
    [`/${manufacturer.seoName}-Bremsscheiben?utm=1`]: `/Bremsscheiben/Alle-Fahrzeuge/--1523?f=`,
  };
  for (const [path, page] of Object.entries(leads)) {
    const { status, headers } = await search(path, redirect);
    expect([path, status, headers.get('location')]).toEqual([path, 301, expect.stringContaining(page)]);
    expect((await ask(headers.get('location') ?? '')).status).toBe(200);
  }
  const linked = async (response: Response) => ((await response.text()).includes(`href="${number}"`) ? true : null);
  await search(`/Teilenummernsuche/Teile/${normNumber}`, linked);
  expect((await search('/Oelfilter', redirect)).headers.get('location')).toMatch(
    /^\/Oelfilter\/Alle-Fahrzeuge\/--\d+$/,
  );
});

test('an address with several meanings names each once', async () => {
  const labels = async (response: Response): Promise<string[] | null> => {
    const html = await response.text();
    const near = html.slice(html.indexOf('id="near"'));
    const all = [...near.slice(0, near.indexOf('</nav>')).matchAll(/<a [^>]*>([^<]+)/g)];
    return html.includes('id="near"') ? all.map(([, label = '']) => label) : null;
  };
  for (const path of ['/Kontakt', '/golf-bremsen', '/Bremsscheiben/Oelfilter']) {
    const found = await search(path, labels);
    expect([path, new Set(found).size]).toEqual([path, found.length]);
  }
  expect(await search('/Kontakt', labels)).toContain('Hilfe und Kontakt');
});

test('only browsers cause a search', async () => {
  const response = await fetch(`${shop.origin}/VW?bot`, { redirect: 'manual', headers: { accept: '*/*' } });
  expect(response.status).toBe(404);
});

test('a form to a guessed address is refused, not led away', async () => {
  const response = await fetch(`${shop.origin}/Ersatzteile`, { method: 'POST', redirect: 'manual' });
  expect(response.status).toBe(404);
});
