import { once } from 'node:events';
import { createServer, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import express, { type ErrorRequestHandler } from 'express';
import supertest from 'supertest';
import { describe, expect, it } from 'vitest';
import { fc } from '../../../test/support/properties.js';
import { ownPath, readBeacon, readBody, readPageForm, readPlan } from './forms.js';

const hosts = ['evil.example', 'evil.example:80', 'user@evil.example', '[::1]', '0x7f000001'];
const starts = [
  '//',
  '///',
  '/\\',
  '\\\\',
  '\\/',
  'http://',
  'https://',
  'HTTPS:',
  'https:',
  'http:///',
  'javascript://',
  'data:text/html,',
  ' //',
  '\t//',
  '/\t/',
  '/\n/',
  '/\r\n/',
  '/\u0000/',
  '/ /../..//',
  '/./\\',
  '/.//',
  '/..//',
  '/x/..//',
  '/%2e%2e//',
  '/x/../..//',
  '//\\',
  'ftp://',
  'blob:',
  'vbscript:',
  './/',
  '..//',
  '',
  '?',
  '#',
  '@',
  ':',
  ';//',
  ',//',
  '\u2028//',
  '\uFEFF//',
];
const ends = ['', '/', '/Warenkorb'];

describe('a path to return to', () => {
  const vectors = starts.flatMap((start) => hosts.flatMap((host) => ends.map((end) => start + host + end)));

  it(`never leaves the site (${vectors.length} addresses)`, () => {
    expect(vectors.length).toBeGreaterThanOrEqual(500);
    for (const vector of vectors) {
      const path = ownPath(vector);
      if (path === null) continue;
      expect(path).not.toMatch(/^\/[/\\]/);
      expect(new URL(path, 'https://shop.example').origin).toBe('https://shop.example');
    }
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('/', '\\', '.', ':', '@', 'a', '%2f', '\t', '\n', ' ', '?', '#') }),
        (text) => {
          const path = ownPath(text);
          if (path !== null) expect(new URL(path, 'https://shop.example').origin).toBe('https://shop.example');
        },
      ),
    );
  });

  it('keeps path and query', () => {
    expect(ownPath('/fr-FR/panier?page=2')).toBe('/fr-FR/panier?page=2');
    expect(ownPath(['/a', '/b'])).toBeNull();
    expect(ownPath(undefined)).toBeNull();
  });

  it("has at most the length of the shop's paths", () => {
    expect(ownPath(`/${'x'.repeat(2047)}`)).toHaveLength(2048);
    expect(ownPath(`/${'x'.repeat(2048)}`)).toBeNull();
  });
});

describe('a body', () => {
  const urlencoded = 'application/x-www-form-urlencoded';
  const fields = (count: number): string => Array.from({ length: count }, (_, index) => `f${index}=1`).join('&');
  const text = (bytes: number): string => `a=${'x'.repeat(bytes - 2)}`;

  /** A server that reads bodies and answers with their status, 200 for a readable one. */
  function reading(reader: express.RequestHandler[]): express.Express {
    const app = express();
    const sendStatus: ErrorRequestHandler = (error, _request, response, _next) => {
      response.status(error.status).end();
    };
    const endResponse: express.RequestHandler = (_request, response) => void response.end();
    app.use(reader, endResponse, sendStatus);
    return app;
  }
  const statusOf = async (reader: express.RequestHandler[], type: string, body: string): Promise<number> =>
    (await supertest(reading(reader)).post('/').set('content-type', type).send(body)).status;

  it.each([
    ['of the cart', readBody, 8 * 1024, 100],
    ['of a filter', readPageForm, 32 * 1024, 1000],
    ['of a plan', readPlan, 32 * 1024, 300],
  ])('%s is read up to the length that it needs', async (_name, reader, bytes, count) => {
    expect(await statusOf(reader, urlencoded, text(bytes))).toBe(200);
    expect(await statusOf(reader, urlencoded, text(bytes + 1))).toBe(413);
    expect(await statusOf(reader, urlencoded, fields(count))).toBe(200);
    expect(await statusOf(reader, urlencoded, fields(count + 1))).toBe(413);
  });

  it('of a closing page is JSON, also if the browser calls it text, and short', async () => {
    const json = (bytes: number): string => `{"a":"${'x'.repeat(bytes - 8)}"}`;
    for (const type of ['application/json', 'text/plain']) {
      expect([type, await statusOf(readBeacon, type, json(1024))]).toEqual([type, 200]);
      expect([type, await statusOf(readBeacon, type, json(1025))]).toEqual([type, 413]);
    }
    expect(await statusOf(readBeacon, urlencoded, 'a=1')).toBe(415);
    // Browsers send it plain. An inflated body could need any amount of memory.
    const packed = supertest(reading(readBeacon)).post('/').set('content-type', 'text/plain');
    expect((await packed.set('content-encoding', 'gzip').send(gzipSync('{"a":1}'))).status).toBe(415);
  });

  it('of an unknown type is refused, however its length is given', async () => {
    expect(await statusOf(readBody, 'text/xml', '<x/>')).toBe(415);
    const server = createServer(reading(readBody)).listen(0, '127.0.0.1');
    await once(server, 'listening');
    // Without a length Node sends a body in chunks.
    const sent = httpRequest({ port: (server.address() as AddressInfo).port, method: 'POST' });
    sent.setHeader('content-type', 'text/xml');
    sent.write('<x/>');
    sent.end();
    const [answer] = await once(sent, 'response');
    expect(answer.statusCode).toBe(415);
    answer.destroy();
    server.close();
  });
});
