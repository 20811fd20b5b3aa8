/**
 * `npm run bench -- optimiser [--carts 20]`: compares our branch and bound with HiGHS (WebAssembly, for this comparison
 * only). Both search the cheapest offers for the same carts of several sizes: random ones of a fixed seed, and some
 * with offers of the demonstration. The time ends with the proof, or after a second; a proof within 50 ms is in time.
 * Fails where both have proven different costs.
 */
import { createRequire } from 'node:module';
import type { Highs } from 'highs';
import { quantile } from '../test/support/figures.ts';
import { type Cart, catalogueCarts, drawnCarts, type Found, highsSearch, ownSearch } from './lib-optimiser.ts';
import { option } from './lib-run.ts';
import { type Measured, markdownTable } from './lib-table.ts';

// The types of this package describe the module for `require`.
const load: () => Promise<Highs> = createRequire(import.meta.url)('highs');
const highs = await load();
const count = Number(option('carts', '20'));
const inTimeMs = 50;
const mostMs = 1000;

const searches = {
  own: (cart: Cart) => ownSearch(cart, mostMs),
  HiGHS: (cart: Cart) => highsSearch(highs, cart, mostMs),
};
const summaryOf = (results: readonly Found[]) => {
  const times = results.map(({ ms }) => ms).sort((one, other) => one - other);
  const share = results.filter(({ isProven, ms }) => isProven && ms <= inTimeMs).length / results.length;
  return {
    provenInTime: share,
    p50: Number(quantile(times, 0.5).toFixed(1)),
    p99: Number(quantile(times, 0.99).toFixed(1)),
  };
};

export function measure(): Measured {
  for (const cart of drawnCarts(12, 5)) for (const search of Object.values(searches)) search(cart);
  const result = Object.entries({ drawn: drawnCarts, demonstration: catalogueCarts }).flatMap(([from, make]) =>
    [6, 12, 50].map((lines) => {
      const found = make(lines, count).map((cart) => ({ own: searches.own(cart), HiGHS: searches.HiGHS(cart) }));
      const both = found.filter(({ own, HiGHS }) => own.isProven && HiGHS.isProven);
      const sameCost = both.filter(({ own, HiGHS }) => own.cost === HiGHS.cost).length;
      const [own, HiGHS] = [summaryOf(found.map((each) => each.own)), summaryOf(found.map((each) => each.HiGHS))];
      return { from, lines, carts: count, bothProven: both.length, sameCost, own, HiGHS };
    }),
  );
  const cell = ({ provenInTime, p50, p99 }: ReturnType<typeof summaryOf>): string =>
    `${Math.round(provenInTime * 100)} % / ${p50} / ${p99}`;
  const table = markdownTable(
    ['carts', 'lines', 'own', 'HiGHS', 'same cost'],
    result.map(({ from, lines, own, HiGHS, sameCost, bothProven }) => [
      from,
      lines,
      cell(own),
      cell(HiGHS),
      `${sameCost} of ${bothProven}`,
    ]),
  );
  const isDifferent = result.some(({ sameCost, bothProven }) => sameCost < bothProven);
  return {
    result,
    text: `proven within ${inTimeMs} ms / p50 / p99 in ms, of ${count} carts; cost the same where both have proven it\n\n${table}`,
    fault: isDifferent ? 'both have proven different costs' : undefined,
  };
}
