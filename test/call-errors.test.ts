import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Operation } from '../server/contract/operations/operation.js';
import { type OperationId, operations } from '../server/contract/operations/operations.js';
import type { ProblemCode } from '../server/contract/problem.js';
import { allEditions, type Edition } from '../server/web/routes/editions.js';
import { root } from './support/catalogue.js';
import { checkHeaders } from './support/checked.js';
import { sharedShop } from './support/shared-shop.js';

/** The error of a call is in the caller's language and exposes no internals. */
const shop = sharedShop();
let offer: string;
beforeAll(async () => {
  const { spareParts } = await (await fetch(`${shop.origin}/api/x/x/--1523`)).json();
  offer = spareParts[0].offerId;
});

const json = { accept: 'application/json', 'content-type': 'application/json' };
const words = new Map(
  allEditions.map(({ texts, language }) => {
    const text = readFileSync(join(root, 'locales', language, 'meta.json'), 'utf8');
    return [texts, JSON.parse(text) as { problem: Record<string, string>; error: Record<string, string> }] as const;
  }),
);
interface ReportedProblem {
  status: number;
  code: string;
  title: string;
  detail?: string;
  parameter?: string;
}
/** Returns the problem of a failed call, after checking its language. */
async function problem(edition: Edition, path: string, init: RequestInit = {}): Promise<ReportedProblem> {
  const headers = { accept: 'application/json', ...init.headers };
  return problemIn(edition, path, await fetch(shop.origin + path, { ...init, headers }));
}
async function problemIn(edition: Edition, path: string, response: Response): Promise<ReportedProblem> {
  expect({ path, type: response.headers.get('content-type') }).toEqual({
    path,
    type: expect.stringContaining('application/problem+json'),
  });
  const reported = (await response.json()) as ReportedProblem;
  expect({ path, language: response.headers.get('content-language') }).toEqual({ path, language: edition.texts });
  expect({ path, title: reported.title }).toEqual({
    path,
    title: words.get(edition.texts)?.problem[reported.code.replaceAll('_', '-')],
  });
  expect(reported.status).toBe(response.status);
  // RFC 9110, 15.5.6.
  if (response.status === 405) expect(response.headers.get('allow')).toMatch(/^(GET, HEAD|POST)/);
  return reported;
}

/** One call for each kind of error. */
const kinds: readonly [code: ProblemCode, path: string, init?: RequestInit][] = [
  ['invalid', '/api/Angebote'],
  ['invalid', '/api/vehicle/hsntsn/06'],
  ['not_found', '/api/Angebote?sparePartId=999999999999'],
  ['not_found', '/api/nothing/like/this'],
  ['not_found', '/api/search/products?query=bremse&page=9999'],
  ['method', '/api/Angebote', { method: 'DELETE' }],
  ['method', '/api/Warenkorb/Hinzufuegen/1'],
  ['method', '/api/user/vehicles', { method: 'PUT' }],
  ['challenge', '/api/Warenkorb/count'],
  ['challenge', '/api/vehicle/manufacturers'],
  ['challenge', '/api/user/vehicles'],
  ['origin', '/api/Warenkorb/Hinzufuegen/1', { method: 'POST', headers: { ...json, origin: 'https://else.example' } }],
  ['media_type', '/api/Warenkorb/Hinzufuegen/1', { method: 'POST', body: 'x', headers: { 'content-type': 'a/b' } }],
  ['too_large', '/api/Warenkorb/Hinzufuegen/1', { method: 'POST', body: ' '.repeat(9000), headers: json }],
  ['body', '/api/Warenkorb/Hinzufuegen/1', { method: 'POST', body: '{"quantity":', headers: json }],
  ['quantity_range', '/api/Warenkorb/Hinzufuegen/1', { method: 'POST', body: '{"quantity":0}', headers: json }],
  ['offer_unknown', '/api/Warenkorb/Hinzufuegen/999999999999', { method: 'POST', body: '{}', headers: json }],
  ['line_unknown', '/api/Warenkorb/Loeschen/none', { method: 'POST', body: '{}', headers: json }],
];
const withLocale = (path: string, locale: string): string => `${path}${path.includes('?') ? '&' : '?'}locale=${locale}`;

describe.each(allEditions)('$locale', (edition) => {
  const { locale } = edition;

  test.each(kinds)(
    '%s of %s is explained in the language of the query and of the header',
    async (code, path, init = {}) => {
      const isChecked = path.startsWith('/api/user/') && init.method === 'PUT';
      const checks = isChecked ? await checkHeaders(shop.origin, path, init.method) : {};
      const headers = { ...init.headers, ...checks };
      expect(await problem(edition, withLocale(path, locale), { ...init, headers })).toMatchObject({ code });
      const named = { ...init, headers: { ...headers, 'x-locale': locale } };
      expect(await problem(edition, path, named)).toMatchObject({ code });
    },
  );

  test('the field of a body and the prefix of a page’s path count as well', async () => {
    for (const body of [
      { quantity: 0, locale },
      { quantity: 100, locale },
    ]) {
      const init = { method: 'POST', body: JSON.stringify(body), headers: json };
      expect(await problem(edition, `/api/Warenkorb/Hinzufuegen/${offer}`, init)).toMatchObject({
        code: 'quantity_range',
      });
    }
    expect(await problem(edition, `/api/${locale}/x/x/--999999`)).toMatchObject({ code: 'not_found' });
    expect(await problem(edition, `/api/${locale}/x/x/--1523?sort=worst`)).toMatchObject({ code: 'invalid' });
  });

  test('users elsewhere, and an edition that nobody has', async () => {
    const path = `/api/user/vehicles?locale=${locale}`;
    const headers = await checkHeaders(shop.origin, path);
    expect(await problem(edition, path, { headers })).toMatchObject({ code: edition.hasLogin ? 'login' : 'edition' });
    const unknown = await problem(edition, '/api/Angebote?sparePartId=1&locale=xx-XX', {
      headers: { 'x-locale': locale },
    });
    expect(unknown).toMatchObject({ status: 400, code: 'invalid', parameter: 'locale' });
    expect(unknown.detail).toContain(allEditions.map((each) => each.locale).join(', '));
  });
});

/** A value that no parameter accepts. */
const misshapen = '%C2%A7%20!';
/** Operations of the public API, called with each parameter malformed in turn, and without any. */
const ids = (Object.keys(operations) as OperationId[]).filter((id) => id !== 'listing');
/** Data that only pages use have no public call; the path of an article belongs to a page. */
const pagesOnly: ReadonlySet<OperationId> = new Set<OperationId>([
  ...(['reduction', 'shop', 'shopText', 'brands', 'brand', 'partNumber', 'directory', 'article'] as const),
  // Registers have forms of their own.
  ...(['vin', 'dutchPlate', 'nationalCode'] as const),
  // Operations of the operator.
  'feeds',
  'storage',
]);
const filled = (path: string, broken: string | null): string =>
  path.replace(/:(\w+)/g, (_, name: string) => (name === broken ? misshapen : '1'));
/** Internal names: those of operations, and words of libraries. */
const innerWords = new RegExp(
  [
    ...Object.keys(operations).filter((id) => /[A-Z]/.test(id)),
    'undefined|NaN|Invalid input|expected string|ZodError|regex|catalogue room|state room|marketplace|/api/x/x|upstream',
  ].join('|'),
);

describe.each(ids)('faults of %s', (id) => {
  const { path, params, query, method }: Operation = operations[id];
  const names = [...Object.keys(params?.shape ?? {}), ...Object.keys(query?.shape ?? {})];
  const sends: [kind: string, path: string, method: string][] = [
    ['everything left out', filled(path, null), method],
    ['another method', filled(path, null), 'DELETE'],
    ...Object.keys(params?.shape ?? {}).map((name): [string, string, string] => [name, filled(path, name), method]),
    ...Object.keys(query?.shape ?? {}).map((name): [string, string, string] => [
      name,
      `${filled(path, null)}?${name}=${misshapen}`,
      method,
    ]),
  ];

  test('are explained in words, without an internal name', async () => {
    for (const [kind, sent, verb] of sends) {
      const body = verb === 'POST' ? '{}' : undefined;
      const checks = await checkHeaders(shop.origin, sent, verb);
      const response = await fetch(shop.origin + sent, {
        method: verb,
        body,
        headers: { ...(verb === 'POST' ? json : { accept: 'application/json' }), ...checks },
      });
      if (response.status < 400) continue;
      const reported = (await response.json()) as ReportedProblem;
      const what = { id, kind, sent, verb };
      expect({ ...what, status: response.status < 500 }).toEqual({ ...what, status: true });
      expect({ ...what, words: `${reported.title} ${reported.detail ?? ''}`.match(innerWords)?.[0] }).toEqual(what);
      // A refusal names the wrong parameter as the caller does.
      if (reported.code !== 'invalid') continue;
      expect([...names, 'Idempotency-Key', 'replacements']).toContain(reported.parameter);
      expect(reported.detail).toContain(String(reported.parameter));
      expect(reported.detail).toMatch(/^\p{Lu}.*[.\w]$/u);
    }
  });
});

const pathParameters = ids.flatMap((id) => {
  const { params }: Operation = operations[id];
  return pagesOnly.has(id) ? [] : Object.keys(params?.shape ?? {}).map((name) => [id, name] as const);
});
test.each(pathParameters)('a path of %s with a misshapen %s is 400', async (id, name) => {
  const { path, method } = operations[id];
  const sent = filled(path, name);
  const checks = await checkHeaders(shop.origin, sent, method);
  const headers = { ...(method === 'POST' ? json : { accept: 'application/json' }), ...checks };
  const response = await fetch(shop.origin + sent, {
    method,
    headers,
    body: method === 'POST' ? '{"quantity":1}' : null,
  });
  const { code, parameter } = (await response.json()) as ReportedProblem;
  expect([response.status, code, parameter]).toEqual([400, 'invalid', name]);
});

test.each([
  ['/api/vehicle/hsntsn/06', 'keys', '0603BGU'],
  ['/api/vehicle/license/fr/zz', 'plate', 'AA-123-ZZ'],
  ['/api/Volltextsuche/%20', 'term', 'Bremsscheibe'],
  ['/api/vehicle/manufacturers/abc', 'id', '243'],
  ['/api/vehicle/manufacturers/7/series?limit=0', 'limit', '500'],
  ['/api/Angebote?sparePartId=1&brand=x', 'brand', '243'],
  ['/api/x/x/--1523?sort=worst', 'sort', 'price-desc'],
])('%s says what is wrong with %s, and what is right', async (path, parameter, hint) => {
  const response = await fetch(shop.origin + path);
  const reported = await response.json();
  expect([response.status, reported]).toEqual([400, expect.objectContaining({ code: 'invalid', parameter })]);
  expect(reported.detail).toContain(hint);
  expect(JSON.stringify(reported.expected)).toContain(hint);
  expect(JSON.stringify(reported)).not.toContain('zz');
});

test.each(['/Ersatzteile/x/1-abc-', '/Shop/a%20b', '/Teilenummernsuche/a%20b/X1'])(
  'the page %s stays one that nobody has',
  async (path) => {
    expect((await fetch(shop.origin + path, { headers: { accept: 'text/html' } })).status).toBe(404);
  },
);

test.each(['/api/x/x/--1523', '/api/search/products?query=bremsscheibe', '/api/Volltextsuche/bremsscheibe'])(
  'filters of %s that cannot be read are ignored, and the answer says so',
  async (path) => {
    const list = async (f: string) => {
      const response = await fetch(`${shop.origin}${path}${path.includes('?') ? '&' : '?'}f=${f}`);
      return { status: response.status, ...(await response.json()) };
    };
    const all = await list('');
    for (const f of ['broken', 'W10%3D%3D%3D', 'x'.repeat(2049), 'x'.repeat(9000)])
      expect(await list(f)).toEqual({ ...all, ignored: ['f'] });
    expect(all.ignored).toBeUndefined();
    const [filter] = all.filters.filter(({ key }: { key: string }) => key === 'brand');
    const { value, count } = filter.attributes[0];
    const chosen = Buffer.from(JSON.stringify([{ key: 'brand', values: [value] }])).toString('base64');
    const read = await list(encodeURIComponent(chosen));
    expect([read.resultCount, read.ignored]).toEqual([count, undefined]);
  },
);
