import { expect, test } from 'vitest';
import { z } from 'zod';
import { problemStatus } from '../../contract/problem.js';
import { type DescribedCall, describeApi } from './describe-api.js';
import { documentedMatters, documentedShared } from './documented-calls.js';
import { Components } from './named-schemas.js';
import { parametersOf } from './parameters.js';
import { publicCalls } from './public-calls.js';
import { sampleOf } from './samples.js';

type Json = Record<string, unknown>;
const api = describeApi({ shopName: 'Nord', typeOf: (code) => `/e#${code}`, titleOf: (code) => `The ${code}` });
const components = api.components as Record<string, Record<string, Json>>;
const all = Object.entries(api.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, call]) => ({ method, path, call })),
);
const callOf = (id: string): DescribedCall & { method: string; path: string } => {
  const found = all.find(({ call }) => call.operationId === id);
  if (!found) throw new Error(`no call ${id}`);
  return { ...found.call, method: found.method, path: found.path };
};
const codesOf = (name: string): string => String(components.responses?.[name]?.description);

test('the description names the shop, its origin, and each call once', () => {
  expect(api).toMatchObject({
    openapi: '3.1.0',
    info: { title: 'API of Nord', version: '1' },
    servers: [{ url: '/', description: 'This shop' }],
  });
  expect(all.map(({ call }) => call.operationId).sort()).toEqual(publicCalls.map(({ id }) => id).sort());
  expect(callOf('cartAdd')).toMatchObject({ method: 'post', path: '/api/Warenkorb/Hinzufuegen/{id}', tags: ['Cart'] });
  expect(callOf('manufacturers').method).toBe('get');
});

const checks = { checkSecret: [], checkTime: [], checkSum: [] };
test.each([
  ['manufacturer', []],
  ['manufacturers', [checks]],
  ['cart', [{ session: [] }, {}]],
  ['userVehicleSave', [{ session: [] }]],
])('%s needs %j', (id, security) => {
  const found = publicCalls.find((call) => call.id === id);
  const withChecks = found?.isChecked && security.some((each) => 'session' in each);
  const expected = withChecks ? security.map((each) => ({ ...each, ...checks })) : security;
  expect(callOf(id).security).toEqual(expected);
});

test('each call refers to a response for every status of its codes, in order', () => {
  const common = ['invalid', 'too_many', 'internal', 'upstream', 'unavailable'] as const;
  for (const { call } of all) {
    const codes = [...common, ...call['x-error-codes']];
    const statuses = [...new Set(codes.map((code) => problemStatus[code]))].sort((a, b) => a - b);
    expect([call.operationId, Object.keys(call.responses)]).toEqual([
      call.operationId,
      ['200', ...statuses.map(String)],
    ]);
    for (const status of statuses) {
      const { $ref } = call.responses[status] as { $ref: string };
      const name = $ref.replace('#/components/responses/', '');
      for (const code of codes.filter((each) => problemStatus[each] === status))
        expect([name, codesOf(name).split(/[ ,:]+/)]).toEqual([name, expect.arrayContaining([code])]);
    }
  }
  expect(Object.keys(components.responses ?? {}).sort()).toEqual([
    'Conflict',
    'Internal',
    'Invalid',
    'KeyReused',
    'LoginNeeded',
    'NotFound',
    'Refused',
    'TooMany',
    'Unavailable',
    'Upstream',
  ]);
  expect(callOf('manufacturer').responses[404]).toEqual({ $ref: '#/components/responses/NotFound' });
});

test('an error response has an example of each code, and a time to wait where there is one', () => {
  const { content, headers } = components.responses?.TooMany ?? {};
  expect(content).toEqual({
    'application/problem+json': {
      schema: { $ref: '#/components/schemas/Problem' },
      examples: {
        too_many: { value: { type: '/e#too_many', title: 'The too_many', status: 429, code: 'too_many' } },
      },
    },
  });
  expect(headers).toEqual({ 'Retry-After': { $ref: '#/components/headers/RetryAfter' } });
  const waits = Object.entries(components.responses ?? {}).filter(([, response]) => response.headers !== undefined);
  expect(waits.map(([name]) => name).sort()).toEqual(['TooMany', 'Unavailable']);
  expect(codesOf('Invalid')).toMatch(/^Codes: .*\binvalid\b/);
});

test('a response has the request’s id, and an example unless it is no JSON', () => {
  const ok = callOf('manufacturer').responses[200] as { headers: Json; description: string; content: Json };
  expect(ok.headers).toEqual({ 'x-request-id': { $ref: '#/components/headers/RequestId' } });
  expect(ok.description).toBe('One make');
  expect(ok.content['application/json']).toMatchObject({
    schema: { $ref: '#/components/schemas/Manufacturer' },
    example: {},
  });
  const texts = publicCalls.filter(({ media }) => media !== 'application/json');
  expect(texts.length).toBeGreaterThan(0);
  for (const { id, media } of texts) {
    const { content } = callOf(id).responses[200] as { content: Json };
    expect([id, content]).toEqual([id, { [media]: { schema: expect.anything() } }]);
  }
  expect(callOf('manufacturer')).not.toHaveProperty('description');
  expect(callOf('manufacturer')).not.toHaveProperty('requestBody');
  expect(callOf('userVehicleSave').requestBody).toMatchObject({
    required: true,
    content: { 'application/json': { example: {} } },
  });
});

test.each([
  ['cartShipping', ['sparePartId', 'quantity']],
  ['manufacturers', ['limit', 'exclude']],
])('%s names its own parameters', (id, names) => {
  const own = callOf(id).parameters.flatMap((each) => ('name' in each ? [each.name] : []));
  expect(own).toEqual(expect.arrayContaining(names));
});

test('a list may name parameters that it has ignored, such as unreadable filters', () => {
  const found = Object.values(components.schemas ?? {}).filter(({ properties }) => 'ignored' in Object(properties));
  expect(found).toEqual([expect.objectContaining({ required: expect.not.arrayContaining(['ignored']) })]);
});

test('edition and country are shared parameters of the calls that read them', () => {
  const shared = ['Locale', 'LocaleHeader', 'Country'].map((name) => ({ $ref: `#/components/parameters/${name}` }));
  const takes = (id: string): boolean =>
    callOf(id).parameters.some((each) => '$ref' in each && each.$ref === shared[0]?.$ref);
  for (const id of ['cart', 'rating', 'signedCart', 'userVehicleDelete']) expect([id, takes(id)]).toEqual([id, true]);
  expect(callOf('rating').parameters).toEqual(shared);
  for (const { call } of all)
    for (const each of call.parameters) if ('name' in each) expect(['locale', 'country']).not.toContain(each.name);
  expect(documentedShared.map(({ name, where }) => `${name} ${where}`)).toEqual([
    'locale query',
    'x-locale header',
    'country query',
    'Idempotency-Key header',
  ]);
  expect([documentedShared[0]?.type, documentedShared[0]?.isRequired]).toEqual([
    expect.stringContaining('de-DE, '),
    false,
  ]);
  expect(documentedShared[2]?.type).toMatch(/^\w\w, \w\w, \w\w …$/);
});

test('a parameter is required in a path, or without a default', () => {
  const call = {
    ...publicCalls[0],
    id: 'cartAdd',
    hasAudience: false,
    session: undefined,
    params: z.object({ id: z.string() }),
    query: z.object({
      query: z.string().meta({ examples: ['first', 'second'] }),
      page: z.number().default(1),
      categoryId: z.string().optional(),
    }),
  } as never;
  const named = parametersOf(call, new Components()) as {
    name: string;
    in: string;
    required: boolean;
    schema: Json;
    example: unknown;
  }[];
  expect(named.map(({ name, in: where, required }) => [name, where, required])).toEqual([
    ['id', 'path', true],
    ['query', 'query', true],
    ['page', 'query', false],
    ['categoryId', 'query', false],
  ]);
  expect(named[1]?.schema).not.toHaveProperty('examples');
  const unknown = { id: 'x', params: undefined, query: z.object({ strange: z.string() }), hasAudience: false } as never;
  expect(() => parametersOf(unknown, new Components())).toThrow('x: nothing describes the parameter strange');
});

test('the developers’ page shows each call below its matter', () => {
  const matters = documentedMatters(api);
  expect(matters.map(({ name }) => name)).toEqual(api.tags.map(({ name }) => name));
  expect(matters.flatMap(({ calls }) => calls)).toHaveLength(all.length);
  const [cart] = matters.filter(({ name }) => name === 'Cart');
  const add = cart?.calls.find(({ id }) => id === 'cartAdd');
  expect(add).toMatchObject({ method: 'POST', path: '/api/Warenkorb/Hinzufuegen/{id}' });
  // Shared parameters are shown once for all.
  expect(add?.parameters.map(({ name }) => name)).not.toContain('Idempotency-Key');
  expect(add?.parameters[0]).toMatchObject({
    name: 'id',
    where: 'path',
    isRequired: true,
    example: expect.any(String),
  });
  expect(JSON.parse(add?.answer ?? '')).toHaveProperty('cartData');
  const calls = matters.flatMap((matter) => matter.calls);
  const checked = calls.filter(({ isChecked }) => isChecked).map(({ id }) => id);
  expect(checked.sort()).toEqual(
    publicCalls
      .filter(({ isChecked }) => isChecked)
      .map(({ id }) => id)
      .sort(),
  );
  expect(calls.find(({ id }) => id === 'manufacturer')).toMatchObject({
    description: null,
    body: null,
    errors: ['not_found'],
  });
  expect(calls.find(({ id }) => id === 'photograph')?.answer).toBeNull();
});

test.each<[Json, unknown]>([
  [{ const: 'list' }, 'list'],
  [{ type: 'string', examples: ['own', 'other'] }, 'own'],
  [{ anyOf: [{ type: 'integer', minimum: 7 }, { type: 'null' }] }, 7],
  [{ oneOf: [{ type: 'boolean' }] }, false],
  [{ type: 'array', prefixItems: [{ type: 'integer' }, { type: 'boolean' }] }, [1, false]],
  [
    { type: 'object', properties: { a: { type: 'integer', minimum: 3 }, b: { enum: ['x'] } } },
    { a: 3, b: 'x' },
  ],
  [{ type: 'object' }, {}],
  [{ $ref: '#/components/schemas/Node' }, { id: 'id', nodes: [] }],
])('the sample of %j is %j', (schema, sample) => {
  const Node = {
    type: 'object',
    properties: { id: { const: 'id' }, nodes: { type: 'array', items: { $ref: '#/components/schemas/Node' } } },
  };
  expect(sampleOf(schema, { Node }, 'unnamed')).toEqual(sample);
});

test('a sample by name is used where the schema allows its type', () => {
  expect(sampleOf({ type: 'string' }, {}, 'locale')).toEqual(expect.any(String));
  for (const { call } of all) {
    const { content } = call.responses[200] as { content: Record<string, { example?: unknown }> };
    expect([call.operationId, JSON.stringify(content)]).toEqual([
      call.operationId,
      expect.not.stringContaining('"undefined"'),
    ]);
  }
});
