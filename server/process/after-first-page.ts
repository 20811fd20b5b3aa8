import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Clock, Timer } from '../clock/clock.js';

/** In this time further pages run code that the first page did not need. */
const timeoutMs = 5000;

/**
 * Calls `then` some seconds after the first page has been sent.
 * @returns a function for the end of the program: it calls `then` at once if a page has been sent
 */
export function afterFirstPage(server: Server, clock: Clock, then: () => void): () => void {
  let timer: Timer | undefined;
  const look = (_: IncomingMessage, response: ServerResponse): void => {
    response.once('finish', () => {
      const isPage = response.statusCode === 200 && String(response.getHeader('content-type')).startsWith('text/html');
      if (timer || !isPage) return;
      server.off('request', look);
      timer = clock.after(timeoutMs, then);
    });
  };
  server.on('request', look);
  return () => {
    if (!timer) return;
    timer.cancel();
    then();
  };
}
