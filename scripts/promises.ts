/**
 * `npm run promises [-- NUMBER …] [--only alarms,tests,asvs,hanging,carts,overload,memory]`: tests the promises of the
 * shop under load and failures. Each scenario runs on a built shop of its own over loopback and prints its figures.
 * Then follows a table of the promises by number with their results. Ends with 1 where one does not hold. All take
 * about half an hour. Load and shop share the machine, so a scenario with clock times runs three times, and two must
 * hold. `--prove [NUMBER …]` breaks lines of the program in a copy of the sources: for each breakage in `promises.json`
 * its promise must fail. Ends with 1 where one does not. `--ends-early` omits tests that need a build after a failed
 * test of the sources.
 */
import { parseArgs } from 'node:util';
import { buildIfStale, fail } from './lib-run.ts';
import { row } from './lib-table.ts';
import { hanging } from './promises-hanging.ts';
import { again, type Kept, numbered, promises, type Tried, tableOf } from './promises-list.ts';
import { memory } from './promises-memory.ts';
import { newCarts } from './promises-new-carts.ts';
import { overload } from './promises-overload.ts';
import { prove } from './promises-prove.ts';
import { alarms, asvs, tests } from './promises-tests.ts';

/** Scenarios that need a built shop. */
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
const numbers = positionals.length > 0 ? positionals.map(Number) : promises.map(({ number }) => number);
if (numbers.some((number) => !promises[number - 1])) fail(`Promises have the numbers 1 to ${promises.length}.`);
const known = ['tests', ...Object.keys(scenarios)];
const names = values.only?.split(',') ?? known;
const unknown = names.find((name) => !known.includes(name));
if (unknown !== undefined) fail(`There is no promise by "${unknown}". There are: ${known.join(', ')}.`);
if (values.prove) process.exit(prove(numbers) ? 0 : 1);

/** Runs one scenario. After an error in it its promises do not hold. */
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
