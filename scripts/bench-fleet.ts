/**
 * `npm run bench -- fleet [--write]`: computes the machines for a number of visits a day from the CPU time of a
 * request. `--write` puts the table into docs/scale.md.
 */
import { readFileSync } from 'node:fs';
import type { RequestCost } from './bench-cluster.ts';
import { at } from './lib-run.ts';
import { type Measured, markdownTable } from './lib-table.ts';

/** Requests of a visit; assumed, replace them by your own figures. */
const visit = {
  pages: 6,
  /** Share of pages that no cache has. */
  made: 0.2,
  /** Calls that belong to the visitor, such as the cart. */
  calls: 2,
  adds: 0.1,
  kilobytes: 350,
} as const;

/** Milliseconds of CPU time by part, from `npm run bench -- cluster --write`. */
const cost: Readonly<Record<'made' | 'cached' | 'call' | 'add', RequestCost>> = JSON.parse(
  readFileSync(at('scripts/fleet-costs.json'), 'utf8'),
);

/** The busiest second: a tenth of a day's visits come in one hour, and twice as many in some of its seconds. */
const peakOfDay = (0.1 / 3600) * 2;
/** Use of a core at the busiest second, so that one machine may fail. */
const mostUsed = 0.5;
/** Euros a month at European hosters. */
const prices = { core: 20, trafficGb: 0.005, database: 30, storeGb: 0.02 } as const;
const daysOfMonth = 30;
/** Three generations of the largest measured catalogue. */
const storedGb = 3 * 0.35;

function needsOf(visits: number): Record<string, number> {
  const perSecond = visits * peakOfDay;
  const pages = perSecond * visit.pages;
  const made = pages * visit.made;
  const calls = perSecond * visit.calls;
  const adds = perSecond * visit.adds;
  const coresOf = (part: keyof RequestCost): number =>
    (made * cost.made[part] + (pages - made) * cost.cached[part] + calls * cost.call[part] + adds * cost.add[part]) /
    1000;
  const [web, marketplace, database] = [coresOf('web'), coresOf('marketplace'), coresOf('database')];
  const webCores = Math.max(2, Math.ceil(web / mostUsed));
  const marketplaceCores = Math.max(1, Math.ceil(marketplace / mostUsed));
  // A standby does the work of the primary.
  const databaseCores = Math.max(2, 2 * Math.ceil(database / mostUsed));
  const trafficGb = (visits * daysOfMonth * visit.kilobytes) / 1024 ** 2;
  return {
    'pages a second at the busiest': pages,
    'of them made for the request': made,
    'adds to carts a second': adds,
    'cores in use, web tiers': web,
    'cores to have, web tiers': webCores,
    'cores in use, marketplace': marketplace,
    'cores to have, marketplace': marketplaceCores,
    'cores to have, PostgreSQL with a standby': databaseCores,
    'traffic a month, GB': trafficGb,
    'euros a month':
      (webCores + marketplaceCores) * prices.core +
      databaseCores * prices.database +
      trafficGb * prices.trafficGb +
      storedGb * prices.storeGb,
  };
}

const steps = [10_000, 1_000_000, 100_000_000];
const number = (value: number): string =>
  value >= 10 ? Math.round(value).toLocaleString('en') : String(Number(value.toPrecision(2)));

export function measure(): Measured {
  const needs = steps.map(needsOf);
  const rows = Object.keys(needs[0] ?? {}).map((what) => [what, ...needs.map((need) => number(need[what] ?? 0))]);
  return { text: markdownTable(['visits a day', ...steps.map(number)], rows), places: { 'docs/scale.md': 'table' } };
}
