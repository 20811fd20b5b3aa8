/**
 * `npm run bench -- cluster [--seconds 10] [--write]`: measures requests where web tiers, marketplace and PostgreSQL
 * are processes of their own on loopback. It measures one web tier and then two, each on a core of its own, and adds up
 * the CPU time of each part. On two cores the load, the marketplace and the database share them, so two tiers cannot
 * answer twice as much. `--write` puts the table into docs/scale.md.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { anyOffer } from '../test/support/add.ts';
import { treeTime } from '../test/support/figures.ts';
import { startMarketplace } from '../test/support/marketplace-process.ts';
import { copyCatalogue, type Server, startShop, stopShop } from '../test/support/measured-shop.ts';
import { startPostgres } from '../test/support/postgres.ts';
import { option } from './lib-run.ts';
import { listedAddresses } from './lib-sitemaps.ts';
import { type Measured, markdownTable } from './lib-table.ts';

const seconds = Number(option('seconds', '10'));
/** Articles that the web tiers render before the measurement, because a new process compiles its program first. */
const warmUp = 600;
/** Clients that send requests at the same time. */
const clients = 8;
const trust = 'a secret of tiers and marketplace';

const parts = ['web', 'marketplace', 'database'] as const;
/** Milliseconds of CPU time for each request, by the part that spends them. */
type RequestCost = Record<(typeof parts)[number], number>;
type Load = RequestCost & { perSecond: number };

/** The web tiers, and the processor seconds of each part so far. */
interface Fleet {
  tiers: readonly Server[];
  times: Readonly<Record<(typeof parts)[number], () => number>>;
}
interface Asked {
  path: string;
  init?: RequestInit;
}

/** Sends requests to all tiers in turn until the time is over, or `next` has no more. */
async function load({ tiers, times }: Fleet, next: (number: number) => Asked | undefined): Promise<Load> {
  const before = parts.map((part) => times[part]());
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
  const elapsedSeconds = (performance.now() - began) / 1000;
  if (answered < sent * 0.9) throw new Error(`only ${answered} of ${sent} requests were answered`);
  const [web = 0, marketplace = 0, database = 0] = parts.map((part, index) =>
    Number((((times[part]() - (before[index] ?? 0)) * 1000) / answered).toFixed(2)),
  );
  return { web, marketplace, database, perSecond: answered / elapsedSeconds };
}

const names = {
  made: 'an article that no client has requested lately',
  cached: 'a cached page',
  call: 'a call for a cart',
  add: 'the first add of a visitor',
};
const kinds = Object.keys(names) as (keyof typeof names)[];

/** Sends all kinds of requests to the present tiers. @param from number of the first article */
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
  const cookies = added.headers.getSetCookie().map((line) => line.split(';')[0]);
  const cookie = cookies.join('; ');
  const [cached = ''] = addresses;
  const articles = (first: number, most: number) => (number: number) => {
    const path = addresses[first + number];
    return path === undefined || number >= most ? undefined : { path };
  };
  await load(fleet, articles(from, warmUp));
  return {
    made: await load(fleet, articles(from + warmUp, addresses.length)),
    cached: await load(fleet, () => ({ path: cached })),
    call: await load(fleet, (number) => ({ path: '/api/Warenkorb', init: { headers: { ...own(number), cookie } } })),
    add: await load(fleet, (number) => add(from + number)),
  } satisfies Record<keyof typeof names, Load>;
}

export async function measure(): Promise<Measured> {
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
  const times = {
    web: () => tiers.reduce((sum, { child }) => sum + treeTime(child.pid), 0),
    marketplace: () => treeTime(marketplace.process.pid),
    database: () => treeTime(postmaster),
  };
  try {
    const { address } = await startTier(0);
    const listed = await listedAddresses(address, /\/de-DE\/articles-/);
    if (listed.length < 1000) throw new Error(`The sitemaps of the shop list ${listed.length} articles: too few`);
    const addresses = listed.map((each) => each.slice(address.length));
    const offer = await anyOffer(address);
    const one = await measureAll({ tiers, times }, addresses, offer, 0);
    await startTier(1);
    const two = await measureAll({ tiers, times }, addresses, offer, Math.floor(addresses.length / 2));
    const table = markdownTable(
      ['request', 'web tier, ms of CPU', 'marketplace', 'PostgreSQL', 'a second, one tier', 'a second, two tiers'],
      kinds.map((kind) => {
        const costs = parts.map((part) => one[kind][part].toFixed(2));
        return [names[kind], ...costs, one[kind].perSecond.toFixed(0), two[kind].perSecond.toFixed(0)];
      }),
    );
    return {
      text: `${table}\n\n${clients} requests at once.`,
      places: { 'docs/scale.md': 'cluster' },
      isOfMachine: true,
    };
  } finally {
    for (const tier of tiers) await stopShop(tier);
    await marketplace.end();
    await postgres.remove();
    forget();
  }
}
