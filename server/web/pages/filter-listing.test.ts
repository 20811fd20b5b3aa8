import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startWeb, type Web } from '../../../test/doubles/web.js';

let web: Web;
beforeAll(async () => {
  web = await startWeb();
});
beforeEach(() => web.renew());
afterAll(() => web.stop());

const listing = '/Bremsscheiben/Alle-Fahrzeuge/--1523';
const send = (fields: [name: string, value: string][]) => web.post(listing, String(new URLSearchParams(fields)));
/** Returns the choice that an address encodes. */
function chosenIn(location: string): unknown {
  const f = new URL(location, 'http://shop').searchParams.get('f');
  return f && JSON.parse(Buffer.from(f, 'base64url').toString());
}

test.each([
  ['10', '49,50', '10-49.50'],
  ['9', '10', '9-10'],
  ['10', '9', '9-10'],
  ['100', '20', '20-100'],
  ['12 €', '', '12-'],
  ['', ' 5 ', '-5'],
  ['x', '5', '-5'],
  ['1.234', '5', '-5'],
  ['', '', null],
  ['-1', '1e3', null],
])('prices from "%s" to "%s" are the range %s', async (from, to, range) => {
  const { status, headers } = await send([
    ['from.price', from],
    ['to.price', to],
  ]);
  expect([status, headers['cache-control']]).toEqual([303, 'private, no-store']);
  expect(chosenIn(String(headers.location))).toEqual(range && [{ key: 'price', values: [range] }]);
});

test('values and order make the address; the usual order and empty fields are not in it', async () => {
  const some = await send([
    ['filter.brand', '30'],
    ['filter.brand', '10'],
    ['filter.axle', ''],
    ['other', 'x'],
    ['sort', 'price'],
    ['kbaTypeId', '4711'],
  ]);
  expect(chosenIn(String(some.headers.location))).toEqual([{ key: 'brand', values: ['10', '30'] }]);
  expect(some.headers.location).toMatch(/--1523\?kbaTypeId=4711&f=[\w-]+&sort=price#liste$/);
  for (const sort of ['popularity', 'nonsense'])
    expect((await send([['sort', sort]])).headers.location).toBe(`${listing}#liste`);
});

test('filters too long for an address are reported on the page, and named in the log', async () => {
  const values = (count: number) =>
    Array.from({ length: count }, (_, index): [string, string] => ['filter.brand', `${index}`]);
  expect((await send(values(50))).status).toBe(303);
  const many = await send(values(51));
  expect([many.status, many.headers['content-type']]).toEqual([400, 'text/html; charset=utf-8']);
  const shown = web.double.calls.filter(({ url }) => url.startsWith('/api/x/x/')).at(-1)?.url ?? '';
  expect(chosenIn(shown)).toEqual([{ key: 'brand', values: expect.toSatisfy((held: string[]) => held.length === 50) }]);
  const line = web.lines.map((text) => JSON.parse(text)).find(({ status }) => status === 400);
  expect(line).toMatchObject({ errorCode: 'too_many_filters', route: 'category___de-DE' });
  const keys = (count: number) =>
    Array.from({ length: count }, (_, index): [string, string] => [`filter.k${index}`, 'x']);
  expect([(await send(keys(20))).status, (await send(keys(21))).status]).toEqual([303, 400]);
});

test('five ranges make the address, and a search keeps its words as they were typed', async () => {
  const ranges = Array.from({ length: 6 }, (_, index): [string, string] => [`from.k${index}`, '1']);
  const chosen = chosenIn(String((await send(ranges)).headers.location)) as { key: string }[];
  expect(chosen.map(({ key }) => key)).toEqual(['k0', 'k1', 'k2', 'k3', 'k4']);
  const search = async (fields: Record<string, string>) =>
    (await web.post('/Volltextsuche', String(new URLSearchParams(fields)))).headers.location;
  expect(await search({ query: ' bremze  vorn', exact: '1', modelId: 'm7', sort: 'price', other: 'x' })).toBe(
    '/Volltextsuche?query=bremze+vorn&modelId=m7&exact=1&sort=price#liste',
  );
  expect(await search({ query: 'bremse', exact: '0', fragment: '1' })).toBe(
    '/Volltextsuche?query=bremse&fragment=1#liste',
  );
});
