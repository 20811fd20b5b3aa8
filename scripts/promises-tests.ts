import { errorOf } from './check-specification.ts';
import { runTestFiles } from './lib-cited-tests.ts';
import type { Kept } from './lib-promises.ts';

/** File and words of a title; without words every test of the file. */
export type Cited = readonly [file: string, title?: string];
interface ProvenPromise {
  /** Of the promises in `promises-list.ts` that it belongs to. */
  readonly numbers: readonly number[];
  readonly promise: string;
  readonly proofs: readonly Cited[];
}

/**
 * Promises that tests keep, as they are worded for the operator; those with figures under load have scenarios of their
 * own.
 */
export const promisesByTests: readonly ProvenPromise[] = [
  {
    numbers: [2],
    promise: 'at least 125 points of the Observatory, also on what Node itself answers',
    proofs: [
      ['server/web/http/security.test.ts', 'at least 125 points'],
      ['test/under-fire.test.ts', 'is answered with an id, safe headers and one line'],
    ],
  },
  {
    numbers: [3],
    promise: 'pages load their own files alone under Trusted Types, and say what was stopped',
    proofs: [
      ['server/web/http/security.test.ts', 'may load its own files and nothing else'],
      ['server/web/metrics/take-policy-reports.test.ts'],
    ],
  },
  {
    numbers: [4],
    promise: 'no input breaks a page or a call',
    proofs: [['test/bad-input.test.ts'], ['test/call-errors.test.ts']],
  },
  {
    numbers: [5],
    promise: "nobody's data reach another",
    proofs: [
      ['test/cart-truth.test.ts', 'two visitors with different carts get the same bytes'],
      ['test/accounts.test.ts', 'one user never sees or removes the vehicles of another'],
    ],
  },
  {
    numbers: [6],
    promise: 'a cache knows what an answer differs by, and nothing else',
    proofs: [['server/web/cache/page-key.test.ts']],
  },
  {
    numbers: [7],
    promise: 'caches are bounded in bytes',
    proofs: [['server/web/cache/page-cache.test.ts'], ['server/web/cache/response-cache.test.ts']],
  },
  {
    numbers: [8],
    promise: 'writes of other sites are refused, and no link replaces a cart unasked',
    proofs: [
      ['server/web/http/same-origin.test.ts'],
      ['test/bad-input.test.ts', 'a foreign write is refused'],
      ['test/under-fire.test.ts', 'a link of another site asks before it replaces a cart'],
    ],
  },
  {
    numbers: [10],
    promise: 'texts of merchants run nothing',
    proofs: [['test/import-hostile.test.ts', 'scripts in titles, terms and names of attributes are taken out']],
  },
  {
    numbers: [11],
    promise: 'hostile feeds are refused in time and memory',
    proofs: [['test/import-hostile.test.ts', 'hostile files are refused with a reason']],
  },
  {
    numbers: [12],
    promise: 'no way into the network, no smuggled request',
    proofs: [
      ['server/web/pictures/pictures.test.ts'],
      ['test/under-fire.test.ts', 'two hosts'],
      ['test/bad-input.test.ts', 'reaches nothing behind the interface'],
    ],
  },
  {
    numbers: [13, 28],
    promise: 'without a file left to open the shop goes on, and says why it refuses',
    proofs: [['test/exhausted.test.ts', 'without a file left to open']],
  },
  {
    numbers: [13],
    promise: 'slow clients, also slow readers, are closed; too many connections make room',
    proofs: [['server/web/http/connections.test.ts'], ['test/exhausted.test.ts', 'clients that do not read']],
  },
  {
    numbers: [14],
    promise: 'logs know nobody',
    proofs: [
      ['test/operations.test.ts', 'a whole journey leaves no plate'],
      ['test/bad-input.test.ts', 'no cookie, no search text and no address'],
    ],
  },
  {
    numbers: [15],
    promise: 'packages are accounted for',
    proofs: [['scripts/lib-packages.test.ts'], ['scripts/lib-advisories.test.ts']],
  },
  {
    numbers: [16],
    promise: 'the container starts as its own user, and refuses a volume in a sentence',
    proofs: [['test/container-start.test.ts']],
  },
  {
    numbers: [17],
    promise: 'a dead marketplace leaves cached pages for a day, which say so; adds fail at once',
    proofs: [['test/old-prices.browser.test.ts']],
  },
  {
    numbers: [18],
    promise: 'any call may fail, hang, drip or lie: page or section says so, nothing of it is kept',
    proofs: [['test/failing-calls.test.ts'], ['test/failing-sections.test.ts']],
  },
  {
    numbers: [19, 20],
    promise: 'a crowd at a failing address makes few calls, and nothing is asked again in a loop',
    proofs: [['test/failing-marketplace.test.ts']],
  },
  {
    numbers: [21],
    promise: 'asked for more than it can do, the shop serves what is kept, health and carts',
    proofs: [['test/under-fire.test.ts', 'asked for more than it can do']],
  },
  {
    numbers: [22],
    promise: 'acknowledged changes of carts survive kills and repeats',
    proofs: [['test/cart-truth.test.ts'], ['server/marketplace/carts/idempotency.test.ts']],
  },
  {
    numbers: [22, 29],
    promise: 'files that are lost, damaged or not to be touched are named, and nothing is acknowledged into them',
    proofs: [['test/lost-files.test.ts'], ['test/refused-start.test.ts']],
  },
  {
    numbers: [23],
    promise: 'a full disk refuses what is new, and takes deletions',
    proofs: [['server/marketplace/store/disk-space.test.ts'], ['test/exhausted.test.ts', 'a full disk refuses']],
  },
  {
    numbers: [24],
    promise: 'imports beside readers, and killed at each step',
    proofs: [
      ['test/import-load.test.ts'],
      ['server/marketplace/store/offer-turn.test.ts', 'at any point of an activation'],
      ['test/killed-commands.test.ts'],
    ],
  },
  {
    numbers: [24],
    promise: 'a damaged catalogue is found, and stood in for by the one before it',
    proofs: [
      ['server/marketplace/store/damaged-catalogue.test.ts'],
      ['server/marketplace/workers/workers.test.ts', 'a catalogue that is damaged or gone at the start'],
    ],
  },
  {
    numbers: [25],
    promise: 'restarts fail no request; a clock that jumps keeps carts and ends prices',
    proofs: [
      ['test/operations.test.ts', 'SIGTERM under load'],
      ['test/operations.test.ts', 'a reduced price ends in time'],
      ['test/operations.test.ts', 'the clean-up runs once an hour'],
      ['test/clock-jumps.test.ts'],
    ],
  },
  {
    numbers: [26],
    promise: 'of several machines: PostgreSQL may fail, and purchases go on at another tier',
    proofs: [
      ['server/marketplace/store/postgres-failures.postgres.test.ts'],
      ['server/marketplace/store/pgbouncer.postgres.test.ts'],
      ['test/alike-tiers.test.ts'],
    ],
  },
  {
    numbers: [27],
    promise: 'backups under writes are sound, and come back; killed, they leave no half state',
    proofs: [
      ['server/marketplace/operator/backup.test.ts'],
      ['server/marketplace/operator/restore.test.ts'],
      ['test/killed-commands.test.ts'],
    ],
  },
  {
    numbers: [18, 28],
    promise: 'a thread that hangs costs its own answers; one that dies ends the shop, with its cause',
    proofs: [['test/broken-threads.test.ts']],
  },
  {
    numbers: [28],
    promise: 'each thread tells how busy it is',
    proofs: [['server/web/metrics/watch-threads.test.ts']],
  },
  {
    numbers: [29],
    promise: 'support finds the cause by the code',
    proofs: [
      ['test/operations.test.ts', 'the code on an error page leads to its line'],
      ['test/causes-by-code.test.ts'],
    ],
  },
  {
    numbers: [29],
    promise: 'requests are traced where there is a collector, and nothing is loaded where there is none',
    proofs: [['test/tracing.test.ts']],
  },
  {
    numbers: [31],
    promise: 'the trail of a cart is whole',
    proofs: [['server/marketplace/carts/audit.test.ts']],
  },
  {
    numbers: [32],
    promise: 'pages are accessible',
    proofs: [['test/accessibility.browser.test.ts']],
  },
];

/** Each promise with the tests that keep it, run here and now. */
export async function tests(): Promise<Kept[]> {
  const ends = runTestFiles([...new Set(promisesByTests.flatMap(({ proofs }) => proofs.map(([file]) => file)))]);
  return promisesByTests.map(({ numbers, promise, proofs }) => {
    const faults = proofs.flatMap(([file, title = '']) => errorOf([file, title], ends) ?? []);
    for (const fault of faults) console.error(`${promise}: ${fault}`);
    const ran = ends.filter(({ file, title }) =>
      proofs.some(([cited, words = '']) => cited === file && title.includes(words)),
    );
    return {
      numbers,
      promise,
      figure: `${ran.filter(({ status }) => status === 'passed').length} of ${ran.length} tests passed`,
      goal: 'all',
      isHeld: faults.length === 0,
    };
  });
}
