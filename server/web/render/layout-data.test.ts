import { expect, test } from 'vitest';
import { createLoadSurroundings } from './layout-data.js';

const own = { value: 4.5, count: 30, source: 'own' } as const;
const example = { value: 4.82, count: 11_542, source: 'placeholder' };

test.each([
  ['its own rating', own, true, true, own],
  ['the example in a demonstration alone', null, true, true, example],
  ['no rating before it has one', null, true, false, null],
  ['no rating that its operator turned off', own, false, true, null],
] as const)('a shop shows %s', async (_, known, isShown, isDemonstration, shown) => {
  const load = createLoadSurroundings({ rating: async () => known, isShown }, () => isDemonstration);
  const optional = async (_what: string, read: (api: never) => Promise<unknown>) => read(undefined as never);
  expect(await load({ optional } as never)).toEqual({ rating: shown });
});
