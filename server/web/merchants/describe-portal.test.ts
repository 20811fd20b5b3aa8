import { expect, test } from 'vitest';
import { problemStatus } from '../../contract/problem.js';
import { describePortal, merchantErrors } from './describe-portal.js';

test('each described body is required', () => {
  const { paths } = describePortal({ shopName: 'Partavo', typeOf: (code) => `#${code}`, titleOf: (code) => code });
  const bodies = Object.values(paths as Record<string, Record<string, { requestBody?: { required: boolean } }>>)
    .flatMap((methods) => Object.values(methods))
    .flatMap(({ requestBody }) => requestBody ?? []);
  expect(bodies.length).toBeGreaterThan(2);
  expect(bodies.map(({ required }) => required)).toEqual(bodies.map(() => true));
});

interface Call {
  readonly operationId: string;
  readonly tags: string[];
  readonly summary: string;
  readonly parameters: { $ref: string }[];
  readonly requestBody?: { content: Record<string, { schema: object; example?: unknown }> };
  readonly responses: Record<string, Record<string, unknown>>;
}
const portal = describePortal({ shopName: 'Nord', typeOf: (code) => `/e#${code}`, titleOf: (code) => `The ${code}` });
const { parameters, responses, securitySchemes, schemas } = portal.components as Record<string, Record<string, object>>;
const paths = portal.paths as Record<string, Record<string, Call>>;
const call = (id: string): Call => {
  const found = Object.values(paths)
    .flatMap((methods) => Object.values(methods))
    .find(({ operationId }) => operationId === id);
  if (!found) throw new Error(`no call ${id}`);
  return found;
};

test('the description names the shop, and every call needs the token', () => {
  expect(portal).toMatchObject({
    openapi: '3.1.0',
    info: { title: "Merchants' calls of Nord", version: '1' },
    security: [{ token: [] }],
    servers: [{ url: '/api/v1' }],
  });
  expect(securitySchemes?.token).toMatchObject({ type: 'http', scheme: 'bearer' });
});

test('refusals name the codes of a missing token, and of one that may not write', () => {
  expect(responses?.Refused).toMatchObject({ description: expect.stringMatching(/\btoken, scope\b/) });
});

test('each path has all its methods, with tag and parameters', () => {
  expect(Object.entries(paths).map(([path, methods]) => `${path} ${Object.keys(methods)}`)).toEqual([
    '/shop get',
    '/offers get,post',
    '/offers/{key} get,put,patch,delete',
    '/feeds get,post',
    '/feeds/{id} get',
  ]);
  expect([call('putOffer').tags, call('sendFeed').tags]).toEqual([['Offers'], ['Feeds']]);
  const named = call('sendFeed').parameters.map(({ $ref }) => $ref.replace('#/components/parameters/', ''));
  expect(named).toEqual(expect.arrayContaining(['Mode', 'DryRun', 'IdempotencyKey']));
  for (const methods of Object.values(paths))
    for (const { parameters: own } of Object.values(methods))
      for (const { $ref } of own) expect(Object.keys(parameters ?? {})).toContain($ref.split('/').at(-1));
  expect(parameters?.Mode).toMatchObject({
    name: 'mode',
    in: 'query',
    schema: { default: 'full', enum: ['full', 'update', 'partial'] },
  });
});

test('changes may be answered later, and files always are', () => {
  const statuses = (id: string): string[] => Object.keys(call(id).responses);
  expect(statuses('putOffer')).toEqual(['200', '202', '4XX', '5XX']);
  expect(statuses('sendFeed')).toEqual(['202', '4XX', '5XX']);
  expect(statuses('readFeed')).toEqual(['200', '4XX', '5XX']);
  const { 200: done, 202: later, '4XX': refused, '5XX': fault } = call('putOffer').responses;
  expect(done).toMatchObject({
    description: call('putOffer').summary,
    content: { 'application/json': { example: {} } },
  });
  expect(later).toMatchObject({
    headers: { Location: { schema: { type: 'string' } } },
    content: { 'application/json': { schema: { $ref: '#/components/schemas/MerchantReport' } } },
  });
  expect([refused?.$ref, fault?.$ref]).toEqual(['#/components/responses/Refused', '#/components/responses/Fault']);
});

test('errors are listed by who can mend them, each with an example', () => {
  const codesOf = (name: string): string[] =>
    String((responses as Record<string, { description: string }>)[name]?.description)
      .replace('Codes: ', '')
      .split(', ');
  expect(codesOf('Refused')).toEqual(merchantErrors.filter((code) => problemStatus[code] < 500));
  expect(codesOf('Fault')).toEqual(['internal', 'busy', 'unavailable']);
  expect(responses?.Refused).toMatchObject({
    headers: { 'Retry-After': { schema: { type: 'integer' } } },
    content: {
      'application/problem+json': {
        schema: { $ref: '#/components/schemas/Problem' },
        examples: { token: { value: { type: '/e#token', title: 'The token', status: 401, code: 'token' } } },
      },
    },
  });
  expect(Object.keys(schemas ?? {})).toContain('Problem');
});

test('a file is sent as it is or in a form, an offer as JSON, and a removal without a body', () => {
  const { content = {} } = call('sendFeed').requestBody ?? {};
  const file = { type: 'string', format: 'binary' };
  expect(content).toEqual({
    'application/octet-stream': { schema: file },
    'multipart/form-data': { schema: { type: 'object', properties: { file }, required: ['file'] } },
  });
  expect(call('patchOffer').requestBody?.content['application/json']).toMatchObject({
    schema: { additionalProperties: false },
    example: { price: expect.any(Number) },
  });
  expect(call('deleteOffer')).not.toHaveProperty('requestBody');
});
