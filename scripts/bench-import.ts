/**
 * `npm run bench -- import [--size 10k-vehicles] [--rows 1000000] [--rounds 3]`: what an import of offers into a running marketplace takes,
 * and what reads notice of it, at a steady pace of 50 a second. Prints a table and writes `bench-import.json` beside the build.
 */
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { measureImport, writeFeed } from './lib-import-load.ts';
import { dataFor } from './lib-marketplace.ts';
import { at, buildIfStale, option } from './lib-run.ts';

await buildIfStale();
const source = dataFor(option('size', '10k-vehicles'));
const folder = mkdtempSync(at('dist/bench-data/import-'));
try {
  cpSync(source, folder, { recursive: true });
  const feeds: string[] = [];
  const rows = Number(option('rows', '1000000'));
  for (let round = 1; round <= Number(option('rounds', '3')); round++) {
    const feed = join(folder, `offers-${round}.csv`);
    feeds.push(feed);
    await writeFeed(folder, feed, { rows, dearer: 100 * round, every: 1 });
  }
  const result = { rows, ...(await measureImport(folder, feeds, { seconds: 15 })) };
  for (const [index, { seconds, phases }] of result.imports.entries()) {
    const round = result.rounds[index];
    if (!round) continue;
    const { without, within, ratio } = round;
    const begun = JSON.stringify(phases);
    console.log(
      `${rows} offers in ${seconds} s (begun after ${begun}); p99 ${within.p99} ms, else ${without.p99}: × ${ratio}`,
    );
  }
  console.log('| reads | count | failed | p50 ms | p99 ms |\n| --- | --- | --- | --- | --- |');
  for (const [name, { reads, failed, p50, p99 }] of [
    ['without import', result.without],
    ['during import', result.within],
  ] as const)
    console.log(`| ${name} | ${reads} | ${failed} | ${p50} | ${p99} |`);
  console.log(`in the middle round p99 during an import is ${result.ratio} times that without`);
  writeFileSync(at('dist/bench-import.json'), JSON.stringify(result, null, 2));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
