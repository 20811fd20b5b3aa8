import { statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { anyOffer } from '../test/support/add.ts';
import { withShop } from '../test/support/measured-shop.ts';
import { addOnce, askOnce, closedLoop } from './lib-open-loop.ts';
import type { Tried } from './promises-list.ts';

const seconds = 20;
const secondsOfDay = 86_400;

/** Bytes of `state.db`, with the content of its write-ahead log. */
function stateBytes(dataDir: string): number {
  const file = join(dataDir, 'state.db');
  const database = new DatabaseSync(file);
  database.exec('pragma wal_checkpoint(truncate)');
  database.close();
  return statSync(file).size;
}

/** Measures the carts that one client can create in a day. */
export const newCarts = (): Promise<Tried[]> =>
  withShop({ LOG_LEVEL: 'warn', RATE_LIMIT: '300' }, async ({ address }, dataDir) => {
    const offer = await anyOffer(address);
    const before = stateBytes(dataDir);
    let [tries, made, late] = [0, 0, 0];
    const half = performance.now() + (seconds / 2) * 1000;
    const add = async () => {
      const answer = await addOnce(address, offer);
      tries += 1;
      if (answer.status === 200) made += 1;
      if (answer.status === 200 && answer.at > half) late += 1;
      return answer;
    };
    await closedLoop(add, 40, seconds);
    const perCart = (stateBytes(dataDir) - before) / Math.max(1, made);
    // The rate limit allows some at once, and then as many as it renews: the second half shows that rate.
    const perDay = made + (late / (seconds / 2)) * secondsOfDay;
    const megabytes = (perDay * perCart) / 1e6;
    const home = await askOnce(`${address}/`);
    return [
      {
        promise: `one client makes carts for ${seconds} s (${tries} tries)`,
        figure: `${made} made, ${megabytes.toFixed(1)} MB a day at ${Math.round(perCart)} bytes each; home ${home.status}`,
        goal: '<= 10 MB a day, pages go on',
        isHeld: megabytes <= 10 && home.status === 200,
      },
    ];
  });
