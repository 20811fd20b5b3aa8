/**
 * `npm run bench -- pairs --before FOLDER [--pairs 10] [--requests 1500]`: whether a change costs anything in peace.
 * FOLDER is a clone of the commit before, with its build. Both builds are started in turn over the same data, each
 * asked for the same pages, made and kept; what counts is the processor's time for each request, which a busy machine
 * disturbs less than the clock's, as the median of the ratios of all pairs.
 */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { processorTime, quantile } from '../test/support/figures.ts';
import { copyCatalogue, findPages, startShop, stopShop } from '../test/support/measured-shop.ts';
import { at, fail, option } from './lib-run.ts';
import type { Measured } from './lib-table.ts';

const before = resolve(option('before', ''), 'dist/server.js');
const pairs = Number(option('pairs', '10'));
const requests = Number(option('requests', '1500'));
/** Asked for before anything is measured. */
const warmUp = 300;

interface Cost {
  /** Processor milliseconds of a request. */
  each: number;
  /** Milliseconds to the first page, by the clock and of the processor, and MiB at the end. */
  start: number;
  startWork: number;
  memory: number;
}

const measures = ['each', 'start', 'startWork', 'memory'] as const;

async function costOf(dataDir: string, program: string): Promise<Cost> {
  // Half of the pages are made: a cache of one MiB holds few.
  const server = await startShop(dataDir, { LOG_LEVEL: 'warn', PAGE_CACHE_MB: '1' }, { program });
  try {
    const started = processorTime(server.child.pid);
    const { pages, cold } = await findPages(server.address);
    const addresses = [...Object.values(pages), ...cold.map((path) => [path, {}] as const)];
    const ask = async (number: number): Promise<void> => {
      const [path, headers] = addresses[number % addresses.length] as (typeof addresses)[number];
      const response = await fetch(server.address + path, { headers: { 'accept-encoding': 'br', ...headers } });
      await response.arrayBuffer();
      if (!response.ok) throw new Error(`${path} answers ${response.status}`);
    };
    for (let number = 0; number < warmUp; number++) await ask(number);
    const began = processorTime(server.child.pid);
    for (let number = 0; number < requests; number++) await ask(number);
    const ended = processorTime(server.child.pid);
    if (started === null || began === null || ended === null)
      return fail('The cost of a process needs /proc, which this system lacks.');
    return {
      each: ((ended - began) * 1000) / requests,
      start: server.firstPage,
      startWork: started * 1000,
      memory: server.memory(),
    };
  } finally {
    await stopShop(server);
  }
}

const names: Record<keyof Cost, string> = {
  each: 'CPU time',
  start: 'start',
  startWork: 'CPU time of a start',
  memory: 'memory',
};

export async function measure(): Promise<Measured> {
  if (!existsSync(before))
    fail(`There is no build of before: ${before}. Usage: npm run bench -- pairs --before FOLDER`);
  const { dataDir, forget } = copyCatalogue();
  const ratios: Record<keyof Cost, number[]> = { each: [], start: [], startWork: [], memory: [] };
  try {
    for (let pair = 0; pair < pairs; pair++) {
      const cost = { before: () => costOf(dataDir, before), now: () => costOf(dataDir, at('dist/server.js')) };
      // In turn, so that what grows warmer or busier meets both.
      const early = pair % 2 === 0 ? await cost.before() : null;
      const now = await cost.now();
      const then = early ?? (await cost.before());
      for (const what of measures) ratios[what].push(now[what] / then[what]);
      console.log(
        `pair ${pair + 1}: ${then.each.toFixed(2)} and ${now.each.toFixed(2)} ms of the processor for a request, ${then.startWork} and ${now.startWork} for a start`,
      );
    }
  } finally {
    forget();
  }
  const lines = measures.map((what) => {
    const sorted = ratios[what].sort((one, other) => one - other);
    const at = (share: number): string => quantile(sorted, share).toFixed(3);
    return `${names[what]}: median ${at(0.5)} of before, half of the pairs between ${at(0.25)} and ${at(0.75)}`;
  });
  return { text: lines.join('\n') };
}
