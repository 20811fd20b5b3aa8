import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser } from 'puppeteer';

/** Gives the files of tests their Chromium: one per worker of Vitest, started when the worker first asks. */
export interface BrowserServer {
  /** `GET` with the worker's number as the path responds with the address to connect to. */
  origin: string;
  stop(): Promise<void>;
}

/** Starts the server in the process that runs Vitest, which outlives each worker. */
export async function startBrowserServer(): Promise<BrowserServer> {
  const browsers = new Map<string, Promise<Browser>>();
  const browserOf = async (worker: string): Promise<Browser> => {
    const known = await browsers.get(worker);
    if (known?.connected) return known;
    const started = import('./browser.ts').then(({ launchBrowser }) => launchBrowser());
    browsers.set(worker, started);
    return started;
  };
  const server = createServer((request, response) => {
    browserOf(request.url ?? '').then(
      (browser) => response.end(browser.wsEndpoint()),
      (error) => response.writeHead(500).end(String(error)),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      server.closeAllConnections();
      server.close();
      const all = await Promise.allSettled(browsers.values());
      await Promise.all(all.map((each) => each.status === 'fulfilled' && each.value.close()));
    },
  };
}
