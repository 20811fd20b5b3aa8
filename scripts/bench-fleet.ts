/**
 * `npm run bench -- fleet [--write]`: what a number of visits a day needs, computed from the CPU time of a request. The
 * table is in docs/scale.md; this command measures nothing.
 */
import { readFileSync } from 'node:fs';
import type { RequestCost } from './bench-cluster.ts';
import { at } from './lib-run.ts';
import { type Measured, markdownTable } from './lib-table.ts';

/** Requests of a visit; assumed, to be replaced by your own figures. */
const visit = {
  pages: 6,
  /** Share of pages that a web tier makes for the request, since nobody has asked for them lately. */
  made: 0.2,
  /** Calls that belong to the visitor, such as the cart. */
  calls: 2,
  adds: 0.1,
  kilobytes: 350,
} as const;

/** Milliseconds of CPU time by the part that spends them, as `npm run bench -- cluster --write` has measured them. */
const cost: Readonly<Record<'made' | 'cached' | 'call' | 'add', RequestCost>> = JSON.parse(
  readFileSync(at('scripts/fleet-costs.json'), 'utf8'),
);

/** The busiest second: a tenth of a day's visits come in one hour, and in some seconds of it twice as many. */
const peakOfDay = (0.1 / 3600) * 2;
/** How much of a core is used at the busiest second, so that one machine may be missing. */
const mostUsed = 0.5;
/** Euros a month, roughly what European hosters ask; of traffic, for a GB. */
const prices = { core: 20, trafficGb: 0.005, database: 30, storeGb: 0.02 } as const;
/** Days of a month, and GB of three generations of the largest catalogue measured, as they are stored. */
const month = 30;
const storedGb = 3 * 0.35;

function needsOf(visits: number) {
  const perSecond = visits * peakOfDay;
  const pages = perSecond * visit.pages;
  const made = pages * visit.made;
  const calls = perSecond * visit.calls;
  const adds = perSecond * visit.adds;
  const coresOf = (part: keyof RequestCost): number =>
    (made * cost.made[part] + (pages - made) * cost.cached[part] + calls * cost.call[part] + adds * cost.add[part]) /
    1000;
  const [web, marketplace, database] = [coresOf('web'), coresOf('marketplace'), coresOf('database')];
  // Two at least, so that one may be missing.
  const webCores = Math.max(2, Math.ceil(web / mostUsed));
  const marketplaceCores = Math.max(1, Math.ceil(marketplace / mostUsed));
  // A standby does what the primary does.
  const databaseCores = Math.max(2, 2 * Math.ceil(database / mostUsed));
  const trafficGb = (visits * month * visit.kilobytes) / 1024 ** 2;
  const euros =
    (webCores + marketplaceCores) * prices.core +
    databaseCores * prices.database +
    trafficGb * prices.trafficGb +
    storedGb * prices.storeGb;
  return { pages, made, adds, web, webCores, marketplace, marketplaceCores, databaseCores, trafficGb, euros };
}

const steps = [10_000, 1_000_000, 100_000_000];
const number = (value: number): string =>
  value >= 10 ? Math.round(value).toLocaleString('en') : String(Number(value.toPrecision(2)));

/** The table of docs/scale.md. */
export function scaleTable(): string {
  const needs = steps.map(needsOf);
  const of = (what: string, value: (need: ReturnType<typeof needsOf>) => number): string[] => [
    what,
    ...needs.map((need) => number(value(need))),
  ];
  return markdownTable(
    ['visits a day', ...steps.map(number)],
    [
      of('pages a second at the busiest', ({ pages }) => pages),
      of('of them made for the request', ({ made }) => made),
      of('adds to carts a second', ({ adds }) => adds),
      of('cores in use, web tiers', ({ web }) => web),
      of('cores to have, web tiers', ({ webCores }) => webCores),
      of('cores in use, marketplace', ({ marketplace }) => marketplace),
      of('cores to have, marketplace', ({ marketplaceCores }) => marketplaceCores),
      of('cores to have, PostgreSQL with a standby', ({ databaseCores }) => databaseCores),
      of('traffic a month, GB', ({ trafficGb }) => trafficGb),
      of('euros a month', ({ euros }) => euros),
    ],
  );
}

export const measure = (): Measured => ({ text: scaleTable(), places: { 'docs/scale.md': 'table' } });
