import { statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { anyOffer } from '../test/support/add.ts';
import { copyCatalogue, startShop, stopShop } from '../test/support/measured-shop.ts';
import { addOnce, askOnce, closedLoop } from './lib-open-loop.ts';
import type { Tried } from './lib-promises.ts';

const seconds = 20;
const day = 86_400;

/** Sessions that one client can create in a day by making carts as fast as it can. */
export async function newCarts(): Promise<Tried[]> {
  const { dataDir, forget } = copyCatalogue();
  const server = await startShop(dataDir, { LOG_LEVEL: 'warn', RATE_LIMIT: '300' });
  const { address } = server;
  /** Of all that is kept, without what waits in the write-ahead log. */
  const bytes = (): number => {
    const file = join(dataDir, 'state.db');
    const database = new DatabaseSync(file);
    database.exec('pragma wal_checkpoint(truncate)');
    database.close();
    return statSync(file).size;
  };
  try {
    const offer = await anyOffer(address);
    const before = bytes();
    let made = 0;
    let late = 0;
    const half = performance.now() + (seconds / 2) * 1000;
    let asked = 0;
    await closedLoop(
      async () => {
        const answer = await addOnce(address, offer);
        asked += 1;
        if (answer.status === 200) {
          made += 1;
          if (answer.at > half) late += 1;
        }
        return answer;
      },
      40,
      seconds,
    );
    const perCart = (bytes() - before) / Math.max(1, made);
    // Some at once, and then as many as come back.
    const perDay = made + (late / (seconds / 2)) * day;
    const megabytes = (perDay * perCart) / 1e6;
    const home = await askOnce(`${address}/`);
    return [
      {
        promise: `one client makes carts for ${seconds} s (${asked} tries)`,
        figure: `${made} made, ${megabytes.toFixed(1)} MB a day at ${Math.round(perCart)} bytes each; home ${home.status}`,
        goal: '<= 10 MB a day, pages go on',
        isHeld: megabytes <= 10 && home.status === 200,
      },
    ];
  } finally {
    await stopShop(server);
    forget();
  }
}
