import { expect, test } from 'vitest';
import { expectRecorded } from '../../../test/support/recorded.js';
import { describeApi } from './describe-api.js';
import { sampleOf } from './samples.js';

/** Writes a line for each entry of an object. */
const entries = (of: object): string =>
  Object.entries(of)
    .map(([name, value]) => `${name} ${JSON.stringify(value)}\n`)
    .join('');

test('the description for programs of others is the recorded one', async () => {
  const named = { typeOf: (code: string) => code, titleOf: (code: string) => code };
  const { paths, components, ...rest } = describeApi({ shopName: 'Nord', ...named });
  await expectRecorded('api/rest', entries(rest));
  await expectRecorded(
    'api/calls',
    Object.entries(paths)
      .map(([path, calls]) => `## ${path}\n${entries(calls)}`)
      .join(''),
  );
  await expectRecorded(
    'api/components',
    Object.entries(components as object)
      .map(([kind, each]) => `## ${kind}\n${entries(each)}`)
      .join(''),
  );
});

test('calls that write a session take a key against repetition, and no others', () => {
  const { paths } = describeApi({ shopName: 'Nord', typeOf: (code) => code, titleOf: (code) => code });
  const takesKey = (path: string, method: string): boolean | undefined =>
    paths[path]?.[method]?.parameters.some((each) => JSON.stringify(each).includes('IdempotencyKey'));
  expect(takesKey('/api/Warenkorb/Hinzufuegen/{id}', 'post')).toBe(true);
  expect(takesKey('/api/Warenkorb', 'get')).toBe(false);
});

test.each([
  [{ type: 'string' }, 'title', 'Bremsscheibe, Vorderachse, 288 mm'],
  [{ type: ['string', 'null'] }, 'logo', null],
  [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, 'logo', null],
  [{ type: 'string' }, 'logo', 'logo'],
  [{ type: 'integer' }, 'stock', 12],
  [{ type: 'number' }, 'price', 41.8],
  [{ type: 'integer' }, 'price', 1],
  [{ type: 'boolean' }, 'title', false],
])('the sample of %j is that of its name %s if the schema allows it: %j', (schema, name, sample) => {
  expect(sampleOf(schema, {}, name)).toEqual(sample);
});

test.each([
  [{ type: 'string' }, 'unnamed'],
  [{ type: 'boolean' }, false],
  [{ type: 'integer' }, 1],
  [{ type: ['number', 'null'], minimum: 5 }, 5],
  [{ type: 'integer', minimum: -3 }, 1],
  [{ type: 'array', items: { type: 'integer' } }, [1]],
  [{ enum: ['b', 'a'], type: 'string' }, 'b'],
])('the sample of %j is %j', (schema, sample) => {
  expect(sampleOf(schema, {}, 'unnamed')).toEqual(sample);
});
