/**
 * `npm run promises [-- NUMBER …] [--only alarms,tests,asvs,hanging,carts,overload,memory]`: what the shop promises
 * under fire, each tried on a built shop of its own over loopback, with figures, and then the promises by number with
 * what has tried them. Ends with 1 where one is not held. All take about half an hour. Generator and shop share the
 * machine: a scenario with figures of the clock is tried three times, and two must hold.
 * `--prove [NUMBER …]` breaks lines of the program on purpose, in a copy of the sources: for each breakage in
 * `promises.json` the promise must be reported as not held. Ends with 1 where one is not noticed.
 * `--ends-early` leaves out tests that need a build where tests of the sources have failed.
 */
import { parseArgs } from 'node:util';
import { again, type Kept, type Tried } from './lib-promises.ts';
import { buildIfStale, fail } from './lib-run.ts';
import { row } from './lib-table.ts';
import { alarms } from './promises-alarms.ts';
import { asvs } from './promises-asvs.ts';
import { hanging } from './promises-hanging.ts';
import { numbered, promises, tableOf } from './promises-list.ts';
import { memory } from './promises-memory.ts';
import { newCarts } from './promises-new-carts.ts';
import { overload } from './promises-overload.ts';
import { prove } from './promises-prove.ts';
import { tests } from './promises-tests.ts';

/** Those that measure a shop. */
const measured: Readonly<Record<string, () => Promise<Tried[]>>> = {
  hanging: () => again(hanging),
  carts: () => again(newCarts),
  overload: () => again(overload),
  memory,
};
const scenarios: Readonly<Record<string, () => Tried[] | Promise<Tried[]>>> = { alarms, asvs, ...measured };

const { values, positionals } = parseArgs({
  options: {
    only: { type: 'string' },
    prove: { type: 'boolean' },
    'ends-early': { type: 'boolean' },
    minutes: { type: 'string' },
    rate: { type: 'string' },
    'metrics-port': { type: 'string' },
  },
  allowPositionals: true,
});
const numbers = positionals.length > 0 ? positionals.map(Number) : promises.map((_, index) => index + 1);
if (numbers.some((number) => !promises[number - 1])) fail(`Promises have the numbers 1 to ${promises.length}.`);
const known = ['tests', ...Object.keys(scenarios)];
const names = values.only?.split(',') ?? known;
const unknown = names.find((name) => !known.includes(name));
if (unknown !== undefined) fail(`There is no promise by "${unknown}". There are: ${known.join(', ')}.`);
if (values.prove) process.exit(prove(numbers) ? 0 : 1);

/** Runs one scenario; an error in it is a promise that is not held. */
async function kept(name: string): Promise<Kept[]> {
  if (name === 'tests') return tests(numbers, values['ends-early']);
  const own = numbered(numbers)
    .filter((each) => each.scenarios?.includes(name))
    .map(({ number }) => number);
  if (own.length === 0) return [];
  if (name in measured) await buildIfStale();
  try {
    return ((await scenarios[name]?.()) ?? []).map((each) => ({ ...each, numbers: own }));
  } catch (error) {
    return [{ numbers: own, promise: name, figure: String(error), goal: 'no error', isHeld: false }];
  }
}

const tried: Kept[] = [];
console.log(row('', 'no.', 'what was tried', 'figure', 'goal'));
console.log(row('---', '---', '---', '---', '---'));
for (const name of names) {
  const rows = await kept(name);
  for (const { numbers: own, promise, figure, goal, isHeld } of rows)
    console.log(row(isHeld ? 'held' : 'NOT HELD', own.join(', '), promise, figure, goal));
  tried.push(...rows);
}
console.log(`\n${tableOf(numbers, tried)}\n`);
const broken = tried.filter(({ isHeld }) => !isHeld).length;
console.log(`${tried.length - broken} of ${tried.length} tries held.`);
process.exitCode = broken > 0 ? 1 : 0;
