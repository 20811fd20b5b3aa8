import type { IncomingMessage, Server, ServerResponse } from 'node:http';

/** Milliseconds in which other pages come and use what the first one did not. */
const timeoutMs = 5000;

/**
 * Calls `then` some seconds after the first page has been sent.
 * @returns calls it at once, where a page has been sent and the program is about to end
 */
export function afterFirstPage(server: Server, then: () => void): () => void {
  let timer: NodeJS.Timeout | undefined;
  const look = (_: IncomingMessage, response: ServerResponse): void => {
    response.once('finish', () => {
      const isPage = response.statusCode === 200 && String(response.getHeader('content-type')).startsWith('text/html');
      if (timer || !isPage) return;
      server.off('request', look);
      timer = setTimeout(then, timeoutMs).unref();
    });
  };
  server.on('request', look);
  return () => {
    if (!timer) return;
    clearTimeout(timer);
    then();
  };
}
