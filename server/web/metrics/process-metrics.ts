import type { RequestListener } from 'node:http';
import type { EventLoopUtilization } from 'node:perf_hooks';
import { collectDefaultMetrics, Gauge, type Registry } from 'prom-client';
import type { Metrics } from './metrics.js';
import families from './metrics.json' with { type: 'json' };

/** Serves `/metrics`, those of Node included, on a port of its own. Nobody outside should reach that port. */
export function serveMetrics({ registry }: Metrics): RequestListener {
  collectDefaultMetrics({ register: registry });
  return (request, response) => {
    request.resume();
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (request.url?.split('?', 1)[0] !== '/metrics' || !isRead) {
      response.writeHead(404).end();
      return;
    }
    registry.metrics().then(
      (text) => response.setHeader('Content-Type', registry.contentType).end(text),
      () => response.writeHead(500).end(),
    );
  };
}

/** `performance.eventLoopUtilization` of a thread. */
type EventLoop = (one?: EventLoopUtilization, two?: EventLoopUtilization) => EventLoopUtilization;

/** Adds to the metrics how busy each thread was since they were read last, or since its start. 1 is fully busy. */
export function watchThreads(registry: Registry, threads: Readonly<Record<string, EventLoop>>): void {
  const before = new Map<string, EventLoopUtilization>();
  const busy: Gauge = new Gauge({
    registers: [registry],
    ...families.read.threads,
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
