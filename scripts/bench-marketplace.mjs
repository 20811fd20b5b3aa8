/**
 * `npm run bench -- marketplace [--sizes demo,50k-products,10k-vehicles] [--calls 400]`: what each read of the marketplace
 * costs at several sizes of the catalogue. The marketplace runs alone on one core and keeps no answers; calls come one after
 * the other over HTTP on loopback, for products, leaves and cars drawn by a fixed seed. `of one size` are leaves of 30 to
 * 60 products, so that the catalogue is all that grows. Prints a table of p50, p99 and processor time per call (which a busy
 * machine does not distort) and writes `bench-marketplace.json` beside the build. Large catalogues are made once and kept.
 */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { callsFor, dataFor, processorTime, quantile, startMarketplace } from './lib-marketplace.mjs';
import { at, buildIfStale, install } from './lib-run.mjs';

const text = (name, fallback) => {
  const index = process.argv.indexOf(`--${name}`);
  return index === -1 ? fallback : (process.argv[index + 1] ?? fallback);
};
const sizes = text('sizes', 'demo,50k-products,10k-vehicles').split(',');
const calls = Number(text('calls', '400'));

async function measure(size) {
  const folder = await dataFor(size);
  const plan = await callsFor(folder);
  const pin = spawnSync('taskset', ['--version']).status === 0 ? ['taskset', '-c', '0'] : [];
  const { child, origin, stop } = await startMarketplace(folder, pin);
  const rows = {};
  try {
    for (const [name, address] of Object.entries(plan.calls)) {
      const times = [];
      let before = processorTime(child.pid);
      const warm = Math.ceil(calls / 10);
      for (let call = -warm; call < calls; call++) {
        if (call === 0) before = processorTime(child.pid);
        const path = address();
        const began = performance.now();
        const answer = await fetch(origin + path);
        await answer.arrayBuffer();
        if (call >= 0) times.push(performance.now() - began);
        if (!answer.ok) throw new Error(`${path} answers ${answer.status}`);
      }
      times.sort((a, b) => a - b);
      const at = (share) => Number(quantile(times, share).toFixed(2));
      const spent = before === null ? null : Number((((processorTime(child.pid) - before) * 1000) / calls).toFixed(2));
      rows[name] = { p50: at(0.5), p99: at(0.99), processor: spent };
    }
  } finally {
    await stop();
  }
  return { size, products: plan.products, largestLeaf: plan.largest, calls: rows };
}

await install();
await buildIfStale();
const results = [];
for (const size of sizes) results.push(await measure(size));

const cell = ({ p50, p99, processor }) => `${p50} / ${p99} / ${processor ?? '-'}`;
console.log('\nmilliseconds: p50 / p99 / processor time per call; one core, no answers kept\n');
console.log(
  `| call | ${results.map(({ products, largestLeaf }) => `${products} (largest leaf ${largestLeaf})`).join(' | ')} |`,
);
console.log(`| --- |${results.map(() => ' --- |').join('')}`);
for (const name of Object.keys(results[0].calls))
  console.log(`| ${name} | ${results.map((result) => cell(result.calls[name])).join(' | ')} |`);
writeFileSync(at('dist/bench-marketplace.json'), JSON.stringify(results, null, 2));
