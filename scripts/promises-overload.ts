import { anyOffer } from '../test/support/add.ts';
import { copyCatalogue, startShop, stopShop } from '../test/support/measured-shop.ts';
import { type Answered, addOnce, askOnce, closedLoop, openLoop, percentile } from './lib-open-loop.ts';
import type { Tried } from './lib-promises.ts';

/**
 * Seconds of measuring the capacity, and of each load; milliseconds between two requests beside it, and for a good
 * answer.
 */
const [capacitySeconds, loadSeconds, pause, goodWithin] = [4, 6, 100, 1500];
const factors = [0.5, 1, 2, 3];

const ms = (value: number): string => `${Math.round(value)} ms`;

/**
 * Behaviour of the shop at several times its capacity: cold searches in an open loop, and three kinds of visitors
 * beside.
 */
export async function overload(): Promise<Tried[]> {
  const { dataDir, forget } = copyCatalogue();
  const server = await startShop(dataDir, { LOG_LEVEL: 'warn' });
  const { address } = server;
  let number = 0;
  const search = (): Promise<Answered> => askOnce(`${address}/Volltextsuche?query=bremse${number++}`);
  try {
    const offer = await anyOffer(address);
    const add = (): Promise<Answered> => addOnce(address, offer);
    await closedLoop(search, 8, 2);
    const capacity = await closedLoop(search, 8, capacitySeconds);
    const kept: Tried[] = [];
    for (const factor of factors) {
      const beside = {
        home: [] as Promise<Answered>[],
        add: [] as Promise<Answered>[],
        livez: [] as Promise<Answered>[],
      };
      const timer = setInterval(() => {
        beside.home.push(askOnce(`${address}/`));
        beside.add.push(add());
        beside.livez.push(askOnce(`${address}/livez`));
      }, pause);
      const cold = await openLoop(search, capacity * factor, loadSeconds);
      clearInterval(timer);
      const [home = [], adds = [], livez = []] = await Promise.all(
        [beside.home, beside.add, beside.livez].map((each) => Promise.all(each)),
      );
      const good = cold.filter(({ status, milliseconds }) => status === 200 && milliseconds <= goodWithin);
      const shed = cold.filter(({ status }) => status === 503);
      const wanted = Math.min(1, factor);
      const share = good.length / loadSeconds / capacity;
      const added = adds.filter(({ status }) => status === 200).length / adds.length;
      const load = `${factor} times the capacity`;
      kept.push(
        {
          promise: `${load}: served within ${goodWithin} ms`,
          figure: `${Math.round(100 * share)} % of ${Math.round(capacity)}/s, p99 ${ms(percentile(good, 0.99))}`,
          goal: `>= ${Math.round(95 * wanted)} %`,
          isHeld: share >= 0.95 * wanted,
        },
        {
          promise: `${load}: kept home page, health`,
          figure: `p99 ${ms(percentile(home, 0.99))}, ${ms(percentile(livez, 0.99))}`,
          goal: '<= 100 ms, 250 ms',
          isHeld:
            percentile(home, 0.99) <= 100 &&
            percentile(livez, 0.99) <= 250 &&
            [...home, ...livez].every(({ status }) => status === 200),
        },
        {
          promise: `${load}: adding to the cart`,
          figure: `p99 ${ms(percentile(adds, 0.99))}, ${Math.round(1000 * added) / 10} % of ${adds.length}`,
          goal: '<= 1 s, 99 %',
          isHeld: percentile(adds, 0.99) <= 1000 && added >= 0.99,
        },
      );
      if (factor === 3)
        kept.push({
          promise: `${load}: refusals`,
          figure: `${shed.length} of ${cold.length}, ${cold.filter(({ status }) => status === 0).length} without an answer, p50 ${ms(percentile(shed, 0.5))}, p99 ${ms(percentile(shed, 0.99))}`,
          goal: '<= 10 ms, 60 ms',
          isHeld:
            percentile(shed, 0.5) <= 10 && percentile(shed, 0.99) <= 60 && cold.every(({ status }) => status !== 0),
        });
    }
    await new Promise((resolve) => setTimeout(resolve, 1000));
    const after = await askOnce(`${address}/Volltextsuche?query=danach`);
    kept.push({
      promise: 'a second after the load: a cold page',
      figure: `${after.status}, ${ms(after.milliseconds)}`,
      goal: '200, <= 100 ms',
      isHeld: after.status === 200 && after.milliseconds <= 100,
    });
    return kept;
  } finally {
    await stopShop(server);
    forget();
  }
}
