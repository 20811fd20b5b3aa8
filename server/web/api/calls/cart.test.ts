import cookieParser from 'cookie-parser';
import express from 'express';
import supertest from 'supertest';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { form, json, startWeb, type Web } from '../../../../test/doubles/web.js';
import { keepCart } from './cart.js';

describe('cart over HTTP', () => {
  let web: Web;
  beforeAll(async () => {
    web = await startWeb();
  });
  beforeEach(() => web.renew());
  afterAll(() => web.stop());

  it('changes and deletes lines for scripts', async () => {
    const added = await web.post('/api/Warenkorb/Hinzufuegen/5001?modelId=m7', '{"quantity":2}', json);
    expect([added.status, added.body.cartData.countArticles]).toEqual([200, 2]);
    const headers = { ...json, cookie: web.cookies(added) };
    const changed = await web.post('/api/Warenkorb/Aendern/line-1', '{"quantity":"7"}', headers);
    expect(changed.body.cartData.countArticles).toBe(7);
    const count = '/api/Warenkorb/count';
    expect((await web.request(count, { headers: await web.checked(count, headers) })).body).toEqual({
      countArticles: 7,
    });
    const deleted = await web.post('/api/Warenkorb/Loeschen/line-1', '', { ...headers });
    expect(deleted.body.cartData.countArticles).toBe(0);
    expect(web.cookies(deleted)).toContain('cartCount=');
  });

  it('leads from a changed line to the cart, and from a deleted one to the button that restores it', async () => {
    const added = await web.post('/api/Warenkorb/Hinzufuegen/5001', '{"quantity":2}', json);
    const headers = { ...form, cookie: web.cookies(added) };
    const ledTo = async (path: string, body: string) => (await web.post(path, body, headers)).headers.location;
    expect(await ledTo('/api/Warenkorb/Aendern/line-1', 'quantity=3')).toBe('/Warenkorb');
    expect(await ledTo('/api/Warenkorb/Loeschen/line-1', '')).toBe('/Warenkorb#undo');
  });

  it('shows the cart by one call, also without the plans if they are late', async () => {
    const added = await web.post('/api/Warenkorb/Hinzufuegen/5001', '{"quantity":2}', json);
    const headers = { cookie: web.cookies(added) };
    for (const isLate of [false, true]) {
      web.double.calls.length = 0;
      web.double.isBesideLate = isLate;
      const { status, text } = await web.request('/Warenkorb', { headers });
      web.double.isBesideLate = false;
      expect([status, text.includes('Kelvo'), text.includes('lassen sich gerade nicht berechnen')]).toEqual([
        200,
        true,
        isLate,
      ]);
      const own = web.double.calls.filter(({ session }) => session !== undefined);
      expect(own.map(({ url }) => url.split('?')[0])).toEqual(['/api/Warenkorb']);
      const failed = web.lines.map((line) => JSON.parse(line)).filter(({ event }) => event === 'page_optional_failed');
      expect(failed.map(({ what }) => what)).toEqual(isLate ? ['plans'] : []);
    }
  });

  it('has an empty cart without a session, and does not ask the marketplace', async () => {
    for (const cookie of ['', 'partavo=10', 'partavo=%%%']) {
      const response = await web.request('/api/Warenkorb', { headers: { cookie } });
      expect(response.body.cartData).toMatchObject({ countArticles: 0, cartArticles: [] });
    }
    expect((await web.post('/api/Warenkorb/Aendern/line-1', '{"quantity":2}', json)).status).toBe(404);
    expect(web.double.calls).toEqual([]);
  });

  it.each(['0', '-1', '1.5', '1e9', '100', '"abc"', '"1,5"', 'null', '[1]', '{}', 'true'])(
    'refuses quantity %s',
    async (quantity) => {
      const response = await web.post('/api/Warenkorb/Hinzufuegen/5001', `{"quantity":${quantity}}`, json);
      expect([response.status, response.body.code]).toEqual([400, 'quantity_range']);
      expect(response.headers['content-type']).toContain('application/problem+json');
      expect(web.double.calls).toEqual([]);
    },
  );

  it.each([
    ['{"quantity":', 'application/json', 400, 'body'],
    ['5', 'application/json', 400, 'body'],
    ['[]', 'application/json', 400, 'body'],
    ['<x/>', 'application/xml', 415, 'media_type'],
    ['a', 'multipart/form-data; boundary=x', 415, 'media_type'],
    ['nine thousand digits', 'application/json', 413, 'too_large'],
    ['{}', 'application/json; charset=iso-8859-1', 415, 'media_type'],
  ])('answers a body %s of %s with %d', async (given, type, status, code) => {
    const body = given === 'nine thousand digits' ? `{"quantity":"${'1'.repeat(9000)}"}` : given;
    const response = await web.post('/api/Warenkorb/Hinzufuegen/5001', body, {
      accept: 'application/json',
      'content-type': type,
    });
    expect([response.status, response.body.code]).toEqual([status, code]);
  });

  it('accepts an idempotency key with or without quotes, and refuses a malformed one', async () => {
    const key = '8e03978e-40d5-43dd-bc93-6894a57f9324';
    const add = (sent: string) =>
      web.post('/api/Warenkorb/Hinzufuegen/5001', '{"quantity":1}', { ...json, 'idempotency-key': sent });
    for (const sent of [key, `"${key}"`]) expect([sent, (await add(sent)).status]).toEqual([sent, 200]);
    const calls = web.double.calls.length;
    for (const sent of ['a b', '""', 'x'.repeat(1000)]) {
      const { status, body } = await add(sent);
      expect([sent, status, body.code, body.parameter]).toEqual([sent, 400, 'invalid', 'Idempotency-Key']);
    }
    expect(web.double.calls.length).toBe(calls);
  });

  it('passes a plan with other parts on only if the form confirms it', async () => {
    const added = await web.post('/api/Warenkorb/Hinzufuegen/5001', '{"quantity":1}', json);
    const apply = async (fields: string) => {
      web.double.calls.length = 0;
      const headers = { ...form, cookie: web.cookies(added) };
      await web.post('/api/Warenkorb/Gleichwertig', `replacement=line-1:5001&locale=de-DE${fields}`, headers);
      return web.double.calls.filter(({ method }) => method === 'POST').length;
    };
    expect([await apply(''), await apply('&confirmed=1')]).toEqual([0, 1]);
  });

  it('offers a failed form without script again, with a key that adds nothing twice', async () => {
    const path = '/api/Warenkorb/Hinzufuegen/5001?modelId=m7';
    web.double.breakOn(/Hinzufuegen/, 'reset');
    const failed = await web.post(path, 'quantity=3&locale=fr-FR&note=%3Cb%3E', form);
    expect([failed.status, failed.headers['cache-control']]).toEqual([503, 'private, no-store']);
    const [, shown = ''] = /(action="\/api\/Warenkorb.*?)<\/form>/.exec(failed.text) ?? [];
    expect(shown).toContain(`action="${path}"`);
    expect(shown).toContain('Réessayer');
    const fields = [...shown.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(([, name = '', value = '']) => [
      name,
      value,
    ]);
    expect(fields.slice(0, -1)).toEqual([
      ['quantity', '3'],
      ['locale', 'fr-FR'],
      ['note', '&lt;b&gt;'],
    ]);
    // A second failure offers the same key again.
    const repeated = await web.post(path, new URLSearchParams(fields as [string, string][]).toString(), form);
    expect(repeated.text.match(/name="key" value="[^"]*"/g)).toEqual([`name="key" value="${fields.at(-1)?.[1]}"`]);
    web.double.breakOn(null);
    const again = await web.post(path, new URLSearchParams(fields as [string, string][]).toString(), form);
    expect([again.status, again.headers.location]).toEqual([303, '/fr-FR/panier?new=1']);
    const keys = web.double.calls.filter(({ method }) => method === 'POST').map(({ idempotencyKey }) => idempotencyKey);
    expect(keys).toEqual(Array(3).fill(fields.at(-1)?.[1]));
  });

  it('offers a failed link that fills a cart again, as a form', async () => {
    const link = '/Warenkorb/generieren?cartParam[5001]=1';
    web.double.breakOn(/Generieren/, 'reset');
    const failed = await web.request(link, { headers: { 'sec-fetch-mode': 'navigate', accept: 'text/html' } });
    const [, key = ''] = /name="key" value="([\w-]{36})"/.exec(failed.text) ?? [];
    expect([failed.status, failed.text.includes(`action="${link}"`)]).toEqual([503, true]);
    web.double.breakOn(null);
    expect((await web.post(link, `key=${key}`)).status).toBe(303);
    expect(web.double.calls.filter(({ url }) => url.includes('Generieren')).map((call) => call.idempotencyKey)).toEqual(
      [key, key],
    );
  });

  it('is filled by the link of another site, but loses no line without a confirmation', async () => {
    const follow = async (site: string, replace: string, more: Record<string, string> = {}) => {
      const headers = { 'sec-fetch-mode': 'navigate', 'sec-fetch-site': site, cookie: 'cartCount=2', ...more };
      return (await web.request(`/Warenkorb/generieren?cartParam[5001]=1${replace}`, { headers })).status;
    };
    expect([await follow('cross-site', ''), await follow('same-site', '')]).toEqual([303, 303]);
    web.double.calls.length = 0;
    const all = '&replace=true';
    expect([await follow('cross-site', all), await follow('same-site', all)]).toEqual([200, 200]);
    expect(await follow('cross-site', all, { 'sec-purpose': 'prefetch' })).toBe(204);
    // A program that does not say how it came gets a button.
    const silent = await web.request('/Warenkorb/generieren?cartParam[5001]=1');
    expect([silent.status, silent.text.includes('action="/Warenkorb/generieren?cartParam[5001]=1"')]).toEqual([
      200,
      true,
    ]);
    expect(web.double.calls.filter(({ method }) => method === 'POST')).toEqual([]);
    expect(await follow('same-origin', all)).toBe(303);
  });

  it('gives each form without script its own key, and shared pages none', async () => {
    const path = '/api/Warenkorb/Hinzufuegen/5001';
    for (const body of ['quantity=1', 'quantity=1', 'quantity=1&key=a%20b']) await web.post(path, body, form);
    const keys = web.double.calls.map(({ idempotencyKey }) => idempotencyKey);
    expect(new Set(keys).size).toBe(3);
    // A key that no form of the shop has is replaced.
    for (const key of keys) expect(key).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
    for (const key of keys) expect(key).toMatch(/^[\w-]{36}$/);
    const article = await web.request('/Teilenummernsuche/Kelvo/K12033');
    expect(article.text).toContain('action="/api/Warenkorb/Hinzufuegen/');
    expect(article.text).not.toContain('name="key"');
    // Only the error page of a form offers to repeat it.
    web.double.breakOn(/Teilenummernsuche/, 'reset');
    web.forget();
    const { status, text } = await web.request('/Teilenummernsuche/Kelvo/K12033');
    expect([status, text.includes('name="key"')]).toEqual([503, false]);
  });

  it('counts each change by its outcome', async () => {
    const added = await web.post('/api/Warenkorb/Hinzufuegen/5001', '{"quantity":1}', json);
    const headers = { ...json, cookie: web.cookies(added) };
    await web.post('/api/Warenkorb/Hinzufuegen/5001', '{"quantity":0}', headers);
    await web.post('/api/Warenkorb/Aendern/line-1', '{"quantity":2}', headers);
    await web.post('/api/Warenkorb/Aendern/line-9', '{"quantity":2}', headers);
    const text = await web.services.metrics.registry.metrics();
    const counted = [...text.matchAll(/^partavo_cart_writes_total\{verb="(\w+)",outcome="(\w+)"\} (\d+)$/gm)];
    expect(counted.map((match) => match.slice(1).join(' ')).sort()).toEqual([
      'cartAdd ok 1',
      'cartAdd quantity_range 1',
      'cartChange line_unknown 1',
      'cartChange ok 1',
    ]);
  });

  it('does not check whether the browser keeps cookies for a visitor with a session, and renews the session', async () => {
    const added = await web.post('/api/Warenkorb/Hinzufuegen/5001', 'quantity=1', form);
    const first = web.cookies(added);
    const again = await web.post('/api/Warenkorb/Hinzufuegen/5001', 'quantity=1', { ...form, cookie: first });
    // The shop does not check the cookies of a visitor with a session.
    expect([again.status, again.headers.location]).toEqual([303, '/Warenkorb']);
    expect(web.cookies(again).split('; ')[0]).toBe(first.split('; ')[0]);
  });

  it('shows a refused form on its page', async () => {
    const referer = `http://127.0.0.1:${web.port}/fr-FR/recherche-piece/Kelvo/K12033?modelId=m7`;
    const refused = await web.post('/api/Warenkorb/Hinzufuegen/5001', 'quantity=0&locale=fr-FR', { ...form, referer });
    expect(refused.status).toBe(400);
    expect(refused.headers['content-type']).toContain('text/html');
    expect(refused.text).toContain('Veuillez saisir une quantité de 1 à 99.');
    expect(refused.text).toContain('K12033');
    const own = `http://127.0.0.1:${web.port}`;
    for (const other of [
      `${own}/Bremsscheiben/Alle-Fahrzeuge/--1523`,
      'https://evil.example/Teilenummernsuche/Kelvo/K12033',
    ]) {
      const inCart = await web.post('/api/Warenkorb/Hinzufuegen/5001', 'quantity=0', { ...form, referer: other });
      expect([
        other,
        inCart.status,
        inCart.text.includes('Ihr Warenkorb ist leer'),
        inCart.text.includes('K12033'),
      ]).toEqual([other, 400, true, false]);
    }
    const gone = await web.post('/api/Warenkorb/Hinzufuegen/99', 'quantity=1&locale=nl-NL', form);
    expect([gone.status, gone.text.includes('Deze aanbieding bestaat niet meer')]).toEqual([404, true]);
  });

  it('shows other errors to a browser on a page of the edition, and to a script in JSON', async () => {
    const path = '/api/Warenkorb/Hinzufuegen/5001';
    const errors: [string, Record<string, string>, number, string][] = [
      ['quantity=1&locale=fr-FR', { origin: 'https://evil.example' }, 403, 'de-DE'],
      [`quantity=1&note=${'x'.repeat(9000)}`, {}, 413, 'de-DE'],
      ['a', { 'content-type': 'multipart/form-data; boundary=x' }, 415, 'de-DE'],
      ['{"quantity":', { 'content-type': 'application/json' }, 400, 'de-DE'],
    ];
    for (const [body, headers, status, locale] of errors) {
      const shown = await web.post(path, body, { ...form, ...headers });
      expect([status, shown.status, shown.headers['content-type']]).toEqual([
        status,
        status,
        'text/html; charset=utf-8',
      ]);
      expect(shown.text).toContain(`<html lang="${locale}"`);
      const reported = await web.post(path, body, { ...form, ...headers, accept: 'application/json' });
      expect([reported.status, reported.headers['content-type']]).toEqual([
        status,
        expect.stringContaining('application/problem+json'),
      ]);
    }
    web.double.breakOn(/Hinzufuegen/);
    const failed = await web.post(path, 'quantity=1&locale=fr-FR');
    expect([failed.status, failed.text.includes('<html lang="fr-FR"')]).toEqual([502, true]);
    expect(failed.text).toContain(String(failed.headers['x-request-id']).slice(0, 9));
    const named = await web.post(`${path}?locale=nl-NL`, '<x/>', { ...form, 'content-type': 'application/xml' });
    expect([named.status, named.text.includes('<html lang="nl-NL"')]).toEqual([415, true]);
  });

  it.each([
    [{ origin: 'https://evil.example' }, 403],
    [{ origin: 'null' }, 403],
    [{ 'sec-fetch-site': 'cross-site' }, 403],
    [{ 'sec-fetch-site': 'same-site' }, 403],
    [{ 'sec-fetch-site': 'same-origin', origin: 'https://evil.example' }, 403],
    [{ 'sec-fetch-site': 'same-origin', origin: 'null' }, 303],
    [{ 'sec-fetch-site': 'none' }, 303],
    [{}, 303],
  ])('a write with %j answers %d', async (headers, status) => {
    for (const path of [
      '/api/Warenkorb/Hinzufuegen/5001',
      '/delivery-country',
      '/Bremsscheiben/Alle-Fahrzeuge/--1523',
    ]) {
      expect(
        (await web.post(path, 'quantity=1&country=AT', { ...form, ...headers } as Record<string, string>)).status,
      ).toBe(status);
    }
  });
});

describe('the result of a change of the cart', () => {
  const received = { contentType: 'application/json', generation: null };
  const keep = (body: string, session: string | null) => {
    const app = express();
    app.use(cookieParser(), (request, response) => {
      keepCart(['s'.repeat(32)], request, response, { ...received, body: Buffer.from(body), session });
      response.end();
    });
    const sendCode: express.ErrorRequestHandler = (error, _request, response, _next) => void response.send(error.code);
    return supertest(app.use(sendCode)).get('/').set('cookie', 'partavo=expired-expired-expired');
  };
  const cookiesOf = (answer: supertest.Response): string[] => answer.get('Set-Cookie') ?? [];

  it('is stored: a new session that replaces the named one, and the count', async () => {
    const cart = '{"cartData":{"countArticles":2}}';
    const made = cookiesOf(await keep(cart, 'made-by-the-marketplace'));
    expect(made.map((cookie) => cookie.slice(0, 31))).toEqual([
      'partavo=made-by-the-marketplace',
      expect.stringMatching(/^cartCount=2; Max-Age=2592000/),
    ]);
    expect(cookiesOf(await keep(cart, null))[0]).toMatch(/^partavo=expired-expired-expired\./);
    // An empty cart has no count.
    const [, empty] = cookiesOf(await keep('{"cartData":{"countArticles":0}}', null));
    expect(empty).toMatch(/^cartCount=; .*Expires=Thu, 01 Jan 1970/);
  });

  it('has a cart with a count', async () => {
    for (const body of ['{}', '{"cartData":{}}', '{"cartData":{"countArticles":"2"}}'])
      expect((await keep(body, null)).text).toBe('upstream');
  });
});
