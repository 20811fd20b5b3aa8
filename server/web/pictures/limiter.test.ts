import { expect, test } from 'vitest';
import { createLimiter } from './pictures.js';

test('two tasks run at a time, one waits, and later ones are refused', async () => {
  const limited = createLimiter(2, 1);
  const begun: string[] = [];
  const ends = new Map<string, PromiseWithResolvers<void>>();
  const start = (name: string): Promise<string> =>
    limited(async () => {
      begun.push(name);
      const end = Promise.withResolvers<void>();
      ends.set(name, end);
      await end.promise;
      return name;
    });
  const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  const [first, second, third] = [start('first'), start('second'), start('third')];
  await expect(start('fourth')).rejects.toMatchObject({ code: 'busy' });
  expect(begun).toEqual(['first', 'second']);
  ends.get('first')?.reject(new Error('broken'));
  await expect(first).rejects.toThrow('broken');
  await settled();
  expect(begun).toEqual(['first', 'second', 'third']);
  // A client who arrives now waits behind the running tasks.
  const fifth = start('fifth');
  await settled();
  expect(begun).toHaveLength(3);
  for (const name of ['second', 'third']) ends.get(name)?.resolve();
  expect(await Promise.all([second, third])).toEqual(['second', 'third']);
  await settled();
  ends.get('fifth')?.resolve();
  expect(await fifth).toBe('fifth');
  const [sixth, seventh] = [start('sixth'), start('seventh')];
  await settled();
  expect(begun.slice(-2)).toEqual(['sixth', 'seventh']);
  for (const name of ['sixth', 'seventh']) ends.get(name)?.resolve();
  await Promise.all([sixth, seventh]);
});
