import { existsSync, readFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { percentile } from './lib-open-loop.ts';
import { again, type Tried } from './lib-promises.ts';
import { at } from './lib-run.ts';
import { promises, tableOf } from './promises-list.ts';
import { breakageFaults } from './promises-prove.ts';

const all = promises.map((_, index) => index + 1);

test('each promise has something that tries it, or a reason why nothing does', () => {
  expect(promises).toHaveLength(33);
  const open = promises.filter(
    ({ aside, proofs, scenarios }) => (aside === undefined) !== Boolean(proofs || scenarios),
  );
  expect(open).toEqual([]);
});

test('each test that keeps a promise is there', () => {
  const cited = promises.flatMap(({ proofs = {}, atLength = {} }) => [
    ...Object.entries(proofs),
    ...Object.entries(atLength),
  ]);
  const missing = cited.filter(
    ([file, titles]) =>
      !existsSync(at(file)) ||
      titles.some((title) => !readFileSync(at(file), 'utf8').replaceAll("\\'", "'").includes(title)),
  );
  expect(missing).toEqual([]);
});

test('each promise has a line whose breakage it must notice, and each of these lines is there once', () => {
  expect(breakageFaults()).toEqual([]);
});

test('a promise of which one try is not held is not held', () => {
  const one = { promise: 'x', figure: '1', goal: '1', numbers: [2] };
  const resultOf = (...held: boolean[]) =>
    tableOf(
      [2],
      held.map((isHeld) => ({ ...one, isHeld })),
    )
      .split('\n')
      .at(-1);
  expect(resultOf(true, true)).toMatch(/\| held \|$/);
  expect(resultOf(true, false)).toMatch(/\| NOT HELD \(1 of 2\) \|$/);
  expect(resultOf()).toMatch(/\| not tried \|$/);
  expect(tableOf(all, []).split('\n')).toHaveLength(2 + promises.length);
});

/** A scenario whose tries end as listed; null for an error. */
function scenario(...ends: readonly (boolean | null)[]): () => Promise<Tried[]> {
  let attempt = 0;
  return async () => {
    const isHeld = ends[attempt++];
    if (typeof isHeld !== 'boolean') throw new Error('nothing answered');
    return [{ promise: 'x', figure: `${attempt} ms`, goal: '1 ms', isHeld }];
  };
}

test('a scenario must hold in two of three tries, and shows all three', async () => {
  const said = vi.spyOn(console, 'error').mockImplementation(() => {});
  const [row] = await again(scenario(true, false, true));
  expect(row).toMatchObject({ figure: '1 ms; 2 ms (not held); 3 ms', isHeld: true });
  expect((await again(scenario(false, false, true)))[0]?.isHeld).toBe(false);
  expect((await again(scenario(true, null, null)))[0]).toMatchObject({ isHeld: false });
  expect((await again(scenario(null, true, true)))[0]).toMatchObject({ isHeld: true });
  await expect(again(scenario(null, null, null))).rejects.toThrow('no try came to its end');
  said.mockRestore();
});

test('a percentile of no answers is an error', () => {
  const answers = [30, 10, 20].map((milliseconds) => ({ status: 200, milliseconds, at: 0 }));
  expect(percentile(answers, 0.5)).toBe(20);
  expect(percentile(answers, 0.99)).toBe(30);
  expect(() => percentile([], 0.5)).toThrow('a percentile of no answers');
});
