import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { IdRegistry } from '../server/marketplace/catalogue-file/ids.js';
import { servedFile } from '../server/marketplace/catalogue-file/served-file.js';
import { migrations } from '../server/marketplace/state/migrations.js';
import { migrationsOf, openStateStore } from '../server/marketplace/state/state-store.js';
import { activate, writeCatalogue } from './fixtures/marketplace/catalogue/small-catalogue.js';
import { root } from './support/catalogue.js';
import { pointsOf, runUntil } from './support/kill-points.js';
import { isLong } from './support/sample.js';

/** Commands killed at one of their steps leave the old or the new data, and can be repeated. */
let folder: string;
let number = 0;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'killed-'));
  await makeShop('now');
  await makeShop('before');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const files = ['state.db', 'offers.db', 'ids.db'];
const place = (name: string): string => join(folder, name);

/** Makes the folder of a stopped shop, whose files name the shop. */
async function makeShop(name: string, known = migrations): Promise<string> {
  const dataDir = place(name);
  mkdirSync(dataDir);
  await (await openStateStore(dataDir, known)).destroy();
  const registry = new IdRegistry(join(dataDir, 'ids.db'));
  registry.idOf('brand', 'Brand 1');
  registry.commit();
  registry.close();
  activate(dataDir, 'g1', writeCatalogue(dataDir, { generation: 'g1' }));
  for (const file of files) inFile(join(dataDir, file), (db) => db.exec(`create table mark as select '${name}' as of`));
  return dataDir;
}

function inFile<Result>(file: string, work: (database: DatabaseSync) => Result): Result {
  const database = new DatabaseSync(file);
  try {
    return work(database);
  } finally {
    database.close();
  }
}
const markOf = (file: string): unknown => inFile(file, (db) => db.prepare('select of from mark').get()?.of);
const soundness = (file: string): unknown =>
  inFile(file, (db) => Object.values(db.prepare('pragma integrity_check').get() ?? {})[0]);

/** Copies a folder for one attempt. */
function copyOf(name: string): string {
  const dataDir = place(`try-${number++}`);
  cpSync(place(name), dataDir, { recursive: true });
  return dataDir;
}
const operate = (dataDir: string, ...command: string[]) => ({
  parameters: [join(root, 'dist/operate.js'), ...command],
  env: { DATA_DIR: dataDir },
  countFile: `${dataDir}.steps`,
});
const temporary = (dataDir: string): string[] =>
  readdirSync(dataDir).filter((name) => /\.(part|tmp|unfinished)$/.test(name));
/** Each attempt copies whole files, so that all of them take minutes. */
const timeout = isLong ? 1_800_000 : 180_000;

test(
  'a backup is whole or has no name, and the shop is untouched',
  async () => {
    const counted = place('counted.db');
    const { code, steps } = await runUntil(operate(place('now'), 'backup', counted));
    expect([code, steps > 10]).toEqual([0, true]);
    for (const point of pointsOf(steps, 1)) {
      const target = place(`backup-${point}.db`);
      const { output } = await runUntil(operate(place('now'), 'backup', target), point);
      // The last steps happen after the backup has its final name.
      const made = [target, `${target}.offers`, `${target}.ids`];
      if (existsSync(target))
        expect([point, output, made.map(soundness), made.map(markOf)]).toEqual([
          point,
          expect.anything(),
          ['ok', 'ok', 'ok'],
          ['now', 'now', 'now'],
        ]);
      expect(files.map((file) => soundness(join(place('now'), file)))).toEqual(['ok', 'ok', 'ok']);
      const next = await runUntil(operate(place('now'), 'backup', `${target}.next`));
      expect([point, next.code, markOf(`${target}.next`)]).toEqual([point, 0, 'now']);
    }
  },
  timeout,
);

test(
  'a restore leaves the shop of before, or the one of the backup, or one that does not start until it was run again',
  async () => {
    const backup = place('of-before.db');
    expect((await runUntil(operate(place('before'), 'backup', backup))).code).toBe(0);
    const { code, steps } = await runUntil(operate(copyOf('now'), 'restore', backup));
    expect([code, steps > 10]).toEqual([0, true]);
    let halves = 0;
    for (const point of pointsOf(steps, 2)) {
      const dataDir = copyOf('now');
      await runUntil(operate(dataDir, 'restore', backup), point);
      const marks = ['state.db', 'offers.db'].map((file) => markOf(join(dataDir, file)));
      const isUnfinished = existsSync(join(dataDir, 'restore.unfinished'));
      if (marks[0] !== marks[1]) {
        halves += 1;
        expect([point, isUnfinished]).toEqual([point, true]);
      }
      if (isUnfinished) {
        const { code, output } = await start(dataDir);
        expect([point, code]).toEqual([point, 1]);
        expect(output).toContain(
          `A restore into ${dataDir} was stopped half way. Run it again: npm run restore -- ${backup}.`,
        );
      }
      expect([point, (await runUntil(operate(dataDir, 'restore', backup))).code]).toEqual([point, 0]);
      expect(['state.db', 'offers.db'].map((file) => markOf(join(dataDir, file)))).toEqual(['before', 'before']);
      expect([point, temporary(dataDir), (await start(dataDir)).code]).toEqual([point, [], 0]);
      rmSync(dataDir, { recursive: true });
    }
    if (isLong) expect(halves).toBeGreaterThan(0);
  },
  timeout,
);

/** Starts the marketplace, and ends it once it runs. @param point of its state thread */
const start = (dataDir: string, point?: number) =>
  runUntil(
    {
      parameters: [join(root, 'dist/marketplace.js')],
      env: { DATA_DIR: dataDir, MARKETPLACE_PORT: '0', HOST: '127.0.0.1' },
      countFile: `${dataDir}.steps`,
      thread: 'state',
      isThere: 'marketplace_listening',
    },
    point,
  );

test(
  'tables of the state are those of before or of this program',
  async () => {
    const names = Object.keys(migrations);
    const known = Object.fromEntries(Object.entries(migrations).slice(0, 3));
    await makeShop('earlier', known);
    const { code, steps } = await start(copyOf('earlier'));
    expect([code, steps > 10]).toEqual([0, true]);
    for (const point of pointsOf(steps, 1)) {
      const dataDir = copyOf('earlier');
      await start(dataDir, point);
      const state = join(dataDir, 'state.db');
      const count = inFile(state, migrationsOf).length;
      expect([point, [3, names.length].includes(count), soundness(state)]).toEqual([point, true, 'ok']);
      expect([point, (await start(dataDir)).code]).toEqual([point, 0]);
      expect([point, inFile(state, migrationsOf), markOf(state)]).toEqual([point, names, 'earlier']);
      rmSync(dataDir, { recursive: true });
    }
  },
  timeout,
);

test(
  'an upgrade leaves the catalogue of before or the new one, and nothing beside it after the next',
  async () => {
    const dataDir = copyOf('now');
    const version = inFile(servedFile(dataDir) ?? '', (db) =>
      Number(db.prepare('pragma user_version').get()?.user_version),
    );
    const makeOlder = (of: string): void =>
      inFile(servedFile(of) ?? '', (db) => db.exec(`pragma user_version = ${version - 1}`));
    makeOlder(dataDir);
    const { code, steps, output } = await runUntil(operate(dataDir, 'upgrade'));
    expect([code, steps > 10, output]).toEqual([0, true, expect.anything()]);
    for (const point of pointsOf(steps, 1)) {
      const own = copyOf('now');
      makeOlder(own);
      await runUntil(operate(own, 'upgrade'), point);
      const served = servedFile(own) ?? '';
      const found = inFile(served, (db) => Number(db.prepare('pragma user_version').get()?.user_version));
      expect([point, found, soundness(served)]).toEqual([
        point,
        served.endsWith('-g1.db') ? version - 1 : version,
        'ok',
      ]);
      expect([point, (await runUntil(operate(own, 'upgrade'))).code]).toEqual([point, 0]);
      expect([point, (await start(own)).code, temporary(own)]).toEqual([point, 0, []]);
      rmSync(own, { recursive: true });
    }
  },
  timeout,
);
