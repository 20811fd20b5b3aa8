import { setTimeout } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type S3Double, startS3Double } from './doubles/s3.js';
import { freshDataDir } from './support/catalogue.js';
import { freePort } from './support/free-port.js';
import { type MarketplaceProcess, startMarketplace } from './support/marketplace-process.js';
import { hasNginx, type Nginx, startNginx } from './support/nginx.js';
import { hasPgbouncer, type Pgbouncer, startPgbouncer } from './support/pgbouncer.js';
import { type PostgresServer, startPostgres } from './support/postgres.js';
import { type Relay, startRelay } from './support/relay.js';
import { isLong } from './support/sample.js';
import { type Shop, startShop } from './support/shop.js';
import { type Shoppers, startShoppers } from './support/shoppers.js';
import { until } from './support/until.js';

/**
 * Parts of a fleet die or become unreachable, one at a time: nginx, two web tiers, a marketplace, PgBouncer, PostgreSQL
 * and an object store. The test can cut the networks between them.
 */
const isThere = hasNginx && hasPgbouncer;
if (isLong && !isThere)
  console.warn(
    'A fleet wants nginx and PgBouncer: apt-get install nginx-light pgbouncer; without them nothing is tried.',
  );
const atLength = isLong && isThere ? test : test.skip;

/**
 * Milliseconds within which a write gets a response during any failure: the tier's timeout (`MARKETPLACE_SECONDS`),
 * plus time for a busy machine.
 */
const answeredWithin = 20_000;
const trust = 'a word of tiers and marketplace';
let server: PostgresServer;
let bouncer: Pgbouncer;
let store: S3Double;
let toDatabase: Relay;
let toMarketplace: Relay;
let marketplace: MarketplaceProcess;
let tiers: Shop[];
let nginx: Nginx;
let startReader: () => Promise<MarketplaceProcess>;
let startTier: () => Promise<Shop>;
let warm: string[];
let offers: string[];

beforeAll(async () => {
  if (!isLong || !isThere) return;
  server = await startPostgres();
  await server.ask('create database partavo');
  bouncer = await startPgbouncer(server.address('partavo'), 5);
  toDatabase = await startRelay(bouncer.port);
  const database = new URL(bouncer.address);
  database.port = String(toDatabase.port);
  store = await startS3Double();
  const { bucket, prefix, endpoint, keyId, secret, region } = store.settings;
  const dataDir = freshDataDir();
  const port = String(await freePort());
  startReader = () =>
    startMarketplace({
      DATA_DIR: dataDir,
      MARKETPLACE_PORT: port,
      MARKETPLACE_TRUST: trust,
      DATABASE_URL: database.href,
      CATALOGUE_STORE: `s3://${bucket}/${prefix}`,
      AWS_ENDPOINT_URL_S3: endpoint,
      AWS_REGION: region,
      AWS_ACCESS_KEY_ID: keyId,
      AWS_SECRET_ACCESS_KEY: secret,
    });
  marketplace = await startReader();
  toMarketplace = await startRelay(Number(port));
  const ports = [String(await freePort()), String(await freePort())];
  const start = (at: string | undefined): Promise<Shop> =>
    startShop({
      PORT: String(at),
      MARKETPLACE_URL: `http://127.0.0.1:${toMarketplace.port}`,
      MARKETPLACE_TRUST: trust,
      MARKETPLACE_SECONDS: '3',
      SESSION_SECRET: 'a key that both of the tiers have',
      TRUST_PROXY: '1',
      CDN_KEYS_COUNTRY: '1',
      WEB_TIERS: '2',
      RATE_LIMIT: '0',
    });
  tiers = await Promise.all(ports.map(start));
  startTier = () => start(ports[0]);
  nginx = await startNginx([`http://127.0.0.1:${ports[0]}`, `http://127.0.0.1:${ports[1]}`]);
  const { spareParts } = await (await fetch(`${nginx.origin}/api/-/-/--1523`)).json();
  offers = spareParts.map(({ offerId }: { offerId: string }) => offerId).slice(0, 12);
  const list = '/Bremsscheiben/Alle-Fahrzeuge/--1523';
  const html = await (await fetch(nginx.origin + list)).text();
  const articles = [...html.matchAll(/href="(\/Teilenummernsuche\/[^"/]+\/[^"/?]+)[^"]*"/g)].map(([, path]) =>
    String(path),
  );
  warm = ['/de-AT/', list, ...new Set(articles)].slice(0, 10);
});
afterAll(async () => {
  await nginx?.stop();
  for (const tier of tiers ?? []) await tier.stop();
  await marketplace?.end('SIGKILL');
  toMarketplace?.stop();
  toDatabase?.stop();
  await bouncer?.remove();
  await server?.remove();
  store?.stop();
});

/** Visitors who read cached pages, from nginx and from the web tiers. */
interface Readers {
  /** Pages read so far. */
  count(): number;
  readonly failed: string[];
  stop(): Promise<void>;
}
function startReaders(): Readers {
  const failed: string[] = [];
  let count = 0;
  let isOver = false;
  const read = async (number: number): Promise<void> => {
    for (let turn = number; !isOver; turn += 1) {
      // Half of the requests have an address that only the web tiers have cached.
      const path = `${warm[turn % warm.length]}${turn % 2 ? '' : `?utm_source=${turn}`}`;
      const status = await fetch(nginx.origin + path, {
        redirect: 'manual',
        signal: AbortSignal.timeout(answeredWithin),
      })
        .then(async (response) => ((await response.text()).includes('</html>') ? response.status : 'cut'))
        .catch(String);
      if (status !== 200) failed.push(`${path}: ${status}`);
      count += 1;
      await setTimeout(100);
    }
  };
  const running = [read(0), read(3)];
  return {
    count: () => count,
    failed,
    async stop() {
      isOver = true;
      await Promise.all(running);
    },
  };
}
/** Fills the caches of both tiers and of nginx. A busy machine may refuse some requests at first. */
async function warmUp(): Promise<void> {
  for (const origin of [...tiers.map((tier) => tier.origin), nginx.origin])
    for (const path of warm)
      await until(`${path} is kept`, async () => {
        const response = await fetch(origin + path, { redirect: 'manual' });
        await response.arrayBuffer();
        return response.status === 200;
      });
}

let shoppers: Shoppers | undefined;
let readers: Readers | undefined;
afterEach(() => {
  shoppers?.abandon();
  void readers?.stop();
});
beforeEach(async () => {
  if (!isLong || !isThere) return;
  await warmUp();
});

/**
 * Takes a part away and restores it while visitors read and add to carts.
 * @param isNeeded whether adding needs the part
 */
async function without(what: string, isNeeded: boolean, take: () => unknown, give: () => unknown): Promise<void> {
  const carts = startShoppers(nginx.origin, offers, 3);
  const pages = startReaders();
  shoppers = carts;
  readers = pages;
  await until(`carts fill before ${what}`, () => carts.acknowledged() > 10 && pages.count() > 20);
  const refused = carts.refusals();
  await take();
  const [read, added] = [pages.count(), carts.acknowledged()];
  await until(`there is reading without ${what}`, () => pages.count() > read + 30);
  if (isNeeded) await until(`writes are refused without ${what}`, () => carts.refusals() > refused);
  else await until(`carts fill without ${what}`, () => carts.acknowledged() > added + 10);
  await give();
  const before = carts.acknowledged();
  await until(`carts fill after ${what}`, () => carts.acknowledged() > before + 10);
  await carts.stop();
  await pages.stop();
  const { lost, doubled } = await carts.wrong();
  const strange = [...carts.refused.keys()].filter((status) => ![502, 503, 504].includes(status));
  expect({ what, lost, doubled, strange, failed: pages.failed, isInTime: carts.slowest() < answeredWithin }).toEqual({
    ...{ what, lost: 0, doubled: 0, strange: [], failed: [], isInTime: true },
  });
}

atLength(
  'a network that is cut behind the marketplace, or before it, fails writes in time and no warm page',
  async () => {
    const before = [marketplace.process.pid, ...tiers.map((tier) => tier.process.pid)];
    await without('the way to the database', true, toDatabase.silence, toDatabase.mend);
    await without('the way to the marketplace', true, toMarketplace.silence, toMarketplace.mend);
    expect([marketplace.process.pid, ...tiers.map((tier) => tier.process.pid)]).toEqual(before);
  },
);

atLength(
  'each part may be killed while the others serve: no warm page fails, no acknowledged add is lost',
  async () => {
    await without(
      'the marketplace',
      true,
      () => marketplace.end('SIGKILL'),
      async () => {
        marketplace = await startReader();
      },
    );
    await without(
      'a web tier',
      false,
      () => tiers[0]?.process.kill('SIGKILL'),
      async () => {
        await tiers[0]?.stop();
        tiers[0] = await startTier();
      },
    );
    await without('PgBouncer', true, bouncer.kill, bouncer.start);
    await without('PostgreSQL', true, server.kill, () => server.start());
    await without(
      'the store',
      false,
      () => {
        store.fault = 'silence';
      },
      () => {
        store.fault = null;
      },
    );
  },
);
