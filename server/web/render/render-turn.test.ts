import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { renderTurn } from './make-page.js';

test('one page renders per turn of the event loop, in order of request, and the first one does not wait', async () => {
  const done: number[] = [];
  const waits = [1, 2, 3].map((index) => {
    const waiting = renderTurn();
    if (!waiting) done.push(index);
    return waiting?.then(() => done.push(index));
  });
  expect(done).toEqual([1]);
  const seen: number[] = [];
  for (let index = 0; index < 4; index += 1) {
    seen.push(done.length);
    await turn();
  }
  await Promise.all(waits);
  expect(done).toEqual([1, 2, 3]);
  expect(seen.every((count, index) => count <= (seen[index - 1] ?? 0) + 1)).toBe(true);
  await turn();
  expect(renderTurn()).toBeUndefined();
});
