import { rmSync } from 'node:fs';
import { request as ask, createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Clock, systemClock } from '../../server/clock/clock.js';
import { callHeaders } from '../../server/contract/call-headers.js';
import { DiskSpace } from '../../server/marketplace/data-folder/disk-space.js';
import type { InjectedFailure, MarketplaceStub } from '../doubles/marketplace-stub.js';
import { freshDataDir } from './catalogue.js';
import { ManualClock } from './manual-clock.js';
import { startMarketplace } from './marketplace-process.js';

/** Returns the response of a marketplace with a full disk. */
function fullDisk(): string {
  try {
    new DiskSpace('/data', new ManualClock(), () => 0).requireSpace();
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error('a full disk that nobody refuses');
}

/** Milliseconds of a slow call: longer than a section may take, shorter than the 900 of a visitor's call. */
const slownessMs = 700;

export interface FailingMarketplace extends MarketplaceStub {
  /** Number of calls that the marketplace is answering; calls that hang or wait are not among them. */
  readonly answering: number;
}

/**
 * Starts the real marketplace behind a connection that fails on command.
 * @param clock measures how long a slow call waits
 */
export async function startFailingMarketplace(clock: Pick<Clock, 'after'> = systemClock): Promise<FailingMarketplace> {
  const dataDir = freshDataDir();
  const marketplace = await startMarketplace({ DATA_DIR: dataDir });
  const { port } = marketplace;
  let pattern: RegExp | null = null;
  let how: InjectedFailure = 'error';
  let answering = 0;
  const double: FailingMarketplace = {
    get answering() {
      return answering;
    },
    url: '',
    calls: [],
    generation: '',
    cacheControlOf: () => null,
    offers: null,
    tagsOf: () => '',
    breakOn(broken, kind = 'error') {
      pattern = broken;
      how = kind;
    },
    async stop() {
      await new Promise<void>((resolve) => server.close(() => resolve()).closeAllConnections());
      await marketplace.end();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
  const pass = (message: IncomingMessage, response: ServerResponse, isCut: boolean): void => {
    answering += 1;
    response.once('close', () => {
      answering -= 1;
    });
    // The shop may have another clock, so the marketplace does not learn when a call was sent.
    const { [callHeaders.sentAt]: _, ...headers } = message.headers;
    const passed = ask({ port, path: message.url, method: message.method, headers }, async (reply) => {
      const body = Buffer.concat(await reply.toArray());
      response.writeHead(reply.statusCode as number, { ...reply.headers, 'content-length': body.length });
      if (!isCut) return void response.end(body);
      response.write(body.subarray(0, body.length / 2), () => message.socket.destroy());
    });
    passed.on('error', () => response.destroy());
    message.pipe(passed);
  };
  const server = createServer((message, response) => {
    const { method = '', url = '' } = message;
    double.calls.push({ method, url, session: undefined, isSigned: false, traceParent: undefined });
    if (!pattern?.test(message.url ?? '')) return pass(message, response, false);
    const json = (status: number, body: string): void =>
      void response.writeHead(status, { 'content-type': 'application/json' }).end(body);
    switch (how) {
      case 'hang':
        return;
      case 'slow':
        // A shop that hung up before does not close its response again.
        return void clock.after(slownessMs, () => response.closed || pass(message, response, false));
      case 'cut':
        return pass(message, response, true);
      case 'reset':
        return void message.socket.destroy();
      case 'html':
        return void response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Willkommen im WLAN');
      case 'garbage':
        return json(200, '{"cartData":');
      case 'shape':
        return json(200, '{"navigation":null}');
      case 'full':
        return json(503, JSON.stringify({ code: 'unavailable', status: 503, detail: fullDisk() }));
      case 'unknown':
        return json(404, '{"code":"not_found","status":404}');
      default:
        return json(how === 'busy' ? 503 : 500, '{}');
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  double.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return double;
}
