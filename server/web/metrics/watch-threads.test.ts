import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import { Registry } from 'prom-client';
import { watchThreads } from './watch-threads.js';

it('a thread is as busy as it was since the last reading', async () => {
  const registry = new Registry();
  watchThreads(registry, { main: (one, two) => performance.eventLoopUtilization(one, two) });
  const busy = async (): Promise<number> =>
    Number(/partavo_thread_busy_ratio\{thread="main"\} (\S+)/.exec(await registry.metrics())?.[1]);
  const sinceStart = await busy();
  expect(sinceStart).toBeGreaterThan(0);
  expect(sinceStart).toBeLessThan(1);
  const end = performance.now() + 200;
  while (performance.now() < end);
  await wait(1);
  const working = await busy();
  await wait(300);
  const resting = await busy();
  expect(working).toBeGreaterThan(resting);
  expect(working).toBeLessThanOrEqual(1);
});
