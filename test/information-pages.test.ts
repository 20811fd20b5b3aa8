import { decodeHTML } from 'entities';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allEditions, editions } from '../server/web/routes/editions.js';
import { localPath } from '../server/web/routes/paths.js';
import { informationPages } from '../views/links.js';
import { checkedGet } from './support/checked.js';
import { type Shop, startShop } from './support/shop.js';

const outside = 'https://presse.example.fr/partavo';
let shop: Shop;
beforeAll(async () => {
  shop = await startShop({ INFORMATION_URLS: `fr-FR:press=${outside},de-AT:login=https://id.example.at/login?a=b` });
});
afterAll(() => shop?.stop());

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(shop.origin + path, { redirect: 'manual', headers });
const post = (path: string, fields: Record<string, string>, origin = shop.origin) =>
  fetch(origin + path, { method: 'POST', redirect: 'manual', body: new URLSearchParams(fields) });
const fieldOf = (html: string, name: string): string =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? '';
const mainOf = (html: string): string => /<main[\s\S]*<\/main>/.exec(html)?.[0] ?? '';

describe('information pages', () => {
  test.each(allEditions)('$locale has all of its pages, in its own words', async (edition) => {
    const titles = new Set<string>();
    for (const page of informationPages) {
      const path = edition.prefix + localPath(edition, 'information', { page });
      if (edition.locale === 'fr-FR' && page === 'press') continue;
      if (!edition.hasMerchantPages && (page === 'merchants' || page === 'jobs')) {
        expect(path).toBe(`${edition.prefix}/`);
        continue;
      }
      const response = await get(path);
      const main = mainOf(await response.text());
      expect([path, response.status]).toEqual([path, 200]);
      expect(main).not.toMatch(/\{\{|\]\(|lorem/i);
      titles.add(/<h1>(.*?)<\/h1>/.exec(main)?.[1] ?? '');
      expect(main.length).toBeGreaterThan(400);
    }
    expect(titles.size).toBe(
      informationPages.length - (edition.hasMerchantPages ? 0 : 2) - (edition.locale === 'fr-FR' ? 1 : 0),
    );
  });

  test('names the law of the edition, and no platform that is gone', async () => {
    const laws = {
      'de-DE': '§\u00a05 DDG',
      'de-AT': '§\u00a05 ECG',
      'es-ES': 'LSSI',
      'fr-FR': 'LCEN',
      'it-IT': 'REA',
      'nl-NL': 'KvK',
    };
    for (const edition of allEditions) {
      const html = await (await get(edition.prefix + localPath(edition, 'information', { page: 'imprint' }))).text();
      expect(mainOf(html)).toContain(laws[edition.locale]);
      expect(html).not.toContain('ec.europa.eu/consumers/odr');
    }
  });

  test('a page that is elsewhere is linked there, and its own address leads there', async () => {
    const edition = editions['fr-FR'];
    const own = edition.prefix + localPath(edition, 'information', { page: 'press' });
    const home = await (await get('/fr-FR/')).text();
    expect(home).toContain(`href="${outside}"`);
    expect(home).not.toContain(`href="${own}"`);
    const response = await get(own);
    expect([response.status, response.headers.get('location')]).toEqual([302, outside]);
  });

  test('all brands have their page', async () => {
    const html = mainOf(await (await get('/Informationen/Alle-Marken')).text());
    const links = [...html.matchAll(/href="(\/[^"]*\/---\d+)"/g)].map((link) => link[1] ?? '');
    expect(links.length).toBeGreaterThan(10);
    expect((await get(links[0] ?? '')).status).toBe(200);
  });

  test('the contact page tells its own code and is never kept', async () => {
    const response = await get('/Informationen/Hilfe-und-Kontakt');
    expect(response.headers.get('cache-control')).toBe('private, no-store');
    expect(mainOf(await response.text())).toContain(response.headers.get('x-request-id')?.slice(0, 9));
  });
});

describe('withdrawal', () => {
  const fields = { name: 'Änne <b>Fink', orderId: 'B/17/4', email: 'aenne@post.example' };
  const wordings = {
    'de-DE': 'Widerruf bestätigen',
    'de-AT': 'Widerruf bestätigen',
    'es-ES': 'Confirmar desistimiento',
    'fr-FR': 'Confirmer la rétractation',
    'it-IT': 'Conferma recesso',
    'nl-NL': 'Herroeping bevestigen',
  };

  test.each(allEditions)('$locale: form, question, receipt', async (edition) => {
    const path = edition.prefix + localPath(edition, 'information', { page: 'revocation' });
    const form = await (await get(path)).text();
    expect(form).toContain(`action="${path}"`);
    const question = await post(path, fields);
    const asked = mainOf(await question.text());
    expect([question.status, question.headers.get('cache-control')]).toEqual([200, 'private, no-store']);
    expect(asked).toContain(`>${wordings[edition.locale]}</button>`);
    expect(asked).toContain('Änne &lt;b&gt;Fink');
    const sent = { ...fields, step: 'confirm', key: fieldOf(asked, 'key') };
    const first = mainOf(await (await post(path, sent)).text());
    const number = /W(-[0-9A-Z]{4}){3}/.exec(first)?.[0];
    expect(number).toBeDefined();
    expect(first).toContain('Änne &lt;b&gt;Fink');
    expect(first).toContain('aenne@post.example');
    expect(first).toMatch(/dateTime="\d{4}-\d\d-\d\dT[\d:.]+Z"/i);
    expect(first).toContain('UTC');
    const sending = [...first.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)];
    const wish = Object.fromEntries(sending.map(([, name = '', value = '']) => [name, decodeHTML(value)]));
    const file = await post(path, wish);
    expect([file.status, file.headers.get('content-type'), file.headers.get('cache-control')]).toEqual([
      200,
      'text/plain; charset=utf-8',
      'private, no-store',
    ]);
    expect(file.headers.get('content-disposition')).toBe(`attachment; filename=${number}.txt`);
    const kept = await file.text();
    for (const word of [number ?? '', ...Object.values(fields), 'UTC']) expect(kept).toContain(word);
    // The declaration in the words of the page.
    const declared = /<\/dl><p>([^<]+)<\/p><dl>/.exec(first)?.[1];
    expect(kept).toContain(decodeHTML(declared ?? 'no declaration'));
    expect(kept).not.toMatch(/undefined|\{\{/);
    // Without a mail server the page promises no mail.
    expect(first.match(/<dd>aenne@post\.example<\/dd>|aenne@post\.example\./g)).toEqual([
      '<dd>aenne@post.example</dd>',
    ]);
    // The same content is the same declaration; other content is another one.
    expect(mainOf(await (await post(path, sent)).text())).toBe(first);
    expect(mainOf(await (await post(path, { ...sent, orderId: 'other' })).text())).not.toContain(number);
  });

  test('what is missing is marked and kept, and nothing is declared', async () => {
    const path = '/Informationen/Vertrag-widerrufen';
    for (const wrong of [{ name: ' ' }, { orderId: '' }, { email: 'nobody' }, { name: 'x'.repeat(200) }]) {
      const response = await post(path, { ...fields, ...wrong, step: 'confirm', key: crypto.randomUUID() });
      const main = mainOf(await response.text());
      expect(response.status).toBe(400);
      expect(main).toContain('aria-invalid="true"');
      expect(main).not.toMatch(/W(-[0-9A-Z]{4}){3}/);
    }
    expect(mainOf(await (await post(path, { ...fields, step: 'confirm', key: 'mine' })).text())).toContain(
      'name="key"',
    );
  });

  test('only its own page takes it, only from ourselves, and no log repeats it', async () => {
    expect((await post('/Informationen/Impressum', fields)).status).toBe(405);
    const foreign = await fetch(`${shop.origin}/Informationen/Vertrag-widerrufen`, {
      method: 'POST',
      headers: { origin: 'https://evil.example' },
      body: new URLSearchParams(fields),
    });
    expect(foreign.status).toBe(403);
    expect(JSON.stringify(shop.log)).not.toMatch(/Fink|B\/17|aenne/);
  });
});

describe('login', () => {
  /** Returns the address to which a login will return. */
  const wayBack = (begun: Response): string => {
    const memory = /^login=([^;]+)/.exec(begun.headers.get('set-cookie') ?? '')?.[1] ?? '';
    return JSON.parse(Buffer.from(memory, 'base64url').toString()).redirectUrl;
  };
  test.each([
    '//evil.example',
    'https://evil.example',
    '/\\evil.example',
    '/%09/evil',
    'javascript:alert(1)',
    '/a/..//evil.example',
  ])('never leads to %s', async (target) => {
    const path = `/Einloggen?redirectUrl=${encodeURIComponent(target)}`;
    const begun = await get(path);
    expect(begun.headers.get('location')).toMatch(/^\/oidc\/auth\?/);
    expect(wayBack(begun)).toMatch(/^\/(?![/\\])/);
    const outward = (await get(`/de-AT${path}`)).headers.get('location') ?? '';
    expect(new URL(outward).host).toBe('id.example.at');
    expect(new URL(outward).searchParams.get('redirectUrl')).toMatch(/^\/(?![/\\])/);
  });

  test('keeps the way back, and exists where there are accounts only', async () => {
    expect(wayBack(await get('/Einloggen?redirectUrl=%2FWarenkorb'))).toBe('/Warenkorb');
    for (const edition of allEditions) {
      expect((await get(`${edition.prefix}/Einloggen`)).status).toBe(edition.hasLogin ? 302 : 404);
    }
  });

  test('saving a vehicle asks to log in and comes back to it', async () => {
    const models = (await (await checkedGet(shop.origin, '/api/vehicle/manufacturers?limit=1')).json()) as {
      id: string;
    }[];
    const series = (await (await get(`/api/vehicle/manufacturers/${models[0]?.id}/series?limit=1`)).json()) as {
      id: string;
    }[];
    const [model] = (await (await get(`/api/vehicle/series/${series[0]?.id}/models`)).json()) as {
      id: string;
      fullName: string;
    }[];
    const path = `/Mein-Partavo/Fahrzeuge/speichern/${model?.id}`;
    const main = mainOf(await (await get(path)).text());
    expect(main).toContain('Bitte melden Sie sich an, um Ihr Fahrzeug zu speichern.');
    expect(main).toContain(`href="/Einloggen?redirectUrl=${path}"`);
    expect((await get('/Mein-Partavo/Fahrzeuge/speichern/unknown')).status).toBe(404);
    expect((await get('/Mein-Partavo/Fahrzeuge')).status).toBe(200);
  });
});
