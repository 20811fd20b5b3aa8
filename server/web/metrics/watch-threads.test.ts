import type { EventLoopUtilization } from 'node:perf_hooks';
import { Registry } from 'prom-client';
import { expect, it } from 'vitest';
import { watchThreads } from './process-metrics.js';

it('a thread is as busy as it was since the last reading', async () => {
  let [idle, active] = [300, 100];
  /** Utilization as Node computes it, of a thread whose times the test sets. */
  const main = (now?: EventLoopUtilization, before?: EventLoopUtilization): EventLoopUtilization => {
    const rested = (now?.idle ?? idle) - (before?.idle ?? 0);
    const worked = (now?.active ?? active) - (before?.active ?? 0);
    return { idle: rested, active: worked, utilization: worked / (rested + worked) };
  };
  const registry = new Registry();
  watchThreads(registry, { main });
  const busy = async (): Promise<number> =>
    Number(/partavo_thread_busy_ratio\{thread="main"\} (\S+)/.exec(await registry.metrics())?.[1]);
  expect(await busy()).toBe(0.25);
  active += 200;
  expect(await busy()).toBe(1);
  idle += 150;
  active += 50;
  expect(await busy()).toBe(0.25);
});
