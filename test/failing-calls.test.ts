import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sign } from '../server/web/http/signing-keys.js';
import { form, json, startWeb, type Web, type WebResponse } from './doubles/web.js';

/**
 * Every call of specification 7 with a failing, slow or invalid marketplace: responses to scripts and persons, and one
 * log line with the cause. `failing-widgets` covers the widgets.
 */
let web: Web;
/** Cookies of a visitor with a cart. */
let cookie: string;
/** Returns the cookie of a fresh login for the session of a visitor. */
function loginOf(cookies: string): string {
  const sid = /partavo=([\w-]+)\./.exec(cookies)?.[1];
  const times = `${web.clock.now()}.${web.clock.now()}`;
  const signature = sign(web.services.keys, `login:${sid}:${times}`);
  return `loginSeen=${times}.${signature}`;
}
beforeAll(async () => {
  web = await startWeb();
});
beforeEach(async () => {
  web.services.env.MARKETPLACE_SECONDS = 20;
  await web.renew();
  const added = await web.post('/api/Warenkorb/Hinzufuegen/5001', '{"quantity":1}', json);
  cookie = `${web.cookies(added)}; ${loginOf(web.cookies(added))}`;
  web.lines.length = 0;
});
afterAll(() => web.stop());
/** Breaks calls. They end after two seconds if they hang; otherwise a busy machine has time to read the answers. */
function breakCalls(broken: RegExp, how: Way): void {
  web.services.env.MARKETPLACE_SECONDS = how === 'hang' ? 2 : 20;
  web.forget();
  web.double.breakOn(broken, how);
}

const ways = [
  ['fails', 'error', 502, 'upstream'],
  ['answers rubbish', 'garbage', 502, 'upstream'],
  ['breaks off', 'reset', 503, 'unavailable'],
  ['is slow', 'hang', 503, 'unavailable'],
] as const;
type Way = (typeof ways)[number][1];

/** Returns the log lines of a request, without the one that every request has. */
const errorLines = ({ headers }: WebResponse) =>
  web.lines
    .map((line) => JSON.parse(line))
    .filter(({ event, reqId }) => event !== 'request' && reqId === headers['x-request-id']);
/** Expects one line with the cause, and no data of the visitor. */
function expectOneLine(response: WebResponse, event: string): void {
  const [line, ...more] = errorLines(response);
  expect(more).toEqual([]);
  expect(line).toMatchObject({ event, error: { message: expect.stringMatching(/\w+ \w+/) } });
  expect(web.lines.join('')).not.toMatch(/CANARY|session-\d/);
}

interface Call {
  path: string;
  method?: 'POST';
  body?: string;
  /** The call needs check headers. */
  isChecked?: true;
}
const calls: Call[] = [
  { path: '/api/user/vehicles?locale=de-DE', isChecked: true },
  { path: '/api/user/vehicles?locale=de-DE', method: 'POST', body: '{"modelId":"m7"}', isChecked: true },
  { path: '/api/Warenkorb' },
  { path: '/api/Warenkorb/Hinzufuegen/5001?modelId=m7', method: 'POST', body: '{"quantity":1}' },
  { path: '/api/Warenkorb/count', isChecked: true },
  { path: '/api/Warenkorb/Aendern/line-1', method: 'POST', body: '{"quantity":2}' },
  { path: '/api/Warenkorb/Loeschen/line-1', method: 'POST', body: '{}' },
  { path: '/api/Warenkorb/Ersetzen/line-1/5002', method: 'POST', body: '{}' },
  { path: '/api/Warenkorb/optimize' },
  { path: '/api/Bremsscheiben/Alle-Fahrzeuge/--1523?sort=price' },
  { path: '/api/Teilenummernsuche/Kelvo/K12033' },
  { path: '/api/search/products?query=CANARY&pageSize=8' },
  { path: '/api/search/suggestions?query=CANARY' },
  { path: '/api/navigation?categoryId=1523' },
  { path: '/api/recommendation/spare-part/9001?modelId=m7' },
  { path: '/api/Angebote?sparePartId=9001' },
  { path: '/api/Artikel/9001/Fahrzeuge' },
  { path: '/api/Artikel/9001/Originalteile' },
  { path: '/api/vehicle/series-pages/55' },
  { path: '/api/vehicle/models/m7' },
  { path: '/api/vehicle/manufacturers?limit=10', isChecked: true },
  { path: '/api/vehicle/manufacturers/10/series' },
  { path: '/api/vehicle/series/700/models' },
  { path: '/api/vehicle/hsntsn/0603BGU' },
  { path: '/api/vehicle/license/fr/AA123ZZ' },
];

describe.each(ways)('the marketplace %s (%s)', (_, how, status, code) => {
  test('every call answers with a problem and its code, in words of the edition, and one line tells the cause', async () => {
    const headers = await Promise.all(
      calls.map(async ({ path, method, isChecked }) => {
        const own = { ...json, cookie, 'x-locale': 'fr-FR' };
        return isChecked ? web.checked(path, own, method) : own;
      }),
    );
    breakCalls(/./, how);
    const responses = await Promise.all(
      calls.map(({ path, method, body }, index) => web.request(path, { method, body, headers: headers[index] })),
    );
    for (const [index, response] of responses.entries()) {
      const { path, method = 'GET' } = calls[index] as Call;
      const problem = response.body;
      expect({ call: `${method} ${path}`, status: response.status, code: problem.code }).toEqual({
        call: `${method} ${path}`,
        status,
        code,
      });
      expect(response.headers['content-type']).toContain('application/problem+json');
      expect(response.headers['cache-control']).toBe('private, no-store');
      expect(problem).toMatchObject({
        title: expect.stringMatching(/\w/),
        requestId: response.headers['x-request-id'],
      });
      expectOneLine(response, 'request_failed');
    }
  });

  test('rating and reviews are empty, cached by nobody, with one line each', async () => {
    breakCalls(/TrustedShops/, how);
    for (const [path, body] of [
      ['/api/TrustedShops/Rating', { shop: null }],
      ['/api/TrustedShops/Reviews', { shop: { reviews: [] } }],
    ] as const) {
      const response = await web.request(path);
      expect([response.status, response.body]).toEqual([200, body]);
      expect(response.headers['cache-control']).toBe('private, no-store');
      expectOneLine(response, 'remote_data_failed');
    }
  });
});

/** Without one of these, the page is the error page with a support code. */
const critical: readonly (readonly [what: string, path: string, broken: RegExp, posted: string | null])[] = [
  ['the tree of categories', '/Bremsscheiben/Alle-Fahrzeuge/--1523', /navigation/, null],
  ['a manufacturer', '/Ersatzteile/Volkswagen/1-10-', /manufacturers\/10(\?|$)/, null],
  ['a model', '/Ersatzteile/VW-Golf-VII/3-m7-', /vehicle\/models/, null],
  ['an article', '/Teilenummernsuche/Kelvo/K12033', /Teilenummernsuche/, null],
  ['words', '/Volltextsuche?query=CANARY', /Volltextsuche/, null],
  ['a part number', '/Teilenummernsuche/Teile/Alle-Hersteller/K12033', /Teilenummern/, null],
  ['the link that fills a cart', '/Warenkorb/generieren?cartParam[5001]=1', /Generieren/, null],
  ['adding, without script', '/api/Warenkorb/Hinzufuegen/5001', /Hinzufuegen/, 'quantity=1'],
  ['a change, without script', '/api/Warenkorb/Aendern/line-1', /Aendern/, 'quantity=2'],
  ['a removal, without script', '/api/Warenkorb/Loeschen/line-1', /Loeschen/, ''],
  ['the navigation of a dialog', '/fragments/de-DE/menu.html', /navigation/, null],
  ['saved vehicles', '/Mein-Partavo/Fahrzeuge', /user\/vehicles/, null],
];
const person = { ...form, 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document', 'sec-fetch-site': 'same-origin' };

test.each(critical)(
  '%s: the error page with its code, and one line with the cause',
  async (_, path, broken, posted) => {
    for (const [, how, status] of ways.slice(0, 3)) {
      web.forget();
      web.double.breakOn(broken, how);
      const response = await web.request(path, {
        method: posted === null ? 'GET' : 'POST',
        body: posted ?? undefined,
        headers: { ...person, cookie },
      });
      expect({ how, status: response.status }).toEqual({ how, status });
      expect(response.text).toContain(status === 503 ? 'Gerade nicht erreichbar' : 'Unerwarteter Fehler');
      expect(response.text).toContain(`Support-Code: ${String(response.headers['x-request-id']).slice(0, 9)}`);
      expect(response.text).toContain('noindex');
      expectOneLine(response, 'request_failed');
    }
  },
);

test('a session needs no marketplace, signed or new', async () => {
  web.double.breakOn(/./, 'reset');
  for (const sent of [cookie, '']) {
    const response = await web.request('/api/session', { headers: { cookie: sent } });
    expect([response.status, response.body]).toEqual([
      200,
      { sid: expect.any(String), csr: expect.any(String), ts: expect.any(Number) },
    ]);
  }
});

test('saving a vehicle, without script: it says that it can be tried again, with the button for it, and asks nobody to log in', async () => {
  const path = '/Mein-Partavo/Fahrzeuge/speichern/m7';
  const save = (method: string) =>
    web.request(path, { method, body: method === 'POST' ? '' : undefined, headers: { ...person, cookie } });
  for (const method of ['POST', 'GET']) {
    for (const [, how, status] of ways.slice(0, 3)) {
      web.forget();
      web.double.breakOn(/user\/vehicles/, how);
      const response = await save(method);
      expect({ method, how, status: response.status }).toEqual({ method, how, status });
      expect(response.headers['retry-after']).toBe(status === 503 ? '5' : undefined);
      expect(response.text).toContain('konnte nicht gespeichert werden. Bitte versuchen Sie es noch einmal.');
      expect(response.text).toMatch(/<form action="\/Mein-Partavo\/Fahrzeuge\/speichern\/m7" method="post">/);
      expect(response.text).not.toContain('Anmelden und speichern');
      expectOneLine(response, 'request_failed');
    }
  }
  // Nobody is logged in here, and the only response to that is the login page.
  web.double.breakOn(null);
  const response = await web.request(path, { method: 'POST', body: '', headers: person });
  expect([response.status, response.text]).toEqual([401, expect.stringContaining('Anmelden und speichern')]);
});

/** Without one of these, a page reports a missing section, so that it does not look empty. */
const optional: readonly (readonly [what: string, path: string, broken: RegExp, says: RegExp])[] = [
  ['OE numbers', '/Teilenummernsuche/Kelvo/K12033', /Originalteile/, /OE-Nummern können gerade nicht angezeigt werden/],
  [
    'cars that an article fits',
    '/Teilenummernsuche/Kelvo/K12033',
    /\/Fahrzeuge/,
    /Die Fahrzeuge können gerade nicht angezeigt werden/,
  ],
  ['the rating of the shop', '/Bremsscheiben/Alle-Fahrzeuge/--1523', /TrustedShops\/Rating/, /4,82/],
  ['reviews of the shop', '/', /TrustedShops\/Reviews/, /<h1/],
  ['promotions', '/', /\/api\/x\/x/, /günstigen Angebote lassen sich gerade nicht laden/],
  ['whether a promotion saves what is claimed', '/', /Preissenkung/, /Gerade günstig/],
  [
    'products of a category',
    '/Bremsscheiben/Alle-Fahrzeuge/--1523',
    /^\/api\/x\/x/,
    /Artikel dieser Kategorie lassen sich gerade nicht laden/,
  ],
  [
    'categories of a manufacturer',
    '/Ersatzteile/Volkswagen/1-10-',
    /navigation/,
    /Baugruppen lassen sich gerade nicht laden/,
  ],
  [
    'categories of a model',
    '/Ersatzteile/VW-Golf-VII/3-m7-',
    /navigation/,
    /Baugruppen lassen sich gerade nicht laden/,
  ],
  [
    'offers of an article',
    '/Teilenummernsuche/Kelvo/K12033',
    /Angebote/,
    /Die Angebote lassen sich gerade nicht laden/,
  ],
  ['the navigation', '/menu', /navigation/, /Baugruppen lassen sich gerade nicht laden/],
  ['the list of brands', '/Informationen/Alle-Marken', /Marken/, /Liste der Marken kann gerade nicht/],
];

test.each(optional)(
  '%s: the page appears, is cached by nobody, and one line has the cause',
  async (_, path, broken, says) => {
    for (const [, how] of ways.slice(0, 3)) {
      web.forget();
      web.double.breakOn(broken, how satisfies Way);
      const response = await web.request(path, { headers: { ...person, cookie } });
      expect({ how, status: response.status }).toEqual({ how, status: 200 });
      expect(response.text).toMatch(says);
      expect(response.headers['cdn-cache-control']).toBeUndefined();
      expectOneLine(response, 'page_optional_failed');
    }
  },
);

test('a cart that cannot be read is not empty: its page says so, and may be asked for again', async () => {
  for (const [, how] of ways) {
    breakCalls(/Warenkorb(\?|$)/, how);
    const response = await web.request('/Warenkorb', { headers: { ...person, cookie } });
    expect({ how, status: response.status, after: response.headers['retry-after'] }).toEqual({
      how,
      status: 503,
      after: '5',
    });
    expect(response.headers['cache-control']).toBe('private, no-store');
    expect(response.text).toContain('Ihr Warenkorb lässt sich gerade nicht laden');
    expect(response.text).toMatch(/href="\/Warenkorb">Noch einmal versuchen/);
    expect(response.text).not.toContain('Ihr Warenkorb ist leer');
    expectOneLine(response, 'page_optional_failed');
  }
});

test('failures are not cached: the next visitor gets the whole page', async () => {
  web.double.breakOn(/Originalteile/, 'garbage');
  expect((await web.request('/Teilenummernsuche/Kelvo/K12033')).text).toContain('können gerade nicht');
  web.double.breakOn(null);
  await web.clock.advance(1000);
  const { text: body } = await web.request('/Teilenummernsuche/Kelvo/K12033');
  expect(body).not.toContain('können gerade nicht');
  expect(body).toContain('5Q0 615 301 F');
});

test('a page with an expired price is a 503 while no newer one is available, and returns at once', async () => {
  const article = '/Teilenummernsuche/Kelvo/K12033';
  const ending = 'public, max-age=1, stale-while-revalidate=0';
  web.double.cacheControlOf = (path) => (/Angebote/.test(path) ? ending : null);
  try {
    expect((await web.request(article)).status).toBe(200);
    web.double.breakOn(/./, 'reset');
    await web.clock.advance(1100);
    const ended = await web.request(article);
    expect([ended.status, ended.headers['retry-after']]).toEqual([503, '5']);
    expectOneLine(ended, 'request_failed');
    web.double.breakOn(null);
    await web.clock.advance(1100);
    expect((await web.request(article)).status).toBe(200);
  } finally {
    web.double.cacheControlOf = () => null;
  }
});
