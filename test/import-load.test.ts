import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshDataDir, root } from './support/catalogue.js';
import { costOfImport, mix, seenCommit, unguarded, writeFeed } from './support/import-load.js';
import { pointsOf, runUntil } from './support/kill-points.js';
import { startMarketplace } from './support/marketplace-process.js';
import { callsFor } from './support/marketplace-reads.js';
import { offerFaults } from './support/offer-soundness.js';
import { isLong } from './support/sample.js';
import { dataFor, newest, openCatalogue } from './support/sized-catalogue.js';

/**
 * Imports many offers while the marketplace is being read, and kills imports; `npm run test:long` uses the large
 * catalogue. `npm run bench -- offers` measures the cost of imports and reads.
 */

let folder: string;
process.env.IMPORT_PRIORITY = 'normal';
beforeAll(async () => {
  if (!isLong) {
    folder = freshDataDir();
    return;
  }
  const data = dataFor('10k-vehicles');
  folder = mkdtempSync(join(dirname(data), 'load-'));
  cpSync(data, folder, { recursive: true });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('many offers come in, and no read fails', async () => {
  const rows = isLong ? 1_000_000 : 10_000;
  const feed = join(folder, 'offers.csv');
  expect((await writeFeed(folder, feed, { rows, dearer: 100, isMixed: true })).rows).toBe(rows);
  const { calls } = callsFor(folder);
  const makers = mix.flatMap((name) => calls[name] ?? []);
  const { origin, end } = await startMarketplace({ DATA_DIR: folder });
  try {
    const failed: string[] = [];
    const readAll = async (): Promise<void> => {
      for (const path of makers.flatMap((make) => make())) {
        const response = await fetch(origin + path);
        await response.arrayBuffer();
        if (!response.ok) failed.push(`${path}: ${response.status}`);
      }
    };
    let isImported = false;
    const importing = costOfImport(folder, feed).finally(() => {
      isImported = true;
    });
    while (!isImported) await readAll();
    const { summary } = await importing;
    await seenCommit(origin, summary.commit ?? 0);
    // The first reads of new data count, too.
    await readAll();
    expect(failed).toEqual([]);
    expect(summary.changes.added).toBeGreaterThan(rows * 0.25);
    expect(summary.changes.changed).toBeGreaterThan(rows * 0.2);
  } finally {
    await end();
  }
});

/** One shop offers each product twice at the same price, so that any read must find equal prices. */
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
  const run = async (file: string, point?: number) => {
    const parameters = [join(root, 'dist/import.js'), 'offers', file, '--data-dir', folder, ...unguarded];
    const ended = await runUntil(
      { parameters, env: { IMPORT_PRIORITY: 'normal' }, countFile: join(folder, 'steps') },
      point,
    );
    if (ended.code !== null && ended.code !== 0) throw new Error(ended.output);
    return ended;
  };
  const { origin, end } = await startMarketplace({ DATA_DIR: folder });
  try {
    await run(await write('first.csv', 11));
    const { steps } = await run(await write('second.csv', 12));
    const database = openCatalogue(folder);
    const halves = database.prepare(
      `select count(*) as halves from (select product_id from offer where shop_id = (select id from shop where name = ?)
       group by product_id having min(price) <> max(price))`,
    );
    const prices = database.prepare(
      'select count(distinct price) as prices from offer where shop_id = (select id from shop where name = ?)',
    );
    for (const [index, point] of pointsOf(steps, 3).entries()) {
      const { code } = await run(await write('killed.csv', 13 + index), point);
      expect([point, code]).toEqual([point, null]);
      expect(halves.get(shop)).toEqual({ halves: 0 });
      expect((await fetch(`${origin}/api/x/x/--1523`)).status).toBe(200);
      // The check reads all offers, which takes a minute of the large catalogue.
      if (index % 30 === 2) expect(await offerFaults(folder)).toEqual([]);
    }
    await run(await write('last.csv', 99));
    expect(prices.get(shop)).toEqual({ prices: 1 });
    expect((await run(join(folder, 'last.csv'))).output).toContain('Nothing changed');
    expect(await offerFaults(folder)).toEqual([]);
    database.close();
  } finally {
    await end();
  }
});

/** Makes a program kill itself when it prints a line with a word. */
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
  const { origin, end } = await startMarketplace({ DATA_DIR: folder });
  try {
    expect([temporary(), (await fetch(`${origin}/api/x/x/--1523`)).status]).toEqual([[], 200]);
  } finally {
    await end();
  }
});
