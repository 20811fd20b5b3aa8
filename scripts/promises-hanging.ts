import { request as ask, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { anyOffer } from '../test/support/add.ts';
import { startMarketplace } from '../test/support/marketplace-process.ts';
import { copyCatalogue, startShop, stopShop } from '../test/support/measured-shop.ts';
import { type Answered, addOnce, askOnce, percentile, steadily } from './lib-open-loop.ts';
import type { Tried } from './promises-list.ts';

const pauseMs = 100;
/** Time in which the shop notices a fault. */
const noticedMs = 2500;
const faultSeconds = 8;

/** Starts the built marketplace behind a proxy whose `fault` a scenario sets: it hangs, or cuts connections. */
async function startProxy(dataDir: string) {
  const marketplace = await startMarketplace({ DATA_DIR: dataDir });
  const proxy = { fault: 'none' as 'none' | 'hang' | 'dead' };
  const server = createServer((message, response) => {
    if (proxy.fault === 'hang') return;
    if (proxy.fault === 'dead') return void message.socket.destroy();
    const passed = ask(
      { port: marketplace.port, path: message.url, method: message.method, headers: message.headers },
      (reply) => {
        response.writeHead(reply.statusCode ?? 502, reply.headers);
        reply.pipe(response);
      },
    );
    passed.on('error', () => response.destroy());
    message.pipe(passed);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  return {
    proxy,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop() {
      server.close();
      server.closeAllConnections();
      return marketplace.end();
    },
  };
}

/** Measures cold pages, adds and cached pages while the marketplace hangs or is gone, and the recovery after that. */
export async function hanging(): Promise<Tried[]> {
  const { dataDir, forget } = copyCatalogue();
  const { proxy, url, stop } = await startProxy(dataDir);
  const server = await startShop(dataDir, { LOG_LEVEL: 'fatal', MARKETPLACE_URL: url });
  const { address } = server;
  const tried: Tried[] = [];
  try {
    const offer = await anyOffer(address);
    let number = 0;
    const cold = (): Promise<Answered> => askOnce(`${address}/Volltextsuche?query=kalt${number++}`);
    const add = (): Promise<Answered> => addOnce(address, offer);
    const home = (): Promise<Answered> => askOnce(`${address}/`);
    for (const each of [cold, add, home, home]) await each();
    for (const fault of ['hang', 'dead'] as const) {
      proxy.fault = fault;
      const began = performance.now();
      const { colds, adds, homes } = await steadily({ colds: cold, adds: add, homes: home }, pauseMs, faultSeconds);
      /** Milliseconds of 95 in 100 answers; other work of the machine may delay the others. */
      const most = (answers: readonly Answered[], from = 0): number =>
        percentile(
          answers.filter((one) => one.at - began >= from),
          0.95,
        );
      const marketplace = `marketplace ${fault === 'hang' ? 'hangs' : 'is gone'}`;
      const failedHomes = homes.filter(({ status }) => status !== 200).length;
      tried.push(
        {
          promise: `${marketplace}: cold page after ${noticedMs} ms, before`,
          figure: `${Math.round(most(colds, noticedMs))} ms, ${Math.round(most(colds))} ms`,
          goal: '<= 200 ms, 1700 ms',
          isHeld: most(colds, noticedMs) <= 200 && most(colds) <= 1700,
        },
        {
          promise: `${marketplace}: an add fails`,
          figure: `${Math.round(most(adds))} ms, statuses ${[...new Set(adds.map(({ status }) => status))]}`,
          goal: '<= 1000 ms, 503',
          isHeld: most(adds) <= 1000 && adds.every(({ status }) => status === 503),
        },
        {
          promise: `${marketplace}: kept home page`,
          figure: `${Math.round(most(homes))} ms, ${failedHomes} failed of ${homes.length}`,
          goal: '<= 200 ms, 0',
          isHeld: most(homes) <= 200 && failedHomes === 0,
        },
      );
      proxy.fault = 'none';
      const back = performance.now();
      let recovered = Number.POSITIVE_INFINITY;
      while (performance.now() - back < 10_000 && recovered === Number.POSITIVE_INFINITY) {
        const [page, added] = await Promise.all([cold(), add()]);
        if (page.status === 200 && added.status === 200) recovered = performance.now() - back;
        else await new Promise((resolve) => setTimeout(resolve, 50));
      }
      tried.push({
        promise: 'marketplace is back: cold pages and adds again',
        figure: `${Math.round(recovered)} ms`,
        goal: '<= 5000 ms',
        isHeld: recovered <= 5000,
      });
    }
    return tried;
  } finally {
    await stopShop(server);
    await stop();
    forget();
  }
}
