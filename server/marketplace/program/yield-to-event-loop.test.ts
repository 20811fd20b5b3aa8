import { expect, test } from 'vitest';
import { forEachInChunks } from './yield-to-event-loop.js';

test('rows keep their order, with pauses between a few hundred of them', async () => {
  const taken: number[] = [];
  const pauses: number[] = [];
  const rows = Array.from({ length: 700 }, (_, index) => index);
  await forEachInChunks(
    rows,
    (row) => taken.push(row),
    async () => pauses.push(taken.length),
  );
  expect([taken, pauses]).toEqual([rows, [125, 250, 375, 500, 625]]);
});
