import { type Kept, row } from './lib-promises.ts';
import { promisesByTests } from './promises-tests.ts';

/** What the shop promises under fire, by number; `aside` says why nothing here keeps one. */
export const promises: readonly { readonly words: string; readonly aside?: string }[] = [
  { words: 'ASVS 5.0, levels 1 and 2: a test or a reason for each requirement' },
  { words: 'Headers: at least 125 points of the Observatory' },
  { words: 'Content Security Policy with Trusted Types' },
  { words: 'No input breaks a page' },
  { words: "Nobody's data reach another" },
  { words: 'No cache can be poisoned' },
  { words: 'Caches and memory are bounded' },
  { words: 'Requests forged by other sites are refused' },
  { words: 'A proof of work serves once', aside: 'withdrawn: it only slows robots down (D28)' },
  { words: 'No stored script runs' },
  { words: 'Hostile feeds do no harm' },
  { words: 'No way into the network, no smuggled request' },
  { words: 'Slow clients are closed' },
  { words: 'No personal data in logs' },
  { words: 'Supply chain: packages are known, counted and reasoned' },
  { words: 'The container keeps its contract' },
  { words: 'A dead or hanging marketplace leaves the cached shop' },
  { words: 'Any call may fail; the page stands' },
  { words: 'A crowd at one cold address makes few calls' },
  { words: 'Nothing is asked again in a loop' },
  { words: 'Overload: what can be served is, the rest is refused at once' },
  { words: 'Acknowledged changes of carts survive' },
  { words: 'A full disk is survived' },
  { words: 'Imports beside visitors, killed at any step; damage is found' },
  { words: 'Restarts go unnoticed' },
  { words: 'PostgreSQL may fail; several machines' },
  { words: 'Backups are sound and come back' },
  { words: 'No leak, no stall' },
  { words: 'Support finds the cause by the code' },
  { words: 'Each alarm is raised by its fault alone' },
  { words: 'The trail of a cart is whole' },
  { words: 'Pages are accessible' },
];

/** Scenarios besides the tests, by the promises that they try. */
const scenariosOf: Readonly<Record<string, readonly number[]>> = {
  asvs: [1],
  alarms: [30],
  hanging: [17],
  carts: [21, 23],
  overload: [21],
  memory: [7, 28],
};

/** @returns all promises as a table in Markdown: number, words, by what it was tried, and whether it is held */
export function tableOf(kept: readonly Kept[]): string[] {
  const lines = promises.map(({ words, aside }, index) => {
    const own = kept.filter(({ numbers }) => numbers.includes(index + 1));
    const broken = own.filter(({ isHeld }) => !isHeld).length;
    const result = own.length === 0 ? 'not tried' : broken === 0 ? 'held' : `NOT HELD (${broken} of ${own.length})`;
    const scenarios = Object.keys(scenariosOf).filter((name) => scenariosOf[name]?.includes(index + 1));
    const files = promisesByTests
      .filter(({ numbers }) => numbers.includes(index + 1))
      .flatMap(({ proofs }) => proofs.map(([file]) => file));
    const by = [...scenarios.map((name) => `--only ${name}`), ...new Set(files)].join(', ');
    return row(index + 1, words, aside ?? by, aside ? 'withdrawn' : result);
  });
  return [row('', 'promise', 'tried by', 'result'), row('---', '---', '---', '---'), ...lines];
}
