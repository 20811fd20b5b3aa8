/**
 * `npm run bench -- cluster [--seconds 10] [--write]`: what a request costs where web tiers, marketplace and PostgreSQL
 * are processes of their own. Starts all of them on loopback, measures one web tier and then two, each on a core of its
 * own, and adds up the CPU time of each part. Where the machine has two cores only, load, marketplace and database share
 * them, so that two tiers cannot answer twice as much: what more machines do is computed from the CPU time
 * (`npm run bench -- fleet`). With `--write` the table is also in docs/scale.md, and its costs in
 * `scripts/fleet-costs.json`.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { anyOffer } from '../test/support/add.ts';
import { treeTime } from '../test/support/figures.ts';
import { startMarketplace } from '../test/support/marketplace-process.ts';
import { copyCatalogue, type Server, startShop, stopShop } from '../test/support/measured-shop.ts';
import { startPostgres } from '../test/support/postgres.ts';
import { at, option } from './lib-run.ts';
import { listedAddresses } from './lib-sitemaps.ts';
import { type Measured as Bench, markdownTable } from './lib-table.ts';

const seconds = Number(option('seconds', '10'));
/** Articles asked for before anything is measured. */
const warmUp = 600;
/** Requests under way at once. */
const clients = 8;
const trust = 'a word of tiers and marketplace';

/** Milliseconds of CPU time for each request, by the part that spends them. */
export interface RequestCost {
  web: number;
  marketplace: number;
  database: number;
}
interface Load extends RequestCost {
  perSecond: number;
}

/** Subjects of the measurement: the web tiers, and the processor seconds of each part so far. */
interface Fleet {
  tiers: readonly Server[];
  times: readonly (readonly [keyof RequestCost, () => number])[];
}

/** Sends requests to all tiers in turn until the time is over, or nothing is left to ask. */
async function load(
  { tiers, times: parts }: Fleet,
  next: (number: number) => { path: string; init?: RequestInit } | undefined,
): Promise<Load> {
  const before = parts.map(([, time]) => time());
  const began = performance.now();
  let sent = 0;
  let answered = 0;
  const client = async (): Promise<void> => {
    while (performance.now() - began < seconds * 1000) {
      const number = sent++;
      const asked = next(number);
      const tier = tiers[number % tiers.length];
      if (!asked || !tier) return;
      const headers = { 'accept-encoding': 'br', ...asked.init?.headers };
      const response = await fetch(tier.address + asked.path, { ...asked.init, headers });
      await response.arrayBuffer();
      if (response.ok) answered += 1;
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  const elapsed = (performance.now() - began) / 1000;
  if (answered < sent * 0.9) throw new Error(`only ${answered} of ${sent} requests were answered`);
  const each = parts.map(([part, time], index) => [part, ((time() - (before[index] ?? 0)) * 1000) / answered] as const);
  return { ...(Object.fromEntries(each) as Record<keyof RequestCost, number>), perSecond: answered / elapsed };
}

type Kind = 'made' | 'cached' | 'call' | 'add';
const names: Readonly<Record<Kind, string>> = {
  made: 'an article that nobody has asked for lately',
  cached: 'a cached page',
  call: 'a cart, asked for',
  add: 'the first add of a visitor',
};

/** All kinds of requests to as many tiers as run. @param from number of the first article to ask for */
async function measureAll(fleet: Fleet, addresses: readonly string[], offer: string, from: number) {
  const own = (count: number): Record<string, string> => ({
    accept: 'application/json',
    'x-forwarded-for': `10.${count >> 16}.${(count >> 8) & 255}.${count & 255}`,
  });
  const add = (number: number) => ({
    path: `/api/Warenkorb/Hinzufuegen/${offer}`,
    init: {
      method: 'POST',
      headers: { ...own(number), 'content-type': 'application/x-www-form-urlencoded' },
      body: 'quantity=1&locale=de-DE',
    },
  });
  const { path, init } = add(from);
  const added = await fetch(`${fleet.tiers[0]?.address}${path}`, init);
  const cookie = added.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  const [cached = ''] = addresses;
  const ask = (first: number, most: number) => (number: number) => {
    const path = addresses[first + number];
    return path === undefined || number >= most ? undefined : { path };
  };
  // A process that has just started compiles its program first.
  await load(fleet, ask(from, warmUp));
  return {
    made: await load(fleet, ask(from + warmUp, addresses.length)),
    cached: await load(fleet, () => ({ path: cached })),
    call: await load(fleet, (number) => ({ path: '/api/Warenkorb', init: { headers: { ...own(number), cookie } } })),
    add: await load(fleet, (number) => add(from + number)),
  } satisfies Record<Kind, Load>;
}

export async function measure(): Promise<Bench> {
  const { dataDir, forget } = copyCatalogue();
  const postgres = await startPostgres();
  const postmaster = Number(readFileSync(join(postgres.folder, 'postmaster.pid'), 'utf8').split('\n')[0]);
  const marketplace = await startMarketplace({
    DATA_DIR: dataDir,
    DATABASE_URL: postgres.address(),
    MARKETPLACE_TRUST: trust,
  });
  const env = {
    MARKETPLACE_URL: marketplace.origin,
    MARKETPLACE_TRUST: trust,
    LOG_LEVEL: 'warn',
    TRUST_PROXY: '1',
    PUBLIC_ORIGIN: 'http://shop.example',
  };
  const tiers: Server[] = [];
  const startTier = async (core: number): Promise<Server> => {
    const tier = await startShop(dataDir, env, { pin: ['taskset', '-c', String(core)] });
    tiers.push(tier);
    return tier;
  };
  const fleet: Fleet = {
    tiers,
    times: [
      ['web', () => tiers.reduce((sum, { child }) => sum + treeTime(child.pid), 0)],
      ['marketplace', () => treeTime(marketplace.process.pid)],
      ['database', () => treeTime(postmaster)],
    ],
  };
  try {
    const { address } = await startTier(0);
    const listed = await listedAddresses(address, /\/de-DE\/articles-/);
    if (listed.length < 1000) throw new Error(`The shop names ${listed.length} articles to search engines: too few`);
    const addresses = listed.map((each) => each.slice(address.length));
    const offer = await anyOffer(address);
    const one = await measureAll(fleet, addresses, offer, 0);
    await startTier(1);
    const two = await measureAll(fleet, addresses, offer, Math.floor(addresses.length / 2));

    const kinds = Object.keys(names) as Kind[];
    const ms = (value: number): string => value.toFixed(2);
    const table = markdownTable(
      ['request', 'web tier, ms of CPU', 'marketplace', 'PostgreSQL', 'a second, one tier', 'a second, two tiers'],
      kinds.map((kind) => {
        const { web, marketplace, database, perSecond } = one[kind];
        const costs = [web, marketplace, database].map(ms);
        return [names[kind], ...costs, perSecond.toFixed(0), two[kind].perSecond.toFixed(0)];
      }),
    );
    const costs = Object.fromEntries(
      kinds.map((kind) => {
        const { web, marketplace, database } = one[kind];
        return [kind, { web: Number(ms(web)), marketplace: Number(ms(marketplace)), database: Number(ms(database)) }];
      }),
    );
    if (process.argv.includes('--write'))
      writeFileSync(at('scripts/fleet-costs.json'), `${JSON.stringify(costs, null, 2)}\n`);
    const text = `${table}\n\n${clients} requests at once.`;
    return { text, places: { 'docs/scale.md': 'cluster' }, isOfMachine: true };
  } finally {
    for (const tier of tiers) await stopShop(tier);
    await marketplace.end();
    await postgres.remove();
    forget();
  }
}
