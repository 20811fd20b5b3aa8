/**
 * `npm run bench -- marketplace [--sizes demo,50k-products,10k-vehicles] [--calls 250] [--reads suggestions,full]`:
 * measures each read of the marketplace at several sizes of the catalogue. The marketplace runs alone on one core
 * without its cache. Calls follow each other over HTTP on loopback, for products, leaves and cars of a fixed seed.
 * Reads `of one size` are of leaves with 30 to 60 products, so that only the catalogue grows. The bench reads each
 * address in three rounds and counts the fastest read, because background load slows the others. The table has p50 and
 * p99 of the fastest reads, p99 of all reads, and CPU time per call.
 */
import { processorTime, quantile } from '../test/support/figures.ts';
import { startMarketplace } from '../test/support/marketplace-process.ts';
import { callsFor } from '../test/support/marketplace-reads.ts';
import { dataFor } from '../test/support/sized-catalogue.ts';
import { onFirstCore, option } from './lib-run.ts';
import { type Measured, markdownTable } from './lib-table.ts';

const sizes = option('sizes', 'demo,50k-products,10k-vehicles').split(',');
const calls = Number(option('calls', '250'));
/** Beginnings of the names of reads. */
const wanted = option('reads', '').split(',');
/** A round before these warms up. */
const rounds = 3;

/** Milliseconds of a call; NaN where the system does not report CPU time. */
interface Cost {
  p50: number;
  p99: number;
  p99OfAll: number;
  processor: number;
}

async function costsOf(size: string) {
  const folder = dataFor(size);
  const plan = callsFor(folder);
  const marketplace = await startMarketplace({ DATA_DIR: folder }, onFirstCore);
  const { process: child, origin } = marketplace;
  const costs: Record<string, Cost> = {};
  try {
    for (const [name, address] of Object.entries(plan.calls)) {
      if (!wanted.some((start) => name.startsWith(start))) continue;
      const reads = Array.from({ length: calls }, () => [address()].flat());
      const fastest = reads.map(() => Number.POSITIVE_INFINITY);
      const all: number[] = [];
      let before = Number.NaN;
      for (let round = 0; round <= rounds; round++) {
        if (round === 1) before = processorTime(child.pid) ?? Number.NaN;
        for (const [index, paths] of reads.entries()) {
          const began = performance.now();
          for (const path of paths) {
            const response = await fetch(origin + path);
            await response.arrayBuffer();
            if (!response.ok) throw new Error(`${path} answers ${response.status}`);
          }
          if (round === 0) continue;
          const tookMs = performance.now() - began;
          fastest[index] = Math.min(fastest[index] ?? tookMs, tookMs);
          all.push(tookMs);
        }
      }
      const seconds = (processorTime(child.pid) ?? Number.NaN) - before;
      for (const times of [fastest, all]) times.sort((a, b) => a - b);
      costs[name] = {
        p50: quantile(fastest, 0.5),
        p99: quantile(fastest, 0.99),
        p99OfAll: quantile(all, 0.99),
        processor: (seconds * 1000) / all.length,
      };
    }
  } finally {
    await marketplace.end();
  }
  return { size, products: plan.products, largestLeaf: plan.largest, costs };
}

const cellOf = ({ p50, p99, p99OfAll, processor }: Cost): string =>
  [p50, p99, p99OfAll, processor].map((ms) => ms.toFixed(2)).join(' / ');

export async function measure(): Promise<Measured> {
  const results: Awaited<ReturnType<typeof costsOf>>[] = [];
  for (const size of sizes) results.push(await costsOf(size));
  const table = markdownTable(
    ['call', ...results.map(({ products, largestLeaf }) => `${products} (largest leaf ${largestLeaf})`)],
    Object.keys(results[0]?.costs ?? {}).map((name) => [
      name,
      ...results.map(({ costs: { [name]: cost } }) => (cost ? cellOf(cost) : '-')),
    ]),
  );
  return {
    result: results,
    text: `milliseconds: p50 / p99 / p99 of all rounds / CPU time per call; one core\n\n${table}`,
  };
}
