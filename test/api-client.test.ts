import { execFile } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Document, type OpenAPIClient, OpenAPIClientAxios } from 'openapi-client-axios';
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { root } from './support/catalogue.js';
import { sharedShop } from './support/shared-shop.js';

/** A client that uses only `/api/openapi.json`. */
const shop = sharedShop();
let description: Document;
let client: OpenAPIClient;
beforeAll(async () => {
  description = await (await fetch(`${shop.origin}/api/openapi.json`)).json();
  const made = new OpenAPIClientAxios({ definition: description, withServer: { url: shop.origin } });
  client = await made.init();
  client.defaults.validateStatus = () => true;
});

/** Calls the client's method for an operation. */
function ask(id: string, parameters: object, body?: object | null, more: { headers?: Record<string, string> } = {}) {
  const method = client[id];
  if (!method) throw new Error(`the client has no ${id}`);
  return method({ ...parameters }, body, more);
}

interface Call {
  operationId: string;
  parameters: { $ref?: string; name: string; in: string; required?: boolean }[];
  security: Record<string, unknown>[];
  'x-error-codes': string[];
  responses: Record<string, { content: Record<string, { schema: object }> }>;
}
const calls = (): { method: string; path: string; call: Call }[] =>
  Object.entries(description.paths ?? {}).flatMap(([path, methods]) =>
    Object.entries(methods ?? {}).map(([method, call]) => ({ method, path, call: call as unknown as Call })),
  );
/** Returns the schema of an answer with all its references resolved. */
function schemaOf(id: string): z.ZodType {
  const found = calls().find(({ call }) => call.operationId === id)?.call;
  const [content] = Object.values(found?.responses[200]?.content ?? {});
  const whole = { ...content?.schema, $defs: description.components?.schemas };
  return z.fromJSONSchema(JSON.parse(JSON.stringify(whole).replaceAll('#/components/schemas/', '#/$defs/')));
}
/** Computes the check headers as the description says (D28). */
async function checks(method: string, path: string): Promise<Record<string, string>> {
  const { data } = await ask('session', {});
  const c = createHash('sha256').update(`${data.csr}${data.ts}${method}${path}`).digest('hex');
  return { 'x-csr': data.csr, 'x-ts': String(data.ts), 'x-c': c };
}

test('redocly finds nothing to say with its recommended rules, warnings counted as errors', async () => {
  const file = join(shop.dataDir, 'openapi.json');
  writeFileSync(file, JSON.stringify(description));
  const cli = join(root, 'node_modules/@redocly/cli/bin/cli.js');
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  const linting = promisify(execFile)(process.execPath, [cli, 'lint', file, '--extends', 'recommended-strict'], {
    env,
    cwd: shop.dataDir,
  });
  await expect(
    linting.then(
      () => 'clean',
      ({ stdout, stderr }) => `${stdout}${stderr}`,
    ),
  ).resolves.toBe('clean');
});

test('a client made from it chooses a vehicle, finds a part, and puts the best offer into the cart once', async () => {
  const audience = { locale: 'fr-FR', country: 'FR' };
  const path = '/api/vehicle/manufacturers';
  const makes = await ask('manufacturers', { ...audience, limit: 10 }, null, { headers: await checks('GET', path) });
  expect(makes.status).toBe(200);
  const listed = await firstListing(makes.data, audience);
  const part = listed.list.spareParts.find(({ offerId }: { offerId: string | null }) => offerId);
  const { data: offers } = await ask('offers', { ...audience, sparePartId: part.id, modelId: listed.modelId });
  expect(offers.fit.state).toMatch(/^(fits|conditional)$/);
  const headers = { 'Idempotency-Key': randomUUID() };
  const add = { ...audience, id: offers.offers[0].offerId, modelId: listed.modelId };
  const added = await ask('cartAdd', add, { quantity: 2 }, { headers });
  expect([added.status, added.data.cartData.countArticles]).toEqual([200, 2]);
  const cookie = String(added.headers['set-cookie']).split(';')[0] ?? '';
  const again = await ask('cartAdd', add, { quantity: 2 }, { headers: { ...headers, cookie } });
  expect(again.data.cartData.countArticles).toBe(2);
  const { data: read } = await ask('cart', audience, null, { headers: { cookie } });
  expect(read.cartData.cartArticles).toMatchObject([{ offerId: add.id, quantity: 2, model: { id: listed.modelId } }]);
  expect(read.cartData.priceTotal).toBe(again.data.cartData.priceTotal);
  const other = await ask('cartAdd', add, { quantity: 3 }, { headers: { ...headers, cookie } });
  expect([other.status, other.data.code]).toEqual([422, 'idempotency_key_reused']);
});

/** Returns a model of these makes with brake discs on sale. */
async function firstListing(makes: { id: string }[], audience: object) {
  for (const { id } of makes) {
    const { data: series } = await ask('manufacturerSeries', { ...audience, id, limit: 3 });
    for (const { id: seriesId } of series) {
      const { data: models } = await ask('seriesModels', { ...audience, id: seriesId, limit: 3 });
      for (const { id: modelId } of models) {
        const words = { first: 'x', second: 'y', tail: `3-${modelId}-1523` };
        const { status, data: list } = await ask('listing', { ...audience, ...words });
        if (status === 200 && list.spareParts.some(({ offerId }: { offerId: string | null }) => offerId))
          return { modelId, list };
      }
    }
  }
  throw new Error('no model has brake discs');
}

test('the type of an error leads to the page that explains it', async () => {
  const { status, data } = await ask('offers', { sparePartId: '999999999999' });
  expect([status, data.type]).toEqual([404, '/developers#error-not_found']);
  for (const prefix of ['', '/fr-FR']) {
    const page = await (await fetch(`${shop.origin}${prefix}/developers`)).text();
    const codes = z
      .array(z.string())
      .parse(
        Object.values(description.components?.responses ?? {}).flatMap((each) =>
          /Codes: (.*)/.exec('description' in each ? each.description : '')?.[1]?.split(', '),
        ),
      );
    for (const code of codes) expect(page).toContain(`id="error-${code}"`);
    for (const { path, method, call } of calls()) {
      expect(page).toContain(`id="call-${call.operationId}"`);
      expect(page).toMatch(new RegExp(`${method.toUpperCase()}</b>[^/]*${path.replace(/[{}.]/g, '\\$&')}<`));
    }
  }
});

describe('every described call exists', () => {
  const own: Record<string, Record<string, string>> = {
    hsntsn: { keys: '0603BGU' },
    license: { plate: 'AA-123-ZZ', locale: 'fr-FR' },
  };
  /** Tested elsewhere: they need a type number, a photograph, a login or a checkout. */
  const elsewhere = new Set(['kbaModel', 'photograph', 'userVehicles', 'signedCart']);
  /** Returns parameters with results in every catalogue. */
  async function values(): Promise<Record<string, Record<string, string>>> {
    const { data: list } = await ask('listing', { first: 'x', second: 'y', tail: '--1523' });
    const [part] = list.spareParts;
    const { data: vehicles } = await ask('fittingVehicles', { id: part.id });
    const [{ manufacturer, series, models }] = vehicles;
    const [id, modelId] = [part.id, models[0].id];
    return {
      ...own,
      manufacturer: { id: manufacturer.id },
      manufacturerSeries: { id: manufacturer.id },
      seriesModels: { id: series.id },
      seriesPage: { id: series.seriesPageId },
      model: { modelId },
      listing: { first: 'x', second: 'y', tail: `3-${modelId}-1523`, f: '!' },
      article: { brand: part.manufacturer.seoName, number: part.normNumber, modelId },
      navigation: { type: '3', id: modelId },
      fittingVehicles: { id },
      oeNumbers: { id },
      priceHistory: { id },
      fits: { modelId, ids: id },
      comparison: { ids: id },
      recommendation: { id, modelId },
      picture: { name: 'disc', a: 'diameter:288' },
      offers: { sparePartId: id, modelId },
      cartShipping: { sparePartId: id },
      searchProducts: { query: 'bremse' },
      fullText: { term: 'bremsscheibe' },
      suggestions: { query: 'golf brem' },
    };
  }

  test('each read answers as its schema says', async () => {
    const known = await values();
    for (const { call, path } of calls().filter(({ method }) => method === 'get')) {
      const id = call.operationId;
      if (elsewhere.has(id)) continue;
      const sent = known[id] ?? {};
      const isChecked = call.security.some((each) => 'checkSum' in each);
      const headers = isChecked ? await checks('GET', path) : {};
      const { status, data } = await ask(id, sent, null, { headers });
      expect([id, status]).toEqual([id, 200]);
      const { error } = schemaOf(id).safeParse(data);
      expect([id, error?.issues ?? []]).toEqual([id, []]);
    }
  });

  const everyCall = ['invalid', 'too_many', 'internal', 'upstream', 'unavailable'];
  test('each write is a call of the shop, and refuses what it cannot do by its code', async () => {
    for (const { call } of calls().filter(({ method }) => method === 'post')) {
      const sent = { id: '999999999999', offer: '999999999999', modelId: 'x' };
      const { status, data } = await ask(call.operationId, sent, {});
      expect([call.operationId, Object.keys(call.responses)]).toEqual([
        call.operationId,
        expect.arrayContaining([String(status)]),
      ]);
      expect([call.operationId, [...everyCall, ...call['x-error-codes']]]).toEqual([
        call.operationId,
        expect.arrayContaining([data.code]),
      ]);
    }
  });

  test('what the shop answers is described, but for what only its own pages send', () => {
    const pagesOwn = ['/api/openapi.json', '/api/experiments', '/api/vitals', '/api/browser-errors'];
    const source = readFileSync(join(root, 'server/web/app.ts'), 'utf8');
    const routes = [...source.matchAll(/calls\.(get|post)\(\s*'([^']+)'/g)].map(([, , path]) => `/api${path}`);
    const described = new Set(Object.keys(description.paths ?? {}).map((path) => path.replace(/\{\w+\}/g, '*')));
    expect(routes.length).toBeGreaterThan(20);
    expect(routes.filter((path) => !pagesOwn.includes(path) && !described.has(path.replace(/:\w+/g, '*')))).toEqual([]);
  });
});
