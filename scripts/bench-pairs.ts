/**
 * `npm run bench -- pairs --before FOLDER [--pairs 10] [--requests 1500]`: compares this build with that of another
 * commit. FOLDER is a clone of that commit, with its build. Both builds start in turn over the same data and answer the
 * same requests, cached and uncached. The measure is CPU time per request, which a busy machine disturbs less than
 * clock time. The result is the median of the ratios of all pairs.
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
/** Requests before the measurement. */
const warmUp = 300;

/** Names of the measured values, which are milliseconds and MiB. */
const names = { each: 'CPU time', start: 'start', startWork: 'CPU time of a start', memory: 'memory' };
type Name = keyof typeof names;
const measures = Object.keys(names) as Name[];

async function costOf(dataDir: string, program: string): Promise<Record<Name, number>> {
  // A cache of one MiB holds few pages, so that about half of them are uncached.
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
    const each = ((ended - began) * 1000) / requests;
    return { each, start: server.firstPage, startWork: started * 1000, memory: server.memory() };
  } finally {
    await stopShop(server);
  }
}

export async function measure(): Promise<Measured> {
  if (!existsSync(before)) fail(`There is no other build: ${before}. Usage: npm run bench -- pairs --before FOLDER`);
  const { dataDir, forget } = copyCatalogue();
  const ratios: Record<Name, number[]> = { each: [], start: [], startWork: [], memory: [] };
  try {
    for (let pair = 0; pair < pairs; pair++) {
      const cost = { before: () => costOf(dataDir, before), now: () => costOf(dataDir, at('dist/server.js')) };
      // The builds run in alternating order, so that changes of the machine affect both.
      const early = pair % 2 === 0 ? await cost.before() : null;
      const now = await cost.now();
      const then = early ?? (await cost.before());
      for (const name of measures) ratios[name].push(now[name] / then[name]);
      console.log(
        `pair ${pair + 1}: ${then.each.toFixed(2)} and ${now.each.toFixed(2)} ms of CPU time for a request, ${then.startWork} and ${now.startWork} for a start`,
      );
    }
  } finally {
    forget();
  }
  const lines = measures.map((name) => {
    const sorted = ratios[name].sort((one, other) => one - other);
    const [low, middle, high] = [0.25, 0.5, 0.75].map((share) => quantile(sorted, share).toFixed(3));
    return `${names[name]}: median ${middle} of before, half of the pairs between ${low} and ${high}`;
  });
  return { text: lines.join('\n') };
}
