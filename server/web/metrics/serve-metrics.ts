import type { RequestListener } from 'node:http';
import { collectDefaultMetrics } from 'prom-client';
import type { Metrics } from './metrics.js';

/**
 * Serves `/metrics` on a port of its own, which nobody outside should reach, beside those of the process: event loop,
 * memory, garbage collection.
 */
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
