import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { activate, writeCatalogue } from '../../../test/fixtures/marketplace/catalogue/small-catalogue.js';
import { ManualClock } from '../../../test/support/manual-clock.js';
import { until } from '../../../test/support/until.js';
import { markFile } from '../catalogue-file/damaged-catalogue.js';
import { CatalogueStore } from './catalogue-store.js';

const pollMs = 100;
let dataDir: string;
let clock: ManualClock;
let store: CatalogueStore;
let opened: string[];
let retired: number;
const lines: [event: string, generation: string][] = [];
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'kept-'));
  clock = new ManualClock();
  [opened, retired] = [[], 0];
  lines.length = 0;
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    const { event, generation } = JSON.parse(String(text));
    lines.push([event, generation]);
    return true;
  });
  for (const generation of ['g1', 'g2', 'g3', 'g4']) writeCatalogue(dataDir, { generation });
});
afterEach(async () => {
  await store.close();
  vi.restoreAllMocks();
  rmSync(dataDir, { recursive: true });
});

const point = (generation: string): void => activate(dataDir, generation, `catalogue-${generation}.db`);
function damage(generation: string): void {
  const file = join(dataDir, `catalogue-${generation}.db`);
  const { ino, size, mtimeMs } = statSync(file);
  writeFileSync(markFile(file), `${ino} ${size} ${mtimeMs}\nsome pieces differ\n`);
}
async function open(): Promise<void> {
  store = await CatalogueStore.open(dataDir, {
    clock,
    times: { pollMs, drainMs: 1000, offersMs: 3600_000 },
    onOpened: ({ id }) => void opened.push(id),
    onRetired: async () => void retired++,
  });
}
/** Lets the store look at its pointer so many times. */
async function poll(times = 1): Promise<void> {
  for (let time = 0; time < times; time++) {
    await clock.untilWaiting();
    await clock.advance(pollMs);
  }
}
const untilServed = (generation: string | undefined) =>
  until(`${generation} is served`, async () => {
    await poll();
    return store.current?.id === generation;
  });

test('the newest catalogue before a damaged one is served until the pointer names another', async () => {
  point('g3');
  await open();
  damage('g3');
  await untilServed('g2');
  await poll(12);
  await until('the damaged one is closed', () => retired === 1);
  point('g4');
  await untilServed('g4');
  expect([opened, lines]).toEqual([
    ['g3', 'g2', 'g4'],
    [
      ['catalogue_opened', 'g3'],
      ['catalogue_kept_served', 'g2'],
      ['catalogue_opened', 'g4'],
    ],
  ]);
});

test('a start passes over all damaged catalogues, and without any other serves none', async () => {
  point('g3');
  for (const generation of ['g2', 'g3']) damage(generation);
  await open();
  await untilServed('g1');
  damage('g1');
  await untilServed(undefined);
  await poll(3);
  expect(() => store.require()).toThrow('there is no catalogue that can be read');
  expect(lines).toEqual([
    ['catalogue_refused', 'g3'],
    ['catalogue_refused', 'g2'],
    ['catalogue_kept_served', 'g1'],
  ]);
});

test('each of several catalogues that become damaged gives way to an older one', async () => {
  point('g3');
  await open();
  for (const [broken, next] of [
    ['g3', 'g2'],
    ['g2', 'g1'],
  ] as const) {
    damage(broken);
    await untilServed(next);
  }
  await poll(3);
  expect(lines.slice(1)).toEqual([
    ['catalogue_kept_served', 'g2'],
    ['catalogue_kept_served', 'g1'],
  ]);
});

test('a served catalogue stays while the next one cannot be opened, which the log has once', async () => {
  point('g3');
  await open();
  for (let times = 0; times < 2; times++) {
    damage('g4');
    point('g4');
    await poll(4);
    expect(store.current?.id).toBe('g3');
    rmSync(markFile(join(dataDir, 'catalogue-g4.db')));
    await untilServed('g4');
    point('g3');
    await untilServed('g3');
  }
  const [first, refused, next] = ['catalogue_opened', 'catalogue_refused', 'catalogue_opened'] as const;
  const round = [
    [refused, 'g4'],
    [next, 'g4'],
    [next, 'g3'],
  ];
  expect(lines).toEqual([[first, 'g3'], ...round, ...round]);
});
