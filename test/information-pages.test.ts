import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { allEditions, editions } from '../server/editions.js';
import { startWait } from '../server/rate-limit/pass.js';
import { isSolved } from '../server/rate-limit/puzzle.js';
import { localPath } from '../server/routes/paths.js';
import { informationPages } from '../views/links.js';
import { launchBrowser, watchPage } from './support/browser.js';
import { checkedGet } from './support/checked.js';
import { type Shop, startShop } from './support/shop.js';
import { submit } from './support/walk.js';

const outside = 'https://presse.example.fr/partavo';
let shop: Shop;
beforeAll(async () => {
  shop = await startShop({ INFORMATION_URLS: `fr-FR:press=${outside},de-AT:login=https://id.example.at/login?a=b` });
}, 60_000);
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
      const answer = await get(path);
      const main = mainOf(await answer.text());
      expect([path, answer.status]).toEqual([path, 200]);
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
      'de-DE': '§ 5 DDG',
      'de-AT': '§ 5 ECG',
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
    const answer = await get(own);
    expect([answer.status, answer.headers.get('location')]).toEqual([302, outside]);
  });

  test('all brands have their page', async () => {
    const html = mainOf(await (await get('/Informationen/Alle-Marken')).text());
    const links = [...html.matchAll(/href="(\/[^"]*\/---\d+)"/g)].map((link) => link[1] ?? '');
    expect(links.length).toBeGreaterThan(10);
    expect((await get(links[0] ?? '')).status).toBe(200);
  });

  test('the contact page tells its own code and is never kept', async () => {
    const answer = await get('/Informationen/Hilfe-und-Kontakt');
    expect(answer.headers.get('cache-control')).toBe('private, no-store');
    expect(mainOf(await answer.text())).toContain(answer.headers.get('x-request-id')?.slice(0, 9));
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
    // Sent again it is the same declaration; with other content another one.
    expect(mainOf(await (await post(path, sent)).text())).toBe(first);
    expect(mainOf(await (await post(path, { ...sent, orderId: 'other' })).text())).not.toContain(number);
  });

  test('what is missing is marked and kept, and nothing is declared', async () => {
    const path = '/Informationen/Vertrag-widerrufen';
    for (const wrong of [{ name: ' ' }, { orderId: '' }, { email: 'nobody' }, { name: 'x'.repeat(200) }]) {
      const answer = await post(path, { ...fields, ...wrong, step: 'confirm', key: crypto.randomUUID() });
      const main = mainOf(await answer.text());
      expect(answer.status).toBe(400);
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
  /** Where a login that has begun will lead to in the end. */
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
    expect(main).toContain(`href="/Einloggen?redirectUrl=${encodeURIComponent(path)}"`);
    expect((await get('/Mein-Partavo/Fahrzeuge/speichern/unknown')).status).toBe(404);
    expect((await get('/Mein-Partavo/Fahrzeuge')).status).toBe(200);
  });
});

describe('too many pages', () => {
  const secret = 'a secret that only this test knows';
  let limited: Shop;
  beforeAll(async () => {
    limited = await startShop({ RATE_LIMIT: '20', SESSION_SECRET: secret });
  }, 60_000);
  afterAll(() => limited?.stop());
  const ask = (path: string, headers: Record<string, string> = {}) =>
    fetch(limited.origin + path, { redirect: 'manual', headers });
  const empty = async (headers: Record<string, string> = {}): Promise<Response> => {
    for (let i = 0; i < 200; i += 1) {
      const answer = await ask('/Warenkorb?a=%2Fb', headers);
      if (answer.status !== 200) return answer;
    }
    throw new Error('the bucket has no bottom');
  };

  test('lead to /bot, which explains with 429, and calls are refused', async () => {
    const answer = await empty();
    const location = answer.headers.get('location') ?? '';
    expect([answer.status, location]).toEqual([302, '/bot?back=%2FWarenkorb%3Fa%3D%252Fb']);
    const bot = await ask(location);
    expect([bot.status, bot.headers.get('retry-after')]).toEqual([429, '1']);
    expect(await bot.text()).toContain('name="robots" content="noindex"');
    // The bucket refills while we look: one of the next few calls finds it empty again.
    let call = await ask('/api/navigation');
    for (let tries = 0; call.status === 200 && tries < 50; tries += 1) call = await ask('/api/navigation');
    expect(call.status).toBe(429);
    expect(call.headers.get('retry-after')).toBe('1');
    expect(await call.json()).toMatchObject({ code: 'too_many', status: 429 });
  });

  test('cart writes, pictures and files go on', async () => {
    await empty();
    const write = await post('/api/Warenkorb/Loeschen/x', {}, limited.origin);
    expect(write.status).toBe(404);
    expect((await ask('/robots.txt')).status).toBe(200);
    expect((await ask('/api/Bilder/disc.svg')).status).toBe(200);
  });

  test('a form is refused in words, not led away with what it carries', async () => {
    await empty();
    const answer = await post('/Informationen/Vertrag-widerrufen', { name: 'a' }, limited.origin);
    expect(answer.status).toBe(429);
    expect(await answer.text()).toContain('lang="de-DE"');
  });

  const solve = (token: string): string => {
    for (let number = 0; ; number += 1) if (isSolved(token, String(number))) return String(number);
  };

  test('a solved puzzle saves the wait; a forged, foreign or old one does not', async () => {
    const page = await (await ask('/bot?back=%2FWarenkorb')).text();
    const wait = fieldOf(page, 'wait');
    const solution = solve(wait);
    const ago = (seconds: number): string => startWait(secret, Date.now() - seconds * 1000);
    const old = ago(3601);
    const ahead = startWait(secret, Date.now() + 60_000);
    const foreign = startWait('another secret of the same length', Date.now());
    for (const form of [
      { wait, solution: String(Number(solution) + 1) },
      { wait, solution: '' },
      { wait: ago(0), solution },
      { wait: old, solution: solve(old) },
      { wait: ahead, solution: solve(ahead) },
      { wait: foreign, solution: solve(foreign) },
    ]) {
      const answer = await post('/bot', { ...form, back: '/Warenkorb' }, limited.origin);
      expect([form, answer.status < 300 || answer.status === 429, answer.headers.get('set-cookie')]).toEqual([
        form,
        true,
        null,
      ]);
    }
    const passed = await post('/bot', { wait, solution, back: '/Warenkorb' }, limited.origin);
    expect([passed.status, passed.headers.get('location')]).toEqual([303, '/Warenkorb']);
    // The same puzzle is the same pass, and so the same bucket.
    const again = await post('/bot', { wait, solution, back: '/Warenkorb' }, limited.origin);
    const passOf = (answer: Response): string | undefined => answer.headers.get('set-cookie')?.split(';')[0];
    expect(passOf(passed)).toMatch(/^person=/);
    expect(passOf(again)).toBe(passOf(passed));
  });

  test('a browser solves the puzzle by itself, with nothing but the page’s own script file', async () => {
    const own = await startShop({ RATE_LIMIT: '20' });
    const browser = await launchBrowser();
    try {
      const tab = await browser.newPage();
      const faults = watchPage(tab);
      await tab.goto(`${own.origin}/bot?back=%2FWarenkorb`);
      expect(
        await tab.$$eval('script[src]', (scripts) =>
          scripts.map((script) => new URL((script as HTMLScriptElement).src).pathname),
        ),
      ).toEqual([expect.stringMatching(/^\/build\/bot-\w+\.js$/)]);
      const entered = (name: string): Promise<string> =>
        tab.$eval(`input[name=${name}]`, (input) => (input as HTMLInputElement).value);
      await tab.waitForFunction(() => document.querySelector<HTMLInputElement>('input[name=solution]')?.value);
      expect(isSolved(await entered('wait'), await entered('solution'))).toBe(true);
      await submit(tab, 'form[data-puzzle-bits] button');
      expect(new URL(tab.url()).pathname).toBe('/Warenkorb');
      const cookies = await browser.cookies();
      expect(cookies.map(({ name }) => name)).toContain('person');
      expect(faults).toEqual([]);
      expect(await (await fetch(`${own.origin}/Informationen/Impressum`)).text()).not.toContain('/build/bot-');
    } finally {
      await browser.close();
      await own.stop();
    }
  }, 60_000);

  test('a person waits five seconds and has a bucket of their own', async () => {
    const page = await (await ask('/bot?back=%2FWarenkorb')).text();
    const form = { wait: fieldOf(page, 'wait'), back: fieldOf(page, 'back') };
    expect(form.back).toBe('/Warenkorb');
    const early = await post('/bot', form, limited.origin);
    expect(early.headers.get('set-cookie')).toBeNull();
    expect(fieldOf(await early.text(), 'wait')).toBe(form.wait);
    const forged = await post('/bot', { ...form, wait: `1${form.wait}` }, limited.origin);
    expect(forged.headers.get('set-cookie')).toBeNull();
    await new Promise((resolve) => setTimeout(resolve, 5100));
    const foreign = await post('/bot', { ...form, back: '//evil.example' }, limited.origin);
    expect(foreign.headers.get('location')).toBe('/');
    const passed = await post('/bot', form, limited.origin);
    expect([passed.status, passed.headers.get('location')]).toEqual([303, '/Warenkorb']);
    const cookie = passed.headers.get('set-cookie') ?? '';
    expect(cookie).toMatch(/^person=.*Max-Age=86400.*HttpOnly.*SameSite=Lax/);
    await empty();
    const headers = { cookie: cookie.split(';')[0] ?? '' };
    expect((await ask('/Warenkorb', headers)).status).toBe(200);
    expect((await empty(headers)).status).toBe(302);
  });

  test('one client gets a handful of passes, not one for every puzzle', async () => {
    const pass = (): Promise<Response> => {
      const wait = startWait(secret);
      return post('/bot', { wait, solution: solve(wait) }, limited.origin);
    };
    let answer = await pass();
    for (let count = 0; count < 25 && answer.status === 303; count += 1) answer = await pass();
    expect([answer.status, answer.headers.get('set-cookie')]).toEqual([429, null]);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(200);
    expect(await answer.text()).toContain('Von Ihrem Anschluss kamen');
  });
});

test('a shop on its own machine slows nobody down', async () => {
  for (let i = 0; i < 320; i += 1) expect((await get('/Warenkorb')).status).toBe(200);
});
