import { existsSync, readFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { percentile } from './lib-open-loop.ts';
import { at } from './lib-run.ts';
import { again, promises, type Tried, tableOf } from './promises-list.ts';
import { breakageFaults } from './promises-prove.ts';

const all = promises.map(({ number }) => number);

test('each promise has a test or scenario, or a reason for having none', () => {
  expect(promises).toHaveLength(33);
  const open = promises.filter(
    ({ aside, proofs, scenarios }) => (aside === undefined) !== Boolean(proofs || scenarios),
  );
  expect(open).toEqual([]);
});

test('each cited test exists', () => {
  const cited = promises.flatMap(({ proofs = {}, withAllSamples = {} }) => [
    ...Object.entries(proofs),
    ...Object.entries(withAllSamples),
  ]);
  const missing = cited.filter(
    ([file, titles]) =>
      !existsSync(at(file)) ||
      titles.some((title) => !readFileSync(at(file), 'utf8').replaceAll("\\'", "'").includes(title)),
  );
  expect(missing).toEqual([]);
});

test('each promise has a breakage, whose line occurs once', () => {
  expect(breakageFaults()).toEqual([]);
});

test('a promise with one failed try does not hold', () => {
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

/** A scenario with these results; null for an error. */
function scenario(...ends: readonly (boolean | null)[]): () => Promise<Tried[]> {
  let attempt = 0;
  return async () => {
    const isHeld = ends[attempt++];
    if (typeof isHeld !== 'boolean') throw new Error('nothing answered');
    return [{ promise: 'x', figure: `${attempt} ms`, goal: '1 ms', isHeld }];
  };
}

test('a scenario must hold in two of three tries, and shows all three', async () => {
  const silent = vi.spyOn(console, 'error').mockImplementation(() => {});
  const [row] = await again(scenario(true, false, true));
  expect(row).toMatchObject({ figure: '1 ms; 2 ms (not held); 3 ms', isHeld: true });
  expect((await again(scenario(false, false, true)))[0]?.isHeld).toBe(false);
  expect((await again(scenario(true, null, null)))[0]).toMatchObject({ isHeld: false });
  expect((await again(scenario(null, true, true)))[0]).toMatchObject({ isHeld: true });
  await expect(again(scenario(null, null, null))).rejects.toThrow('every try has failed');
  silent.mockRestore();
});

test('a percentile of no answers is an error', () => {
  const answers = [30, 10, 20].map((milliseconds) => ({ status: 200, milliseconds, at: 0 }));
  expect(percentile(answers, 0.5)).toBe(20);
  expect(percentile(answers, 0.99)).toBe(30);
  expect(() => percentile([], 0.5)).toThrow('a percentile of no answers');
});
