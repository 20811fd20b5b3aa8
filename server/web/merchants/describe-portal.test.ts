import { expect, test } from 'vitest';
import { describePortal } from './describe-portal.js';

test('each described body is required', () => {
  const { paths } = describePortal({ shopName: 'Partavo', typeOf: (code) => `#${code}`, titleOf: (code) => code });
  const bodies = Object.values(paths as Record<string, Record<string, { requestBody?: { required: boolean } }>>)
    .flatMap((methods) => Object.values(methods))
    .flatMap(({ requestBody }) => requestBody ?? []);
  expect(bodies.length).toBeGreaterThan(2);
  expect(bodies.map(({ required }) => required)).toEqual(bodies.map(() => true));
});
