import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request as httpRequest, type IncomingHttpHeaders, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { AnswerCache } from './api/cache.js';
import { createClient } from './api/client.js';
import { createUpstream, type Upstream } from './api/upstream.js';
import { createApp } from './app.js';
import { allEditions } from './editions.js';
import { readEnv } from './env.js';
import { createLog } from './log.js';
import { type Double, startDouble } from './marketplace-double.test-data.js';
import { answerBrokenRequests } from './middleware/client-error.js';
import { errorPages } from './render/error-page.js';
import { localPath } from './routes/paths.js';
import { createRoutes } from './routes.js';
import type { Services } from './services.js';
import { createTexts } from './texts.js';

interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}
interface Sent {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}
const form = { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html,*/*;q=0.8' };
const json = { 'content-type': 'application/json', accept: 'application/json' };

describe('web tier over HTTP', () => {
  let double: Double;
  let upstream: Upstream;
  let services: Services;
  let server: Server;
  let port: number;
  let folder: string;
  let lines: string[];

  function ask(path: string, { method = 'GET', headers = {}, body }: Sent = {}): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const sent = httpRequest({ host: '127.0.0.1', port, path, method, headers }, (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (chunk) => (text += chunk));
        response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text }));
      });
      sent.on('error', reject);
      sent.end(body);
    });
  }
  const cookies = (answer: Answer): string =>
    (answer.headers['set-cookie'] ?? []).map((cookie) => cookie.split(';')[0]).join('; ');
  const post = (path: string, body: string, headers: Record<string, string> = form): Promise<Answer> =>
    ask(path, { method: 'POST', headers, body });

  function start(): void {
    const cache = new AnswerCache({ maxBytes: 10_000_000 });
    upstream = createUpstream({ catalogue: double.url, state: double.url });
    services = { ...services, client: createClient(upstream, cache) };
  }
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'web-'));
    mkdirSync(join(folder, 'build'));
    writeFileSync(join(folder, 'build/a-HASH.js'), 'plain');
    writeFileSync(join(folder, 'build/a-HASH.js.br'), 'pressed');
    writeFileSync(join(folder, 'build/manifest.json'), '{}');
    double = await startDouble();
    const inline = { text: 'x', hash: "'sha256-x'" };
    services = {
      env: readEnv({ SESSION_SECRET: 's'.repeat(32) }),
      log: createLog('info', { write: (line: string) => void lines.push(line) }),
      client: undefined as never,
      routes: createRoutes(new Map(), undefined),
      texts: createTexts((request) => request.place.edition),
      assets: { build: 'b1', css: () => inline, loader: inline, islandSource: () => [] },
      secret: 's'.repeat(32),
      isDemonstration: true,
      staticFolder: folder,
      isReady: () => true,
    };
  });
  beforeEach(async () => {
    lines = [];
    double.breakOn(null);
    double.calls.length = 0;
    start();
    await new Promise<void>((resolve) => (server ? server.close(() => resolve()).closeAllConnections() : resolve()));
    server = createServer(createApp(services));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
    port = (server.address() as AddressInfo).port;
  });
  afterAll(async () => {
    server.closeAllConnections();
    server.close();
    await upstream.close();
    await double.stop();
    rmSync(folder, { recursive: true });
  });

  // The double's catalogue speaks German only, so the German slug is the canonical one in every edition.
  const category = { urlId: '1523', seoAlias: 'Bremsscheiben' };
  const seriesPage = { id: '55', slug: 'VW-Golf-VII' };

  it.each(allEditions)('answers every page of $locale with headers, id and log line', async (edition) => {
    const paths = [
      localPath(edition, 'home', {}),
      localPath(edition, 'vehicles', {}),
      localPath(edition, 'manufacturer', { manufacturer: { id: '10', seoName: 'Volkswagen' } }),
      localPath(edition, 'series', { seriesPage, seriesId: '700' }),
      localPath(edition, 'model', { seriesPage, modelId: 'm7' }),
      localPath(edition, 'category', { category }),
      localPath(edition, 'manufacturerCategory', { category, manufacturer: { id: '10', seoName: 'Volkswagen' } }),
      localPath(edition, 'seriesCategory', { category, seriesPage }),
      localPath(edition, 'modelCategory', { category, seriesPage, modelId: 'm7' }, 2),
      localPath(edition, 'article', { brand: 'Kelvo', number: 'K12033', modelId: 'm7' }),
      localPath(edition, 'cart', {}),
    ];
    for (const path of paths) {
      const answer = await ask(edition.prefix + path);
      expect([path, answer.status]).toEqual([path, 200]);
      expect(answer.body).toContain(`<html lang="${edition.locale}"`);
      expect(answer.body.match(/<title>/g)).toHaveLength(1);
      expect(answer.body).not.toMatch(/meta:|undefined|\[object/);
      expect(answer.headers['content-security-policy']).toContain("require-trusted-types-for 'script'");
      expect(answer.headers['x-powered-by']).toBeUndefined();
      const id = answer.headers['x-request-id'] as string;
      expect(answer.headers['server-timing']).toContain(`rid;desc="${id.slice(0, 9)}"`);
      expect(
        lines.map((line) => JSON.parse(line)).filter((line) => line.reqId === id && line.event === 'request'),
      ).toHaveLength(1);
    }
    const routes = lines.map((line) => JSON.parse(line).route);
    expect(routes).toContain(`modelCategory___${edition.locale}`);
  });

  it('sends the same bytes to everybody, and only the cart page per visitor', async () => {
    const added = await post('/api/Warenkorb/Hinzufuegen/5001', 'quantity=3&locale=de-DE');
    expect([added.status, added.headers.location]).toEqual([303, '/Warenkorb']);
    const cookie = cookies(added);
    expect(cookie).toContain('cartCount=3');
    expect(added.headers['set-cookie']?.find((value) => value.startsWith('partavo='))).toMatch(
      /HttpOnly; SameSite=Lax/,
    );
    for (const path of ['/', '/Teilenummernsuche/Kelvo/K12033', '/Bremsscheiben/Alle-Fahrzeuge/--1523']) {
      const [mine, theirs] = [await ask(path, { headers: { cookie } }), await ask(path)];
      expect(mine.body).toBe(theirs.body);
      expect(mine.headers.etag).toBe(theirs.headers.etag);
      expect(mine.headers['cache-control']).toBe('private, max-age=0, must-revalidate');
      expect(mine.headers['set-cookie']).toBeUndefined();
      const again = await ask(path, { headers: { 'if-none-match': mine.headers.etag as string } });
      expect([again.status, again.body]).toEqual([304, '']);
    }
    const cart = await ask('/Warenkorb', { headers: { cookie } });
    expect(cart.headers['cache-control']).toBe('private, no-store');
    expect(cart.body).not.toBe((await ask('/Warenkorb')).body);
  });

  it('changes and deletes lines for scripts', async () => {
    const added = await post('/api/Warenkorb/Hinzufuegen/5001?modelId=m7', '{"quantity":2}', json);
    expect([added.status, JSON.parse(added.body).cartData.countArticles]).toEqual([200, 2]);
    const headers = { ...json, cookie: cookies(added) };
    const changed = await post('/api/Warenkorb/Aendern/line-1', '{"quantity":"7"}', headers);
    expect(JSON.parse(changed.body).cartData.countArticles).toBe(7);
    expect(JSON.parse((await ask('/api/Warenkorb/count', { headers })).body)).toEqual({ countArticles: 7 });
    const deleted = await post('/api/Warenkorb/Loeschen/line-1', '', { ...headers });
    expect(JSON.parse(deleted.body).cartData.countArticles).toBe(0);
    expect(cookies(deleted)).toContain('cartCount=');
  });

  it('has an empty cart without a session, and asks nobody', async () => {
    for (const cookie of ['', 'partavo=10', 'partavo=%%%']) {
      const answer = await ask('/api/Warenkorb', { headers: { cookie } });
      expect(JSON.parse(answer.body).cartData).toMatchObject({ countArticles: 0, cartArticles: [] });
    }
    expect((await post('/api/Warenkorb/Aendern/line-1', '{"quantity":2}', json)).status).toBe(404);
    expect(double.calls).toEqual([]);
  });

  it.each(['0', '-1', '1.5', '1e9', '100', '"abc"', '"1,5"', 'null', '[1]', '{}', 'true'])(
    'refuses quantity %s',
    async (quantity) => {
      const answer = await post('/api/Warenkorb/Hinzufuegen/5001', `{"quantity":${quantity}}`, json);
      expect([answer.status, JSON.parse(answer.body).code]).toEqual([400, 'quantity_range']);
      expect(answer.headers['content-type']).toContain('application/problem+json');
      expect(double.calls).toEqual([]);
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
    const answer = await post('/api/Warenkorb/Hinzufuegen/5001', body, {
      accept: 'application/json',
      'content-type': type,
    });
    expect([answer.status, JSON.parse(answer.body).code]).toEqual([status, code]);
  });

  it('shows a refused form on its page', async () => {
    const referer = `http://127.0.0.1:${port}/fr-FR/recherche-piece/Kelvo/K12033?modelId=m7`;
    const refused = await post('/api/Warenkorb/Hinzufuegen/5001', 'quantity=0&locale=fr-FR', { ...form, referer });
    expect(refused.status).toBe(400);
    expect(refused.headers['content-type']).toContain('text/html');
    expect(refused.body).toContain('Veuillez saisir une quantité de 1 à 99.');
    expect(refused.body).toContain('K12033');
    const gone = await post('/api/Warenkorb/Hinzufuegen/99', 'quantity=1&locale=nl-NL', form);
    expect([gone.status, gone.body.includes('Deze aanbieding bestaat niet meer')]).toEqual([404, true]);
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
        (await post(path, 'quantity=1&country=AT', { ...form, ...headers } as Record<string, string>)).status,
      ).toBe(status);
    }
  });

  it('keeps the delivery country and asks the marketplace for it', async () => {
    const chosen = await post('/delivery-country', 'country=AT&returnTo=%2Ffr-FR%2Fpanier&locale=fr-FR');
    expect([chosen.status, chosen.headers.location]).toEqual([303, '/fr-FR/panier']);
    expect(chosen.headers['set-cookie']?.[0]).toMatch(/^country=AT; .*SameSite=Strict/);
    const foreign = await post('/delivery-country', 'country=XX&returnTo=%2F%2Fevil.example&locale=fr-FR');
    expect([foreign.headers.location, foreign.headers['set-cookie']]).toEqual(['/fr-FR/', undefined]);
    const page = await ask('/Teilenummernsuche/Kelvo/K12033', { headers: { cookie: 'country=AT' } });
    expect(page.body).toContain('data-country="AT"');
    expect(
      double.calls.filter(({ url }) => url.startsWith('/api/Angebote')).every(({ url }) => url.includes('country=AT')),
    ).toBe(true);
  });

  it('redirects other spellings once, with their query', async () => {
    const moved: [string, string][] = [
      ['/Oelfilter/falsch/3-m7-1523?page=2', '/Bremsscheiben/VW-Golf-VII/3-m7-1523?page=2'],
      ['/FR-fr/panier', '/fr-FR/panier'],
      ['/panier?x=1', '/fr-FR/panier?x=1'],
      ['/fr-FR', '/fr-FR/'],
      ['/de-DE/Warenkorb', '/Warenkorb'],
      ['/Warenkorb/', '/Warenkorb'],
      ['/Teilenummernsuche/kelvo/k-120.33', '/Teilenummernsuche/kelvo/K12033'],
    ];
    for (const [from, to] of moved) {
      const answer = await ask(from);
      expect([from, answer.status, answer.headers.location]).toEqual([from, 301, to]);
    }
    const filtered = await post(
      '/Bremsscheiben/Alle-Fahrzeuge/--1523',
      'filter.brand=30&filter.brand=7&sort=price&x=1',
    );
    expect(filtered.status).toBe(303);
    expect(filtered.headers.location).toMatch(/^\/Bremsscheiben\/Alle-Fahrzeuge\/--1523\?f=[\w-]+&sort=price$/);
  });

  it('leads the picker on without JavaScript', async () => {
    const vehicles = '/Ersatzteile/Alle-Fahrzeuge/--';
    const steps: [string, string][] = [
      ['?manufacturerId=10&seriesId=&modelId=', '/Ersatzteile/Volkswagen/1-10-'],
      [
        '?manufacturerId=10&seriesId=700&categoryId=1523',
        '/Ersatzteile/VW-Golf-VII/2-55-?seriesId=700&categoryId=1523',
      ],
      ['?manufacturerId=10&seriesId=700&modelId=m7', '/Ersatzteile/VW-Golf-VII/3-m7-'],
      ['?modelId=m7&categoryId=1523', '/Bremsscheiben/VW-Golf-VII/3-m7-1523'],
      ['?modelId=m7&brand=Kelvo&norm=K12033', '/Teilenummernsuche/Kelvo/K12033?modelId=m7'],
    ];
    for (const [query, target] of steps) {
      const answer = await ask(vehicles + query);
      expect([query, answer.status, answer.headers.location]).toEqual([query, 303, target]);
    }
    expect((await ask(`${vehicles}?manufacturerId=99&modelId=nope`)).status).toBe(200);
  });

  it('chooses an edition for the bare address only', async () => {
    const french = { 'accept-language': 'fr-FR,fr;q=0.9' };
    const led = await ask('/', { headers: french });
    expect([led.status, led.headers.location]).toEqual([302, '/fr-FR/']);
    expect(led.headers.vary).toContain('Accept-Language, Cookie');
    expect((await ask('/', { headers: { ...french, cookie: 'locale=nl-NL' } })).headers.location).toBe('/nl-NL/');
    expect((await ask('/', { headers: { ...french, cookie: 'locale=de-DE' } })).status).toBe(200);
    expect((await ask('/', { headers: { ...french, 'sec-fetch-site': 'same-origin' } })).status).toBe(200);
    expect((await ask('/')).status).toBe(200);
    expect((await ask('/Warenkorb', { headers: french })).status).toBe(200);
  });

  it.each([
    ['/gibt-es-nicht', 404],
    ['/fr-FR/rien', 404],
    ['/Ersatzteile/x/1-999-', 404],
    ['/Ersatzteile/x/3-nope-', 404],
    ['/Bremsscheiben/Alle-Fahrzeuge/--99', 404],
    ['/Bremsscheiben/Alle-Fahrzeuge/--1523?page=3', 404],
    ['/Bremsscheiben/Alle-Fahrzeuge/--1523?page=0', 404],
    ['/Teilenummernsuche/Kelvo/NIX', 404],
    ['/Shop/%E0%A4%A', 400],
    ['/api/%E0%A4%A', 400],
    ['/api/nix', 404],
    ['/api/../internal', 404],
    ['/api/%2e%2e/internal', 404],
    ['/api/vehicle/manufacturers?limit=0', 400],
    ['/api/vehicle/manufacturers?locale=xx', 400],
    ['/build/manifest.json', 404],
    ['/build/..%2f..%2fpackage.json', 404],
  ])('%s answers %d, localized, without a stack', async (path, status) => {
    const answer = await ask(path);
    expect(answer.status).toBe(status);
    expect(answer.headers['x-request-id']).toBeTruthy();
    expect(answer.body).not.toMatch(/at .*\.(ts|js):\d+|node_modules/);
    if (path.startsWith('/api/')) expect(JSON.parse(answer.body).requestId).toBe(answer.headers['x-request-id']);
    else {
      expect(answer.body).toContain('noindex');
      expect(answer.body).toContain(String(answer.headers['x-request-id']).slice(0, 9));
    }
  });

  it('proxies page paths with the grammar of the pages', async () => {
    const listing = await ask('/api/fr-FR/x/tout-type-de-vehicule/--1523?utm=1&page=2');
    expect(JSON.parse(listing.body)).toMatchObject({ resultCount: 21, page: 2 });
    expect(double.calls.at(-1)?.url).toBe('/api/x/x/--1523?locale=fr-FR&country=FR&page=2&sort=popularity');
    expect((await ask('/api/Teilenummernsuche/Kelvo/K12033')).status).toBe(200);
    expect((await ask('/api/openapi.json')).status).toBe(200);
    const before = double.calls.length;
    const hit = await ask('/api/fr-FR/y/tout-type-de-vehicule/--1523?page=2&sort=popularity&_=9');
    expect([hit.status, double.calls.length]).toEqual([200, before]);
    expect(hit.headers['server-timing']).toContain('cache;desc=hit');
    expect((await ask('/api/vehicle/manufacturers/10/series', { method: 'DELETE' })).status).toBe(405);
  });

  it('loses a section, not the page, when optional data are broken', async () => {
    for (const how of ['error', 'reset', 'garbage'] as const) {
      start();
      double.breakOn(/Originalteile|Fahrzeuge\?/, how);
      const answer = await ask('/Teilenummernsuche/Kelvo/K12033');
      expect(answer.status).toBe(200);
    }
    expect(lines.map((line) => JSON.parse(line).event)).toContain('page_optional_failed');
  });

  it.each([
    ['error', 502],
    ['garbage', 502],
    ['reset', 503],
    ['hang', 503],
  ] as const)('tells that critical data are broken (%s)', async (how, status) => {
    double.breakOn(/Angebote/, how);
    const answer = await ask('/Teilenummernsuche/Kelvo/K12033');
    expect(answer.status).toBe(status);
    expect(answer.headers['retry-after']).toBe(status === 503 ? '5' : undefined);
    expect(answer.body).toContain('noindex');
  });

  it('still answers when everything is broken, error page included', async () => {
    double.breakOn(/./, 'reset');
    expect((await ask('/it-IT/carrello')).status).toBe(200);
    expect((await ask('/it-IT/')).status).toBe(503);
    expect((await ask('/readyz')).status).toBe(503);
    expect((await ask('/livez')).status).toBe(200);
  });

  it('has a page of its own for an error page that fails', async () => {
    const broken = errorPages(services, () => {
      throw new Error('cannot draw');
    });
    const app = createServer(createApp(services, broken));
    await new Promise<void>((resolve) => app.listen(0, '127.0.0.1', () => resolve()));
    const answer = await fetch(`http://127.0.0.1:${(app.address() as AddressInfo).port}/es-ES/nada`);
    const body = await answer.text();
    expect(answer.status).toBe(404);
    expect(body).toContain('Se ha producido un error al mostrar la página de error');
    expect(body).toContain('href="/es-ES/"');
    expect(body).toContain(String(answer.headers.get('x-request-id')).slice(0, 9));
    app.closeAllConnections();
    app.close();
  });

  it('names what is no request at all', async () => {
    answerBrokenRequests(server, services.log);
    const answer = await new Promise<string>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => socket.end('GET /\u00fc HTTP/1.1\r\nbroken\r\n\r\n'));
      let text = '';
      socket.on('data', (chunk) => {
        text += chunk;
      });
      socket.on('close', () => resolve(text));
    });
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    const [, id] = /X-Request-Id: (\S+)/.exec(answer) ?? [];
    expect(lines.some((line) => JSON.parse(line).reqId === id)).toBe(true);
  });

  it('sends built files as compressed, for ever', async () => {
    const plain = await ask('/build/a-HASH.js');
    expect([plain.body, plain.headers['cache-control']]).toEqual(['plain', 'public, max-age=31536000, immutable']);
    const pressed = await ask('/build/a-HASH.js', { headers: { 'accept-encoding': 'gzip, br' } });
    expect([pressed.body, pressed.headers['content-encoding']]).toEqual(['pressed', 'br']);
  });

  it('logs no address, term, cookie or place of a visitor', async () => {
    await ask('/Volltextsuche?query=CANARY1', {
      headers: { cookie: 'partavo=CANARY2-CANARY2-CANARY2', 'user-agent': 'CANARY3' },
    });
    await ask('/api/CANARY4?hsn=CANARY5');
    await post('/api/Warenkorb/Hinzufuegen/5001', 'quantity=1&note=CANARY6');
    await ask('/search?query=CANARY7');
    expect(lines.join('')).not.toMatch(/CANARY|127\.0\.0\.1/);
    for (const line of lines) expect(() => JSON.parse(line)).not.toThrow();
  });
});
