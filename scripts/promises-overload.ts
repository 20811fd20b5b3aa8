import { anyOffer } from '../test/support/add.ts';
import { withShop } from '../test/support/measured-shop.ts';
import { type Answered, addOnce, askOnce, closedLoop, openLoop, percentile, steadily } from './lib-open-loop.ts';
import type { Tried } from './promises-list.ts';

const capacitySeconds = 4;
const loadSeconds = 6;
/** Milliseconds between two requests of a visitor beside the load. */
const pauseMs = 100;
const goodWithinMs = 1500;
const factors = [0.5, 1, 2, 3];

const ms = (value: number): string => `${Math.round(value)} ms`;

/** Sends cold searches at several times the capacity, in an open loop, beside three kinds of visitors. */
export const overload = (): Promise<Tried[]> =>
  withShop({ LOG_LEVEL: 'warn' }, async ({ address }) => {
    let number = 0;
    const search = (): Promise<Answered> => askOnce(`${address}/Volltextsuche?query=bremse${number++}`);
    const offer = await anyOffer(address);
    await closedLoop(search, 8, 2);
    const capacity = await closedLoop(search, 8, capacitySeconds);
    const kept: Tried[] = [];
    for (const factor of factors) {
      const beside = {
        home: () => askOnce(`${address}/`),
        adds: () => addOnce(address, offer),
        livez: () => askOnce(`${address}/livez`),
      };
      const [cold, { home, adds, livez }] = await Promise.all([
        openLoop(search, capacity * factor, loadSeconds),
        steadily(beside, pauseMs, loadSeconds),
      ]);
      const good = cold.filter(({ status, milliseconds }) => status === 200 && milliseconds <= goodWithinMs);
      const shed = cold.filter(({ status }) => status === 503);
      const wanted = Math.min(1, factor);
      const share = good.length / loadSeconds / capacity;
      const added = adds.filter(({ status }) => status === 200).length / adds.length;
      const load = `${factor} times the capacity`;
      kept.push(
        {
          promise: `${load}: served within ${goodWithinMs} ms`,
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
  });
