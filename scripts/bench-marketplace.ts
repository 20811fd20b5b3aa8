/**
 * `npm run bench -- marketplace [--sizes demo,50k-products,10k-vehicles] [--calls 250]
 * [--reads suggestions,full]`: what each read of the
 * marketplace costs at several sizes of the catalogue. The marketplace runs alone on one core and keeps no answers;
 * calls come one after the other over HTTP on loopback, for products, leaves and cars drawn by a fixed seed. `of one
 * size` are leaves of 30 to 60 products, so that the catalogue is all that grows. Each address is read in three rounds
 * and its quickest read counts, because background load interrupts the others. The table has p50 and p99 of the
 * quickest reads, p99 of reads without waiting for a core, p99 of all reads, and CPU time per call. Of several sizes it
 * writes the picture `docs/scale.svg`. Catalogues are made once and kept.
 */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { processorTime, quantile, queuedTime } from '../test/support/figures.ts';
import { startMarketplace } from '../test/support/marketplace-process.ts';
import { callsFor } from '../test/support/marketplace-reads.ts';
import { dataFor } from '../test/support/sized-catalogue.ts';
import { at, option } from './lib-run.ts';
import { type Measured, markdownTable } from './lib-table.ts';
import { scalePicture } from './scale-picture.ts';

const sizes = option('sizes', 'demo,50k-products,10k-vehicles').split(',');
const calls = Number(option('calls', '250'));
/** Beginnings of the names of the reads. */
const wanted = option('reads', '').split(',');
/** Each address is read so often, after once to warm up. */
const rounds = 3;

/** Milliseconds of a call; those of the processor where the system tells. */
interface Cost {
  p50: number;
  p99: number;
  p99Undisturbed: number | null;
  p99OfAll: number;
  processor: number | null;
}
interface Result {
  size: string;
  products: number;
  largestLeaf: number;
  calls: Record<string, Cost>;
}

async function costsOf(size: string): Promise<Result> {
  const folder = dataFor(size);
  const plan = callsFor(folder);
  const pin = spawnSync('taskset', ['--version']).status === 0 ? ['taskset', '-c', '0'] : [];
  const marketplace = await startMarketplace({ DATA_DIR: folder }, pin);
  const { process: child, origin } = marketplace;
  const rows: Record<string, Cost> = {};
  const waited = () => queuedTime(child.pid) + queuedTime(process.pid);
  try {
    for (const [name, address] of Object.entries(plan.calls)) {
      if (!wanted.some((start) => name.startsWith(start))) continue;
      const reads = Array.from({ length: calls }, () => [address()].flat());
      const quickest = reads.map(() => Number.POSITIVE_INFINITY);
      const all: number[] = [];
      const undisturbed: number[] = [];
      let before: number | null = null;
      for (let round = 0; round <= rounds; round++) {
        if (round === 1) before = processorTime(child.pid);
        for (const [index, paths] of reads.entries()) {
          const stood = waited();
          const began = performance.now();
          for (const path of paths) {
            const response = await fetch(origin + path);
            await response.arrayBuffer();
            if (!response.ok) throw new Error(`${path} answers ${response.status}`);
          }
          if (round === 0) continue;
          const took = performance.now() - began;
          quickest[index] = Math.min(quickest[index] ?? took, took);
          all.push(took);
          if (waited() - stood < 1) undisturbed.push(took);
        }
      }
      const after = processorTime(child.pid);
      const spent = before === null || after === null ? null : ((after - before) * 1000) / all.length;
      for (const times of [quickest, undisturbed, all]) times.sort((a, b) => a - b);
      const reported = (milliseconds: number): number => Number(milliseconds.toFixed(2));
      rows[name] = {
        p50: reported(quantile(quickest, 0.5)),
        p99: reported(quantile(quickest, 0.99)),
        p99Undisturbed: undisturbed.length > 0 ? reported(quantile(undisturbed, 0.99)) : null,
        p99OfAll: reported(quantile(all, 0.99)),
        processor: spent === null ? null : reported(spent),
      };
    }
  } finally {
    await marketplace.end();
  }
  return { size, products: plan.products, largestLeaf: plan.largest, calls: rows };
}

const cellOf = ({ p50, p99, p99Undisturbed, p99OfAll, processor }: Cost): string =>
  `${p50} / ${p99} / ${p99Undisturbed ?? '-'} / ${p99OfAll} / ${processor ?? '-'}`;

export async function measure(): Promise<Measured> {
  const results: Result[] = [];
  for (const size of sizes) results.push(await costsOf(size));
  if (results.length > 1 && wanted.includes('')) writeFileSync(at('docs/scale.svg'), scalePicture(results));
  const table = markdownTable(
    ['call', ...results.map(({ products, largestLeaf }) => `${products} (largest leaf ${largestLeaf})`)],
    Object.keys(results[0]?.calls ?? {}).map((name) => [
      name,
      ...results.map(({ calls: { [name]: cost } }) => (cost ? cellOf(cost) : '-')),
    ]),
  );
  return {
    result: results,
    text: `milliseconds: p50 / p99 / p99 of undisturbed reads / p99 of all rounds / CPU time per call; one core, no answers kept\n\n${table}`,
  };
}
