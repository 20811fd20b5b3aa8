import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { measureImport, startImport, writeFeed } from '../scripts/lib-import-load.ts';
import { dataFor, newest, openCatalogue, startMarketplace } from '../scripts/lib-marketplace.ts';
import { root } from './support/catalogue.js';
import { offerFaults } from './support/offer-soundness.js';
import { isLong } from './support/sample.js';

/**
 * Imports many offers while the marketplace is being read, and kills imports. The long suite uses the large catalogue;
 * otherwise the demonstration is used, and only machine-independent results are asserted.
 */

let folder: string;
// Other tests run beside this one, and only the long suite measures.
if (!isLong) process.env.IMPORT_PRIORITY = 'normal';
beforeAll(async () => {
  const source = isLong ? await dataFor('10k-vehicles') : join(root, 'dist/test-data');
  folder = mkdtempSync(join(root, 'dist/import-load-'));
  cpSync(source, folder, { recursive: true });
}, 1_200_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('many offers come in, no read fails, and reads hardly notice', async () => {
  const rows = isLong ? 1_000_000 : 10_000;
  const feeds: string[] = [];
  for (const dearer of isLong ? [100, 200, 300] : [100]) {
    const feed = join(folder, `offers-${dearer}.csv`);
    expect((await writeFeed(folder, feed, { rows, dearer, isMixed: true })).rows).toBe(rows);
    feeds.push(feed);
  }
  const { imports, rounds, without, within, ratio } = await measureImport(folder, feeds, { seconds: isLong ? 20 : 1 });
  expect(imports.map(({ code }) => code)).toEqual(feeds.map(() => 0));
  expect(imports[0]?.added).toBeGreaterThan(rows * 0.25);
  expect(imports[0]?.changed).toBeGreaterThan(rows * 0.2);
  expect([without.failed, within.failed]).toEqual([0, 0]);
  expect(within.reads).toBeGreaterThan(50);
  if (!isLong) return;
  const seconds = Math.max(...imports.map((each) => each.seconds));
  const figures = { seconds, ratio, rounds };
  expect({ ...figures, isQuick: seconds <= 90 }).toEqual({ ...figures, isQuick: true });
  expect({ ...figures, isCalm: ratio <= 1.5 }).toEqual({ ...figures, isCalm: true });
}, 900_000);

/** One shop offers each of its products twice; both have the same price, whatever is read. */
async function twins(rows: number): Promise<{ shop: string; write(name: string, price: number): Promise<string> }> {
  const single = join(folder, 'single.csv');
  const { shop } = await writeFeed(folder, single, { rows, dearer: 0, ofShop: 0 });
  const [head = '', ...lines] = readFileSync(single, 'utf8').trim().split('\n');
  const at = head.split(';').indexOf('price');
  return {
    shop,
    async write(name, price) {
      const file = join(folder, name);
      const twin = (line: string, suffix: string): string => {
        const cells = line.split(';');
        cells[0] += suffix;
        cells[at] = `${price},00`;
        return cells.join(';');
      };
      writeFileSync(file, `${[head, ...lines.flatMap((line) => [twin(line, ''), twin(line, '-2')])].join('\n')}\n`);
      return file;
    },
  };
}

test('a feed that is killed leaves whole products, and can be run again', async () => {
  const { shop, write } = await twins(isLong ? 20_000 : 1500);
  const run = async (file: string, killAfter?: number): Promise<string> => {
    const child = startImport(folder, file);
    const timer = killAfter === undefined ? undefined : setTimeout(() => child.kill('SIGKILL'), killAfter);
    let said = '';
    child.stdout.on('data', (chunk: Buffer) => {
      said += chunk;
    });
    const [code, signal] = await once(child, 'close');
    clearTimeout(timer);
    if (signal === null && code !== 0) throw new Error(said);
    return signal ?? said;
  };
  const { origin, stop } = await startMarketplace(folder);
  try {
    const began = performance.now();
    await run(await write('first.csv', 11));
    const whole = performance.now() - began;
    const database = openCatalogue(folder);
    const halves = database.prepare(
      `select count(*) as halves from (select product_id from offer where shop_id = (select id from shop where name = ?)
       group by product_id having min(price) <> max(price))`,
    );
    const prices = database.prepare(
      'select count(distinct price) as prices from offer where shop_id = (select id from shop where name = ?)',
    );
    let mixed = 0;
    const kills = isLong ? 50 : 3;
    for (let kill = 0; kill < kills; kill++) {
      const file = await write('killed.csv', 12 + kill);
      await run(file, whole * (0.3 + (0.7 * (kill + 0.5)) / kills));
      expect(halves.get(shop)).toEqual({ halves: 0 });
      if (Number(prices.get(shop)?.prices) > 1) mixed++;
      expect((await fetch(`${origin}/api/x/x/--1523`)).status).toBe(200);
      if (kill % 10 === 0 || kill === kills - 1) expect(await offerFaults(folder)).toEqual([]);
    }
    if (isLong) expect(mixed).toBeGreaterThan(5);
    await run(await write('last.csv', 99));
    expect(prices.get(shop)).toEqual({ prices: 1 });
    expect(await run(join(folder, 'last.csv'))).toContain('Nothing changed');
    expect(await offerFaults(folder)).toEqual([]);
    database.close();
  } finally {
    await stop();
  }
}, 900_000);

/** Lets a program kill itself, as `kill -9` does, with the first line that contains a word. */
const dyingAt = (word: string): string =>
  `data:text/javascript,const{log}=console;console.log=(line)=>{log(line);if(line.includes(${JSON.stringify(word)}))process.kill(process.pid,'SIGKILL')}`;
const temporary = (): string[] => readdirSync(folder).filter((name) => name.endsWith('.tmp'));

test('a new generation that is killed leaves the old one serving, and the next start is clean', async () => {
  const feed = join(folder, 'products.csv');
  writeFileSync(feed, 'brand;number;category;title\nKilled;KILLED 1;1523;Killed\n');
  const before = newest(folder);
  const program = spawn(
    process.execPath,
    ['--import', encodeURI(dyingAt('Handing')), join(root, 'dist/import.js'), 'products', feed, '--data-dir', folder],
    { env: { PATH: process.env.PATH }, stdio: 'ignore' },
  );
  expect(await once(program, 'close')).toEqual([null, 'SIGKILL']);
  expect([newest(folder), temporary().length]).toEqual([before, 1]);
  const { origin, stop } = await startMarketplace(folder);
  try {
    expect([temporary(), (await fetch(`${origin}/api/x/x/--1523`)).status]).toEqual([[], 200]);
  } finally {
    await stop();
  }
}, 300_000);
