import { connect } from 'node:net';
import express from 'express';
import supertest from 'supertest';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { json, startWeb, type Web } from '../../../test/doubles/web.js';
import { ProblemError } from '../../contract/problem.js';
import { createApp } from '../app.js';
import { respondToBrokenRequests } from './client-error.js';
import { findEditionPath } from './edition-path.js';
import { handleErrors } from './errors.js';
import { requestLog } from './request-log.js';

describe('errors over HTTP', () => {
  let web: Web;
  beforeAll(async () => {
    web = await startWeb({ MARKETPLACE_SECONDS: '2' });
  });
  beforeEach(() => web.renew());
  afterAll(() => web.stop());

  it('ends the connection of a body that stays unread', async () => {
    const sent = async (bytes: number) => {
      const address = `http://127.0.0.1:${web.port}/api/Warenkorb/Hinzufuegen/5001`;
      const { status, headers } = await fetch(address, {
        method: 'POST',
        body: `{"note":"${'x'.repeat(bytes)}"}`,
        headers: json,
      });
      return [status, headers.get('connection')];
    };
    expect([await sent(7000), await sent(9000)]).toEqual([
      [200, 'keep-alive'],
      [413, 'close'],
    ]);
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
    ['/api/vehicle/manufacturers', 403],
    ['/api/vehicle/manufacturers/10/series?limit=0', 400],
    ['/api/vehicle/manufacturers/10/series?locale=xx', 400],
    ['/build/manifest.json', 404],
    ['/build/..%2f..%2fpackage.json', 404],
  ])('%s answers %d, localized, without a stack', async (path, status) => {
    const response = await web.request(path);
    expect(response.status).toBe(status);
    expect(response.headers['x-request-id']).toBeTruthy();
    expect(response.text).not.toMatch(/at .*\.(ts|js):\d+|node_modules/);
    if (path.startsWith('/api/')) expect(response.body.requestId).toBe(response.headers['x-request-id']);
    else {
      expect(response.text).toContain('noindex');
      expect(response.text).toContain(String(response.headers['x-request-id']).slice(0, 9));
    }
  });

  it.each([
    ['/gibt-es-nicht', 'Diese Seite konnte nicht gefunden werden'],
    ['/Bremsscheiben/x/8-5-5-5-5', 'Diese Seite konnte nicht gefunden werden'],
    ['/fr-FR/rien', 'Cette page est introuvable'],
    ['/nl-NL/a/b/c/d', 'Deze pagina kon niet worden gevonden'],
    ['/Bremsscheiben/Alle-Fahrzeuge/--99', 'Seite nicht gefunden'],
    ['/Ersatzteile/x/3-nope-', 'Seite nicht gefunden'],
    ['/it-IT/negozio/nessuno', 'Pagina non trovata'],
  ])('%s: a wrong address has other texts than a missing thing', async (path, title) => {
    const { status, text: body } = await web.request(path);
    expect(status).toBe(404);
    expect(/<h1[^>]*>(.*?)<\/h1>/.exec(body)?.[1]).toBe(title);
    expect(body).toContain(`<title>${title} | `);
  });

  it.each([
    ['error', 'Unerwarteter Fehler'],
    ['reset', 'Gerade nicht erreichbar'],
  ] as const)('says that an error of the shop is unexpected and logged (%s)', async (how, title) => {
    web.double.breakOn(/Teilenummernsuche/, how);
    const { text: body } = await web.request('/Teilenummernsuche/Kelvo/K12033');
    expect(body).toContain(`<title>${title} | `);
    expect(body).toContain('Ein unerwarteter Fehler ist aufgetreten. Er wurde protokolliert.');
    expect(body).toContain('href="/"');
  });

  it('loses a section, not the page, when optional data are broken', async () => {
    for (const how of ['error', 'reset', 'garbage'] as const) {
      web.forget();
      web.double.breakOn(/Originalteile|Fahrzeuge\?/, how);
      const response = await web.request('/Teilenummernsuche/Kelvo/K12033');
      expect(response.status).toBe(200);
    }
    expect(web.lines.map((line) => JSON.parse(line).event)).toContain('page_optional_failed');
  });

  it.each([
    ['error', 502],
    ['garbage', 502],
    ['reset', 503],
    ['hang', 503],
  ] as const)('says that critical data are broken (%s)', async (how, status) => {
    web.double.breakOn(/Teilenummernsuche/, how);
    const response = await web.request('/Teilenummernsuche/Kelvo/K12033');
    expect(response.status).toBe(status);
    expect(response.headers['retry-after']).toBe(status === 503 ? '5' : undefined);
    expect(response.text).toContain('noindex');
  });

  it('says when to try again if a page says that it cannot be read', async () => {
    web.double.breakOn(/Warenkorb/, 'reset');
    const cookie = 'partavo=abcdefghijklmnopqrstuvwx';
    const { status, headers, text } = await web.request('/Warenkorb', { headers: { cookie } });
    expect([status, headers['retry-after'], text.includes('<main')]).toEqual([503, '5', true]);
  });

  it('still answers when everything is broken, error page included', async () => {
    web.double.breakOn(/./, 'reset');
    expect((await web.request('/it-IT/carrello')).status).toBe(200);
    expect((await web.request('/it-IT/')).status).toBe(503);
    // Both concern this process alone; cached pages need no marketplace.
    expect((await web.request('/readyz')).status).toBe(200);
    expect((await web.request('/livez')).status).toBe(200);
  });

  /** Returns the answer to a call that fails with an error. */
  const failing = (error: unknown, path = '/api/x', before: (response: express.Response) => void = () => {}) => {
    const app = express();
    const { log, metrics, routes, texts, clock } = web.services;
    app.use(requestLog({ log, metrics, timeoutMs: 1500, tracing: null, clock }), findEditionPath(routes));
    app.get(path, (_request, response) => {
      before(response);
      throw error;
    });
    const sendErrorPage = async () => {
      throw new Error('a call gets its fault without a page');
    };
    app.use(handleErrors(texts, routes, log, sendErrorPage));
    return supertest(app).get(path);
  };

  it.each([
    ['the error', { status: 418 }, 503, 418, 'invalid'],
    ['the error, which says that there is no such thing', { status: 404 }, 200, 404, 'not_found'],
    ['the error of a body', { status: 400, type: 'entity.parse.failed' }, 200, 400, 'body'],
    ['the error, under its other name', { statusCode: 503 }, 404, 503, 'unavailable'],
    ['the error, as far as it is one of HTTP', { status: 700 }, 200, 500, 'internal'],
    ['else the response', {}, 503, 503, 'unavailable'],
    ['else 500', {}, 200, 500, 'internal'],
  ])('takes the status from %s', async (_, own, ofResponse, expected, code) => {
    const error = Object.assign(new Error('does not work'), own);
    const { status, body, headers } = await failing(error, '/api/x', (response) => void response.status(ofResponse));
    expect([status, body.status, body.code]).toEqual([expected, expected, code]);
    expect([headers['cache-control'], headers['retry-after']]).toEqual([
      'private, no-store',
      expected === 503 ? '5' : undefined,
    ]);
    expect(JSON.stringify(body)).not.toContain('does not work');
  });

  it('is explained in the language of the edition, with facts for programs', async () => {
    const facts = { parameter: 'page' };
    const refused = await failing(new ProblemError('invalid', 'inner words', facts), '/api/fr-FR/x');
    expect([refused.headers['content-language'], refused.body.parameter]).toEqual(['fr', 'page']);
    expect(refused.body).toMatchObject({
      type: expect.stringMatching(/^\/developers#error-/),
      code: 'invalid',
      detail: expect.stringContaining('page'),
    });
    const failed = await failing(new ProblemError('upstream', 'inner words', facts), '/api/it-IT/x');
    expect([failed.headers['content-language'], failed.body.parameter]).toEqual(['it', undefined]);
    for (const { text } of [refused, failed]) expect(text).not.toContain('inner words');
  });

  it('ends the connection if half of the answer was sent', async () => {
    const error = new Error('too late');
    const half = failing(error, '/api/x', (response) => void response.writeHead(200).write('half'));
    await expect(half).rejects.toThrow(/aborted|hang up|reset/);
  });

  it('has a fallback for an error page that fails', async () => {
    const broken = () => {
      throw new Error('cannot draw');
    };
    const response = await supertest(createApp(web.services, broken)).get('/es-ES/nada');
    expect(response.status).toBe(404);
    expect(response.text).toContain('Se ha producido un error al mostrar la página de error');
    expect(response.text).toContain('href="/es-ES/"');
    expect(response.text).toContain(String(response.headers['x-request-id']).slice(0, 9));
  });

  it('answers input that is no HTTP request', async () => {
    respondToBrokenRequests(web.server, () => {}, web.services.log);
    const response = await new Promise<string>((resolve) => {
      const socket = connect(web.port, '127.0.0.1', () => socket.end('GET /\u00fc HTTP/1.1\r\nbroken\r\n\r\n'));
      let text = '';
      socket.on('data', (chunk) => {
        text += chunk;
      });
      socket.on('close', () => resolve(text));
    });
    expect(response).toMatch(/^HTTP\/1\.1 400 /);
    const [, id] = /X-Request-Id: (\S+)/.exec(response) ?? [];
    expect(web.lines.some((line) => JSON.parse(line).reqId === id)).toBe(true);
  });

  it('logs no address, search term, cookie or location of a visitor', async () => {
    await web.request('/Volltextsuche?query=CANARY1', {
      headers: { cookie: 'partavo=CANARY2-CANARY2-CANARY2', 'user-agent': 'CANARY3' },
    });
    await web.request('/api/CANARY4?hsn=CANARY5');
    await web.post('/api/Warenkorb/Hinzufuegen/5001', 'quantity=1&note=CANARY6');
    await web.request('/search?query=CANARY7');
    expect(web.lines.join('')).not.toMatch(/CANARY|127\.0\.0\.1/);
    for (const line of web.lines) expect(() => JSON.parse(line)).not.toThrow();
  });
});
