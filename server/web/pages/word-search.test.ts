import { beforeEach, expect, test } from 'vitest';
import type { PageRequest } from '../render/page.js';
import { editions } from '../routes/editions.js';
import { createSearchPage } from './search.page.js';

const nothing = {
  ...{ redirect: null, corrected: null, named: null, vehicle: null, choices: [], results: 3 },
  reading: { f: '', rest: '', withoutCar: null, sort: null as string | null, notes: [] },
};
let result: object;
let numbers: { exact: object[]; crossReferences: object[] };
let counted: unknown[][];
beforeEach(() => {
  result = nothing;
  numbers = { exact: [], crossReferences: [] };
  counted = [];
});
const page = createSearchPage({
  searchCounts: { count: (...search: unknown[]) => void counted.push(search) },
  registers: new Set(),
  knowsPlates: () => true,
} as never);
const api = { call: async (id: string) => (id === 'partNumber' ? numbers : result) };
/** Returns status and address of the redirect. */
const ledTo = async (query: string, cameFrom: string | null = null): Promise<[number, string]> => {
  const request = {
    ...{ api, cameFrom, prefix: '/de-AT', client: '192.0.2.1', country: 'AT', edition: editions['de-AT'] },
    query: new URLSearchParams(query),
    url: (name: string, parameters: object) => `/${name}?${new URLSearchParams({ ...parameters })}`,
    optional: async (_: string, load: (own: typeof api) => unknown) => load(api),
  } as unknown as PageRequest;
  const error = await page.prepare(request).catch((thrown) => thrown);
  return [error.status, error.location];
};

test('words lead to their results and are counted in the language of the edition', async () => {
  expect(await ledTo('query=+Bremse+')).toEqual([302, '/fullText?query=Bremse']);
  result = { ...nothing, results: 0, corrected: { term: 'x' }, reading: { ...nothing.reading, sort: 'price' } };
  expect(await ledTo('query=bremze&modelId=m-7')).toEqual([302, '/fullText?query=bremze&sort=price']);
  result = { ...nothing, redirect: '/Informationen/Versand' };
  expect((await ledTo('query=Versand'))[1]).toBe('/de-AT/Informationen/Versand');
  expect(counted).toEqual([
    ['de', 'Bremse', '192.0.2.1', { isFound: true, isCorrected: false }],
    ['de', 'bremze', '192.0.2.1', { isFound: false, isCorrected: true }],
    ['de', 'Versand', '192.0.2.1', { isFound: true, isCorrected: false }],
  ]);
});

test('a part number that somebody uses leads to its page, and counts as found', async () => {
  result = { ...nothing, results: 0 };
  for (const own of [
    { exact: [{}], crossReferences: [] },
    { exact: [], crossReferences: [{}] },
  ]) {
    numbers = own;
    expect(await ledTo('query=k+120.33')).toEqual([302, expect.stringMatching(/^\/partNumber\?number=K12033/)]);
  }
  numbers = { exact: [], crossReferences: [] };
  expect((await ledTo('query=k+120.33'))[1]).toBe('/fullText?query=k+120.33');
  expect(counted.map(([, , , outcome]) => (outcome as { isFound: boolean }).isFound)).toEqual([true, true, false]);
});

test('a search without words leads back, home instead of round in circles, and is not counted', async () => {
  expect(await ledTo('query=+', '/a?b')).toEqual([303, '/a?b']);
  expect(await ledTo('', '/search?query=x')).toEqual([303, '/home?']);
  expect(await ledTo('')).toEqual([303, '/home?']);
  expect(counted).toEqual([]);
});
