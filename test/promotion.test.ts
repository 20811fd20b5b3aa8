import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshDataDir, root } from './support/catalogue.js';
import {
  addStandby,
  asOwner,
  hasDebianPostgres,
  type Machine,
  machineIn,
  machineRoom,
  makeMachine,
  ownFolder,
  promote,
} from './support/debian-postgres.js';
import { type MarketplaceProcess, startMarketplace } from './support/marketplace-process.js';
import { type Relay, startRelay } from './support/relay.js';
import { isLong } from './support/sample.js';
import { type Shop, startShop } from './support/shop.js';
import { type Shoppers, startShoppers } from './support/shoppers.js';
import { until } from './support/until.js';

/**
 * PostgreSQL's primary dies while visitors add to carts, and its synchronous standby is promoted behind the same
 * address. Each round takes some seconds.
 */
const rounds = 30;
/** Milliseconds until carts must work again. */
const backWithin = 10_000;
if (isLong && !hasDebianPostgres)
  console.warn('PostgreSQL 15 is not installed: no standby is promoted here (apt-get install postgresql-15).');
const atLength = isLong && hasDebianPostgres ? test : test.skip;

const room = machineRoom();
/** Folders of servers that commands have started, and which outlive these commands. */
const stray = ['recovered', 'second'].map((name) => join(room, name));
let primary: Machine;
let relay: Relay;
let marketplace: MarketplaceProcess;
let shop: Shop;
let offers: string[];
let shoppers: Shoppers | undefined;

beforeAll(async () => {
  if (!isLong || !hasDebianPostgres) return;
  primary = await makeMachine(join(room, '0'));
  relay = await startRelay(primary.port);
  const address = new URL(primary.address);
  address.port = String(relay.port);
  const trust = 'a word of tier and marketplace';
  marketplace = await startMarketplace({
    DATA_DIR: freshDataDir(),
    MARKETPLACE_TRUST: trust,
    DATABASE_URL: address.href,
  });
  shop = await startShop({ MARKETPLACE_URL: marketplace.origin, MARKETPLACE_TRUST: trust, MARKETPLACE_SECONDS: '3' });
  const { spareParts } = await (await fetch(`${shop.origin}/api/-/-/--1523`)).json();
  offers = spareParts.map(({ offerId }: { offerId: string }) => offerId).slice(0, 12);
});
afterAll(async () => {
  shoppers?.abandon();
  await shop?.stop();
  await marketplace?.end('SIGKILL');
  relay?.stop();
  await primary?.kill();
  for (const data of stray) await asOwner('pg_ctl', ['-D', data, '-m', 'immediate', 'stop']).catch(() => {});
  rmSync(room, { recursive: true, force: true });
});

atLength(
  `of what was acknowledged nothing is lost or doubled when the primary is killed, ${rounds} times`,
  async () => {
    const back: number[] = [];
    let acknowledged = 0;
    for (let round = 1; round <= rounds; round += 1) {
      const standby = await addStandby(primary, join(room, String(round)));
      const carts = startShoppers(shop.origin, offers, 6);
      shoppers = carts;
      await until('carts fill', () => carts.acknowledged() > 30);
      const killedAt = performance.now();
      await primary.kill();
      const before = carts.acknowledged();
      await promote(standby);
      relay.lead(standby.port);
      await until('an add is acknowledged again', () => carts.acknowledged() > before);
      back.push(performance.now() - killedAt);
      await until('carts go on', () => carts.acknowledged() > before + 30);
      await carts.stop();
      expect([round, await carts.wrong()]).toEqual([round, { lost: 0, doubled: 0 }]);
      expect([...carts.refused.keys()].filter((status) => status !== 503)).toEqual([]);
      acknowledged += carts.acknowledged();
      rmSync(primary.data, { recursive: true, force: true });
      primary = standby;
    }
    const slowest = Math.round(Math.max(...back));
    console.log(`${rounds} promotions, ${acknowledged} acknowledged adds, back within ${slowest} ms at the latest`);
    expect(slowest).toBeLessThan(backWithin);
    expect([marketplace.process.exitCode, shop.process.exitCode]).toEqual([null, null]);
  },
  20 * 60_000,
);

/** Returns a block of commands from docs/operating.md by its beginning. */
const documented = (beginning: string): string => {
  const found = readFileSync(join(root, 'docs/operating.md'), 'utf8')
    .split('```')
    .find((block) => block.startsWith(`sh\n# ${beginning}:`));
  if (!found) throw new Error(`docs/operating.md has no commands for ${beginning}`);
  // A started server inherits the output of its shell, which would keep it open.
  return `set -e\nexec >/dev/null 2>&1\n${found.slice('sh\n'.length)}`;
};

atLength('what was dropped by mistake is back by the commands of docs/operating.md', async () => {
  const archive = ownFolder(join(room, 'archive'));
  const lines = `archive_mode = on\narchive_command = 'test ! -f ${archive}/%f && cp %p ${archive}/%f'\n`;
  const server = await makeMachine(join(room, 'archived'), lines);
  const recovered = await machineIn(ownFolder(join(room, 'recovered')));
  const env = {
    PRIMARY: server.address.replace(/partavo$/, 'postgres'),
    BACKUP: join(room, 'backup'),
    ARCHIVE: archive,
    PGDATA: recovered.data,
    PGPORT: String(recovered.port),
  };
  ownFolder(env.BACKUP);
  const add = (count: number) => server.ask(`insert into kept select generate_series(1, ${count})`);
  await server.ask('create table kept (number int)');
  await add(100);
  await asOwner('sh', ['-c', documented('base backup')], env);
  await add(100);
  const [{ now } = { now: '' }] = await server.ask('select clock_timestamp()::text as now');
  await server.ask('select pg_sleep(0.01)');
  await server.ask('drop table kept');
  await asOwner('sh', ['-c', documented('recovery')], { ...env, TARGET: String(now) });
  try {
    const state = 'select count(*)::int as rows, pg_is_in_recovery() as recovers from kept';
    await until('it takes writes', async () => (await recovered.ask(state))[0]?.recovers === false);
    expect(await recovered.ask(state)).toEqual([{ rows: 200, recovers: false }]);
  } finally {
    await asOwner('pg_ctl', ['-D', recovered.data, '-m', 'immediate', 'stop']);
    await server.kill();
  }
});

atLength('a standby is made and promoted by the commands of docs/operating.md', async () => {
  const server = await makeMachine(join(room, 'first'));
  const standby = await machineIn(ownFolder(join(room, 'second')));
  const STANDBY = standby.address.replace(/partavo$/, 'postgres');
  const PRIMARY = `${server.address.replace(/partavo$/, 'postgres')}?application_name=b`;
  const env = { PRIMARY, STANDBY, PGDATA: standby.data, PGPORT: String(standby.port) };
  await asOwner('sh', ['-c', documented('standby')], env);
  await server.ask('create table kept (number int)');
  await until('commits wait for it', async () => {
    const [row] = await server.ask('select sync_state from pg_stat_replication');
    return row?.sync_state === 'quorum';
  });
  await server.ask('insert into kept values (1)');
  await server.kill();
  await asOwner('sh', ['-c', documented('promotion')], env);
  await standby.ask('insert into kept values (2)');
  expect(await standby.ask('select number from kept order by 1')).toEqual([{ number: 1 }, { number: 2 }]);
  await asOwner('pg_ctl', ['-D', standby.data, '-m', 'immediate', 'stop']);
});
