import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readTraceParent } from '../server/web/tracing/trace.js';
import { type MarketplaceStub, startMarketplaceStub } from './doubles/marketplace-stub.js';
import { logged, type Shop, startShop } from './support/shop.js';
import { until } from './support/until.js';

/** A span in OTLP's JSON. */
interface SentSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  status: { code: number };
  attributes: { key: string; value: Record<string, unknown> }[];
}
/** An OTLP collector over HTTP that stores or refuses spans. */
interface Collector {
  spans: SentSpan[];
  /** The sent text, unchanged. */
  text: string;
  headers: IncomingHttpHeaders;
  path: string;
  services: unknown[];
  server: Server;
  address: string;
}

async function startCollector(): Promise<Collector> {
  const server = createServer(async (message, response) => {
    const body = Buffer.concat(await message.toArray()).toString();
    collector.text += body;
    collector.headers = message.headers;
    collector.path = message.url ?? '';
    for (const { resource, scopeSpans } of JSON.parse(body).resourceSpans) {
      collector.services.push(...resource.attributes);
      for (const { spans } of scopeSpans) collector.spans.push(...spans);
    }
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const collector: Collector = { spans: [], text: '', headers: {}, path: '', services: [], server, address };
  return collector;
}

const folder = mkdtempSync(join(tmpdir(), 'modules-'));
const preload = join(folder, 'list.cjs');
/** At its end the shop writes which packages it has loaded. */
writeFileSync(
  preload,
  `if (require('node:worker_threads').isMainThread) process.on('exit', () =>
     require('node:fs').writeFileSync(process.env.MODULES, Object.keys(require.cache).join('\\n')));`,
);
const startListing = (modules: string, env: Record<string, string>): Promise<Shop> =>
  startShop({ NODE_OPTIONS: `--require=${preload}`, MODULES: modules, ...env });

let collector: Collector;
let marketplace: MarketplaceStub;
let shop: Shop;
beforeAll(async () => {
  [collector, marketplace] = await Promise.all([startCollector(), startMarketplaceStub()]);
  shop = await startListing(join(folder, 'with'), {
    MARKETPLACE_URL: marketplace.url,
    OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.address}/`,
    OTEL_EXPORTER_OTLP_HEADERS: 'x-key=a%20key',
    OTEL_SERVICE_NAME: 'parts-shop',
  });
});
afterAll(async () => {
  await Promise.all([marketplace.stop(), collector.server.close()]);
  collector.server.closeAllConnections();
  rmSync(folder, { recursive: true });
});

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const spanId = '00f067aa0ba902b7';
const attributesOf = ({ attributes }: SentSpan): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

test('a request is a span of its sender’s trace, with its calls and its drawing; nothing of the visitor is in it', async () => {
  const secrets = ['CANARYQUERY', 'CANARYCOOKIE', 'CANARYSTATE', 'CANARYAGENT', 'BCANARY1'];
  const response = await fetch(`${shop.origin}/Teilenummernsuche/Kelvo/K12033?query=CANARYQUERY&plate=BCANARY1`, {
    headers: {
      traceparent: `00-${traceId}-${spanId}-01`,
      tracestate: 'a=CANARYSTATE',
      cookie: 'partavo=CANARYCOOKIE',
      'user-agent': 'CANARYAGENT',
    },
  });
  await response.text();
  const id = response.headers.get('x-request-id');
  await logged(shop, ({ reqId, event }) => reqId === id && event === 'request');
  const line = shop.log.find(({ reqId, event }) => reqId === id && event === 'request');
  expect(line?.traceId).toBe(traceId);
  await until('the collector has the request', () => collector.spans.some(({ kind }) => kind === 2));
  const own = collector.spans.filter((span) => span.traceId === traceId);
  const [request] = own.filter(({ kind }) => kind === 2) as [SentSpan];
  expect([request.parentSpanId, request.name]).toEqual([spanId, `GET ${line?.route}`]);
  expect(attributesOf(request)).toMatchObject({
    'partavo.request_id': id,
    'http.route': line?.route,
    'http.request.method': 'GET',
    'http.response.status_code': response.status,
  });
  const calls = own.filter(({ kind }) => kind === 3);
  expect(calls.length).toBeGreaterThan(0);
  expect(own.filter(({ name }) => name === 'render')).toHaveLength(1);
  for (const span of own) if (span !== request) expect(span.parentSpanId).toBe(request.spanId);
  // Each call to the marketplace passes the id of its span, so that spans of the marketplace can become its children.
  const sent = marketplace.calls.flatMap(({ traceParent }) => traceParent ?? []);
  expect(sent.toSorted()).toEqual(calls.map((span) => `00-${traceId}-${span.spanId}-01`).toSorted());
  for (const secret of secrets) expect(collector.text).not.toContain(secret);
  expect([collector.path, collector.headers['x-key']]).toEqual(['/v1/traces', 'a key']);
  expect(collector.services).toContainEqual({ key: 'service.name', value: { stringValue: 'parts-shop' } });
});

test('spans name a failed call and the error of a visitor by their codes', async () => {
  marketplace.breakOn(/./, 'error');
  const response = await fetch(`${shop.origin}/fr-FR/Recherche?query=a`);
  await response.text();
  marketplace.breakOn(null);
  const id = response.headers.get('x-request-id');
  const find = (): SentSpan | undefined =>
    collector.spans.find((span) => attributesOf(span)['partavo.request_id'] === id);
  await until('the collector has the request', () => find() !== undefined);
  const request = find() as SentSpan;
  expect(response.status).toBeGreaterThanOrEqual(500);
  expect([request.parentSpanId, request.status.code]).toEqual([undefined, 2]);
  expect(attributesOf(request)['error.type']).toBe('upstream');
  const call = collector.spans.find((span) => span.parentSpanId === request.spanId && span.kind === 3) as SentSpan;
  expect([call.status.code, attributesOf(call)['error.type']]).toEqual([2, 'upstream']);
});

test('a sender may ask to be left out; what it sends is then not traced, and its line still names its trace', async () => {
  const other = 'a'.repeat(32);
  const response = await fetch(`${shop.origin}/`, { headers: { traceparent: `00-${other}-${spanId}-00` } });
  await response.text();
  await logged(shop, (line) => line.event === 'request' && line.traceId === other);
  // The last batch is sent during the stop.
  const ended = shop.process;
  await shop.stop();
  expect(ended.exitCode).toBe(0);
  expect(collector.spans.filter((span) => span.traceId === other)).toEqual([]);
});

test('a shop without a collector has read nothing of OpenTelemetry, and one with a collector has', async () => {
  const plain = await startListing(join(folder, 'without'), { MARKETPLACE_URL: marketplace.url });
  const response = await fetch(`${plain.origin}/`, { headers: { traceparent: `00-${traceId}-${spanId}-01` } });
  await response.text();
  await plain.stop();
  const read = (name: string): string[] =>
    readFileSync(join(folder, name), 'utf8')
      .split('\n')
      .filter((path) => path.includes('opentelemetry'));
  expect(read('without')).toEqual([]);
  expect(read('with').length).toBeGreaterThan(50);
  expect(plain.log.some((line) => 'traceId' in line)).toBe(false);
});

test.each([
  ['one of ours', `00-${traceId}-${spanId}-01`, true],
  ['not sampled', `00-${traceId}-${spanId}-00`, true],
  ['a later version with more', `01-${traceId}-${spanId}-01-more`, true],
  ['none', undefined, false],
  ['more in the first version', `00-${traceId}-${spanId}-01-more`, false],
  ['a version that there cannot be', `ff-${traceId}-${spanId}-01`, false],
  ['capital letters', `00-${traceId.toUpperCase()}-${spanId}-01`, false],
  ['a trace of zeros', `00-${'0'.repeat(32)}-${spanId}-01`, false],
  ['a span of zeros', `00-${traceId}-${'0'.repeat(16)}-01`, false],
  ['too short', `00-${traceId.slice(1)}-${spanId}-01`, false],
])('traceparent: %s', (_name, header, isRead) => {
  const parent = readTraceParent(header);
  if (!isRead) return expect(parent).toBeNull();
  expect(parent).toEqual({ traceId, spanId, isSampled: header?.includes('-01') });
});
