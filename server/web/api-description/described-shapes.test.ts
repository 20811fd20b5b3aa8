import { expect, test } from 'vitest';
import { startWeb } from '../../../test/doubles/web.js';
import { describeApi } from './describe-api.js';
import { documentedMatters, documentedShared } from './documented-calls.js';

type Json = Record<string, unknown>;
const api = describeApi({ shopName: 'Nord', typeOf: (code) => code, titleOf: (code) => code });
const schemas = (
  api.components as { schemas: Record<string, { properties: Record<string, Json>; required: string[] }> }
).schemas;
const calls = documentedMatters(api).flatMap((matter) => matter.calls);
const parametersOf = (id: string): string[] =>
  (calls.find((call) => call.id === id)?.parameters ?? []).map(
    ({ name, where, type, example, isRequired }) => `${where} ${name}${isRequired ? '!' : ''}: ${type} = ${example}`,
  );

test.each<[string, string[]]>([
  [
    'listing',
    [
      'path first!: string = Bremsscheiben',
      'path second!: string = Golf-IV',
      'path tail!: string = 3-1874-1523',
      'query f: string = W3sia2V5IjoiYnJhbmQiLCJ2YWx1ZXMiOlsiMzAiXX1d',
      'query page: integer = 1',
      'query sort: popularity, price, price-desc, rating, delivery = price',
      'query modelId: string = 1874',
      'query kbaTypeId: string = 243',
      'query hsntsn: string = 0603BGU',
    ],
  ],
  // The same name means different things in a path and in a query.
  ['article', ['path brand!: string = Kelvo', 'path number!: string = KV28825', 'query modelId: string = 1874']],
  ['cartAdd', ['path id!: string = 243', 'query modelId: string = 1874', 'query unit: pack, piece = pack']],
  ['cartShipping', ['query sparePartId!: string = 243', 'query quantity: integer = 2']],
  ['comparison', ['query modelId: string = 1874', 'query ids!: string = 219,220']],
  ['session', []],
  ['cart', []],
])('%s takes %j', (id, parameters) => expect(parametersOf(id)).toEqual(parameters));

test('a brand is its id in a query, and codes of the contract are examples where the shop has none', () => {
  expect(parametersOf('offers')).toEqual(
    expect.arrayContaining(['query brand: string = 30', 'query vehicleModelId: string = 5021']),
  );
});

test('a few editions are shown all, and many countries by their first', () => {
  const types = documentedShared.map(({ type }) => type);
  const editions = 'de-DE, de-AT, es-ES, fr-FR, it-IT, nl-NL';
  expect(types).toEqual([editions, editions, 'AD, AL, AT …', 'string']);
});

test('money is a number in euros, and what an answer may lack is not required', () => {
  const euros = { type: 'number', description: 'EUR, at most two decimals' };
  expect(schemas.Product?.properties).toMatchObject({
    refund: euros,
    lowestPrice: { anyOf: [euros, { type: 'null' }] },
  });
  expect(schemas.Product?.required).toEqual(expect.arrayContaining(['refund', 'lowestPrice']));
  expect(schemas.Product?.required).not.toEqual(expect.arrayContaining(['seller']));
  expect(schemas.CartArticle?.required).not.toContain('taxClass');
});

/** The schema of a call's answer, with its lists and objects within. */
const answerOf = (id: string): Json => {
  const found = Object.values(api.paths)
    .flatMap((methods) => Object.values(methods))
    .find((call) => call.operationId === id);
  const answer = found?.responses[200];
  const [content] = answer && 'content' in answer ? Object.values(answer.content) : [];
  return content?.schema ?? {};
};
const fieldsAt = (id: string, ...path: string[]): string[] => {
  let at = answerOf(id) as { properties?: Record<string, Json>; items?: Json; anyOf?: Json[] };
  for (const name of ['', ...path]) {
    at = name === '' ? at : ((at.properties?.[name] ?? {}) as typeof at);
    at = (at.items ?? at.anyOf?.[0] ?? at) as typeof at;
  }
  return Object.keys(at.properties ?? {});
};

test('the description has the fields that the shop adds to answers of its marketplace', () => {
  expect(fieldsAt('fits')).toEqual(['id', 'fit', 'text']);
  expect(fieldsAt('recommendation')).toEqual(expect.arrayContaining(['offerId', 'href', 'amount']));
  expect(fieldsAt('cartShipping', 'offers')).toEqual(['id', 'shipping', 'amount']);
  expect(fieldsAt('navigation')).toEqual(expect.arrayContaining(['categories', 'items']));
  expect(fieldsAt('rating', 'shop')).toEqual(['name', 'qualityIndicators']);
  expect([fieldsAt('session'), fieldsAt('signedCart')]).toEqual([['sid', 'csr', 'ts'], ['cart']]);
  for (const list of ['universal', 'vehicleSpecific', 'specific'])
    expect(fieldsAt('suggestions', list)).toEqual(expect.arrayContaining(['title', 'href', 'label']));
  for (const list of ['products', 'universalProducts'])
    expect(fieldsAt('suggestions', list)).toEqual(expect.arrayContaining(['brand', 'image', 'href']));
  for (const list of ['vehicle', 'vehicles'])
    expect(fieldsAt('suggestions', list)).toEqual(expect.arrayContaining(['manufacturer', 'href', 'label']));
  expect(answerOf('photograph')).toMatchObject({ type: 'string', format: 'binary' });
  for (const id of ['cart', 'cartAdd', 'cartChange', 'cartDelete', 'cartReplace', 'cartPlan', 'cartRestore'])
    expect([id, answerOf(id)]).toEqual([id, { $ref: '#/components/schemas/CartResponse' }]);
});

test('names by language are fields of their own', () => {
  const { category } = (answerOf('navigation') as { properties: Record<string, { anyOf: Json[] }> }).properties;
  const properties = (category?.anyOf[0]?.properties ?? {}) as Record<string, Json>;
  const { seoAliases } = properties;
  expect(Object.keys(seoAliases ?? {}).sort()).toEqual(['properties', 'required', 'type']);
  expect(Object.keys((seoAliases?.properties ?? {}) as Json)).toEqual(['de', 'fr', 'es', 'it', 'nl']);
});

test('clients check the description each time, and get no second copy of it', async () => {
  const web = await startWeb();
  await web.renew();
  try {
    const { status, headers, body } = await web.request('/api/openapi.json');
    expect([status, headers['content-type'], headers['cache-control'], body.info.title]).toEqual([
      200,
      expect.stringContaining('application/json'),
      'private, max-age=0, must-revalidate',
      'API of Partavo',
    ]);
    const again = await web.request('/api/openapi.json', { headers: { 'if-none-match': String(headers.etag) } });
    expect(again.status).toBe(304);
  } finally {
    await web.stop();
  }
});
