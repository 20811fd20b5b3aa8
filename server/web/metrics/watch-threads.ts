import type { EventLoopUtilization } from 'node:perf_hooks';
import { Gauge, type Registry } from 'prom-client';

/** Reads how busy the event loop of a thread has been, as `performance.eventLoopUtilization` does. */
export type EventLoop = (one?: EventLoopUtilization, two?: EventLoopUtilization) => EventLoopUtilization;

/**
 * Adds to the metrics what share of its time each thread was at work since they were read last, or since its start: 1 is
 * a thread that nothing waits for any more without waiting long.
 * @param threads by their name in the metrics
 */
export function watchThreads(registry: Registry, threads: Readonly<Record<string, EventLoop>>): void {
  const before = new Map<string, EventLoopUtilization>();
  const busy: Gauge<'thread'> = new Gauge({
    registers: [registry],
    name: 'partavo_thread_busy_ratio',
    help: 'Share of its time that a thread was at work since the metrics were read last, from 0 to 1.',
    labelNames: ['thread'],
    collect() {
      for (const [thread, read] of Object.entries(threads)) {
        const now = read();
        const former = before.get(thread);
        busy.set({ thread }, (former ? read(now, former) : now).utilization);
        before.set(thread, now);
      }
    },
  });
}
