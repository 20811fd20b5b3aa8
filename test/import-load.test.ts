import { once } from 'node:events';
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { measureImport, startImport, writeFeed } from '../scripts/lib-import-load.ts';
import { dataFor, startMarketplace } from '../scripts/lib-marketplace.ts';
import { root } from './support/catalogue.js';
import { isLong } from './support/sample.js';

/**
 * Imports many offers while the marketplace is being read, and kills imports. The long suite uses the large catalogue;
 * otherwise the demonstration is used, and only machine-independent results are asserted.
 */

let folder: string;
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
    expect(await writeFeed(folder, feed, { rows, dearer })).toBe(rows);
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

const served = (): string => {
  const state = new DatabaseSync(join(folder, 'state.db'), { readOnly: true });
  const file = String(state.prepare('select file from catalogue_pointer').get()?.file);
  state.close();
  return file;
};
const temporary = (): string[] => readdirSync(folder).filter((name) => name.endsWith('.tmp'));

/** Lets a program kill itself, as `kill -9` does, with the first line that contains a word. */
const dyingAt = (word: string): string =>
  `data:text/javascript,const{log}=console;console.log=(line)=>{log(line);if(line.includes(${JSON.stringify(word)}))process.kill(process.pid,'SIGKILL')}`;

test.each(isLong ? ['Copying', '60 %', 'Working out', 'Checking'] : ['Copying', 'Checking'])(
  'an import that is killed at "%s" leaves the old catalogue serving, and the next start is clean',
  async (phase) => {
    const feed = join(folder, 'killed.csv');
    await writeFeed(folder, feed, { rows: isLong ? 200_000 : 10_000, dearer: 400 });
    const before = served();
    const { origin, stop } = await startMarketplace(folder);
    try {
      const child = startImport(folder, feed, ['--import', encodeURI(dyingAt(phase))]);
      let said = '';
      child.stdout.on('data', (chunk: Buffer) => {
        said += chunk;
      });
      const [, signal] = await once(child, 'close');
      expect([signal, said]).toEqual(['SIGKILL', expect.stringContaining(phase)]);
      expect([served(), temporary().length]).toEqual([before, phase === 'Copying' ? 0 : 1]);
      expect((await fetch(`${origin}/api/x/x/--1523`)).status).toBe(200);
    } finally {
      await stop();
    }
    const again = await startMarketplace(folder);
    try {
      expect([served(), temporary()]).toEqual([before, []]);
      expect((await fetch(`${again.origin}/api/x/x/--1523`)).status).toBe(200);
    } finally {
      await again.stop();
    }
  },
  300_000,
);
