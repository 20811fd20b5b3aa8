import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { importFolder } from '../../../test/fixtures/marketplace/import/import-folder.js';
import { testClock } from '../../../test/support/ticking-clock.js';
import { type ImportPriority, runImportCommand, yieldCpu } from './cli.js';

/** The command `npm run import`: its words and its environment. */
const { dataDir, served } = importFolder();

test('an unknown import priority is refused before any file is read', async () => {
  const output: string[] = [];
  const code = await runImportCommand(['due'], { DATA_DIR: dataDir(), IMPORT_PRIORITY: 'high' }, testClock, (line) =>
    output.push(line),
  );
  expect([code, output.join()]).toEqual([
    2,
    expect.stringContaining('IMPORT_PRIORITY: must be one of idle, low, normal.'),
  ]);
});

test('a folder publishes its catalogue, and another one fetches it', async () => {
  const store = join(dataDir(), 'store');
  mkdirSync(store);
  const run = async (folder: string, ...words: string[]) => {
    const output: string[] = [];
    const environment = { DATA_DIR: folder, CATALOGUE_STORE: `folder:${store}` };
    const code = await runImportCommand(words, environment, testClock, (line) => output.push(line));
    return [code, output.join()];
  };
  const reader = join(dataDir(), 'reader');
  mkdirSync(reader);
  expect(await run(reader, 'fetch')).toEqual([1, expect.stringContaining('serves no catalogue of this version yet')]);
  expect(await run(dataDir(), 'publish')).toEqual([0, 'Catalogue g1 is published.']);
  expect(await run(reader, 'fetch', 'a.csv')).toEqual([2, expect.stringContaining('"fetch" takes no files')]);
  expect(await run(reader, 'fetch')).toEqual([
    0,
    expect.stringMatching(/^Catalogue g1 is active: \d+ pieces, \d+ KiB fetched\.$/),
  ]);
  expect(await run(reader, 'fetch')).toEqual([0, 'Catalogue g1 is active already.']);
  // On PostgreSQL the folder that published follows the offers that the other one fitted to its catalogue.
  expect((await run(dataDir(), 'due'))[0]).toBe(0);
});

test('a share of rejected rows is from 0 to 100 per cent, and an empty one is the usual share', async () => {
  const file = join(dataDir(), 'offers.csv');
  const rows = Array.from({ length: 49 }, (_, at) => `Gamma;k${at};Brand 1;PAD1;10,00`);
  writeFileSync(file, ['shop;key;brand;number;price', ...rows, 'Gamma;bad;Brand 1;NIX;10,00', ''].join('\n'));
  const run = async (share: string) => {
    const words = ['offers', file, '--dry-run', '--max-rejects', share];
    return runImportCommand(words, { DATA_DIR: dataDir() }, testClock, () => {});
  };
  // Two per cent of the rows are rejected.
  expect(await Promise.all(['0', '1,9', '101'].map(run))).toEqual([1, 2, 2]);
  expect([await run('1.9'), await run('2'), await run('100'), await run('')]).toEqual([1, 0, 0, 0]);
  writeFileSync(file, ['shop;key;brand;number;price', ...rows.slice(0, 9), 'Gamma;bad;Brand 1;NIX;10,00'].join('\n'));
  expect(await run('')).toBe(1);
});

test('changes that are due take no files', async () => {
  const output: string[] = [];
  const code = await runImportCommand(['due', 'a.csv'], { DATA_DIR: dataDir() }, testClock, (line) =>
    output.push(line),
  );
  expect([code, output.join()]).toEqual([2, expect.stringContaining('"due" takes no files, found "a.csv".')]);
});

test('a feed that nobody holds cannot be dropped', async () => {
  const output: string[] = [];
  const code = await runImportCommand(['drop', 'none'], { DATA_DIR: dataDir() }, testClock, (line) =>
    output.push(line),
  );
  expect([code, output]).toEqual([1, [expect.stringContaining('No feed is held by the name "none".')]]);
});

test('an import gets the priority that the operator sets', async () => {
  const output: string[] = [];
  for (const IMPORT_PRIORITY of [undefined, 'low', 'normal'])
    await runImportCommand(
      ['held'],
      { DATA_DIR: dataDir(), IMPORT_PRIORITY },
      testClock,
      () => {},
      undefined,
      (priority) => output.push(priority),
    );
  expect(output).toEqual(['idle', 'low', 'normal']);
  /** Niceness and scheduling policy (proc_pid_stat(5), fields 19 and 41; 0 = SCHED_OTHER, 5 = SCHED_IDLE). */
  const classOf = async (priority: ImportPriority): Promise<string[]> => {
    const waiting = spawn(process.execPath, ['-e', 'process.stdin.resume()'], { stdio: ['pipe', 'ignore', 'ignore'] });
    try {
      yieldCpu(priority, waiting.pid);
      const fields = readFileSync(`/proc/${waiting.pid}/stat`, 'utf8')
        .replace(/^.*\) /, '')
        .split(' ');
      return [fields[16] ?? '', fields[38] ?? ''];
    } finally {
      waiting.kill();
    }
  };
  const own = getPriority();
  expect(await classOf('low')).toEqual([String(Math.max(own, 10)), '0']);
  expect(await classOf('normal')).toEqual([String(own), '0']);
  // Systems without util-linux can only set the niceness.
  expect([
    ['19', '5'],
    ['19', '0'],
  ]).toContainEqual(await classOf('idle'));
});

test('an import refuses a tariff to a country under embargo', async () => {
  const table = 'name;country;shipping\nGamma;DE;"DE:4.90:1-2; RU:9.90:9"\n';
  const folder = dataDir();
  const file = join(folder, 'shops.csv');
  writeFileSync(file, table);
  const run = async (EMBARGO?: string) => {
    const output: string[] = [];
    const environment = { DATA_DIR: folder, ...(EMBARGO !== undefined && { EMBARGO }) };
    return [
      await runImportCommand(['shops', file], environment, testClock, (line) => output.push(line)),
      output.map(String).join(' '),
    ] as const;
  };
  const usual = await run();
  expect(usual).toEqual([1, expect.stringContaining('shipping is under embargo')]);
  // A refused import ends with its reason.
  expect(usual[1]).not.toContain('undefined');
  expect((await run('XX'))[0]).toBe(2);
  expect((await run('none'))[0]).toBe(0);
  expect(served("select country from shop_rate where shop_id = 3 and country = 'RU'")).toEqual({ country: 'RU' });
});

test('an import says in which encoding it has read a file that does not say it', async () => {
  const file = join(dataDir(), 'shops.csv');
  writeFileSync(file, Buffer.from('name;country;city\nGamma;DE;K\xf6ln\n', 'latin1'));
  const output: string[] = [];
  expect(await runImportCommand(['shops', file], { DATA_DIR: dataDir() }, testClock, (line) => output.push(line))).toBe(
    0,
  );
  expect(output).toContain(`${file}: The file is not UTF-8 and was read as windows-1252.`);
  expect(served('select city from shop where id = 3')).toEqual({ city: 'Köln' });
});
