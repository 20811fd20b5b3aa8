import { request as ask, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { anyOffer } from '../test/support/add.ts';
import { startMarketplace } from '../test/support/marketplace-process.ts';
import { copyCatalogue, startShop, stopShop } from '../test/support/measured-shop.ts';
import { type Answered, addOnce, askOnce, percentile } from './lib-open-loop.ts';
import type { Tried } from './lib-promises.ts';

/** Milliseconds between two tries, and in which the shop finds out; seconds of a fault. */
const [pause, finding, faultSeconds] = [100, 2500, 8];
type Fault = 'none' | 'hang' | 'dead';

/** The built marketplace behind a line whose `fault` a scenario sets: it hangs or is cut. */
async function startLine(dataDir: string) {
  const marketplace = await startMarketplace({ DATA_DIR: dataDir });
  const line = { fault: 'none' as Fault, calls: 0 };
  const server = createServer((message, response) => {
    line.calls += 1;
    if (line.fault === 'hang') return;
    if (line.fault === 'dead') return void message.socket.destroy();
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
    line,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop() {
      server.close();
      server.closeAllConnections();
      return marketplace.end();
    },
  };
}

/** A marketplace that hangs or is gone costs cold pages and adds little time, and cached pages nothing. */
export async function hanging(): Promise<Tried[]> {
  const { dataDir, forget } = copyCatalogue();
  const { line, url, stop } = await startLine(dataDir);
  const server = await startShop(dataDir, { LOG_LEVEL: 'fatal', MARKETPLACE_URL: url });
  const { address } = server;
  const kept: Tried[] = [];
  try {
    const offer = await anyOffer(address);
    let number = 0;
    const cold = (): Promise<Answered> => askOnce(`${address}/Volltextsuche?query=kalt${number++}`);
    const add = (): Promise<Answered> => addOnce(address, offer);
    const home = (): Promise<Answered> => askOnce(`${address}/`);
    for (const each of [cold, add, home, home]) await each();
    for (const fault of ['hang', 'dead'] as const) {
      line.fault = fault;
      const began = performance.now();
      const asked = {
        cold: [] as Promise<Answered>[],
        add: [] as Promise<Answered>[],
        home: [] as Promise<Answered>[],
      };
      while (performance.now() - began < faultSeconds * 1000) {
        asked.cold.push(cold());
        asked.add.push(add());
        asked.home.push(home());
        await new Promise((resolve) => setTimeout(resolve, pause));
      }
      const [colds = [], adds = [], homes = []] = await Promise.all(
        [asked.cold, asked.add, asked.home].map((each) => Promise.all(each)),
      );
      /** Milliseconds of 95 in 100; the machine has other things to do beside the last. */
      const most = (answers: readonly Answered[], from: number): number =>
        percentile(
          answers.filter((one) => one.at - began >= from),
          0.95,
        );
      kept.push(
        {
          promise: `marketplace ${fault === 'hang' ? 'hangs' : 'is gone'}: cold page after ${finding} ms, before`,
          figure: `${Math.round(most(colds, finding))} ms, ${Math.round(most(colds, 0))} ms`,
          goal: '<= 200 ms, 1700 ms',
          isHeld: most(colds, finding) <= 200 && most(colds, 0) <= 1700,
        },
        {
          promise: `marketplace ${fault === 'hang' ? 'hangs' : 'is gone'}: an add fails`,
          figure: `${Math.round(most(adds, 0))} ms, statuses ${[...new Set(adds.map(({ status }) => status))]}`,
          goal: '<= 1000 ms, 503',
          isHeld: most(adds, 0) <= 1000 && adds.every(({ status }) => status === 503),
        },
        {
          promise: `marketplace ${fault === 'hang' ? 'hangs' : 'is gone'}: kept home page`,
          figure: `${Math.round(most(homes, 0))} ms, ${homes.filter(({ status }) => status !== 200).length} failed of ${homes.length}`,
          goal: '<= 200 ms, 0',
          isHeld: most(homes, 0) <= 200 && homes.every(({ status }) => status === 200),
        },
      );
      line.fault = 'none';
      const back = performance.now();
      let recovered = Number.POSITIVE_INFINITY;
      while (performance.now() - back < 10_000 && recovered === Number.POSITIVE_INFINITY) {
        const [page, added] = await Promise.all([cold(), add()]);
        if (page.status === 200 && added.status === 200) recovered = performance.now() - back;
        else await new Promise((resolve) => setTimeout(resolve, 50));
      }
      kept.push({
        promise: `marketplace is back: cold pages and adds again`,
        figure: `${Math.round(recovered)} ms`,
        goal: '<= 5000 ms',
        isHeld: recovered <= 5000,
      });
    }
    return kept;
  } finally {
    await stopShop(server);
    await stop();
    forget();
  }
}
