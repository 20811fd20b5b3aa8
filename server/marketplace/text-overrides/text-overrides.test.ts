import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  activate,
  changeOffers,
  writeCatalogue,
} from '../../../test/fixtures/marketplace/catalogue/small-catalogue.js';
import { ids } from '../../../test/fixtures/marketplace/catalogue/small-catalogue-rows.js';
import { openCatalogue } from '../../../test/fixtures/marketplace/generation/open-catalogue.js';
import { query } from '../../../test/fixtures/marketplace/generation/query.js';
import { ManualClock } from '../../../test/support/manual-clock.js';
import { testClock } from '../../../test/support/ticking-clock.js';
import { digestOf, type TextOverride } from '../offer-store/text-overrides.js';
import { openStateAt } from '../state/state-place.js';
import { followTextOverrides } from './follow-text-overrides.js';
import { serveTextOverrides } from './serve-text-overrides.js';

let dataDir: string;
let file: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'overrides-'));
  file = writeCatalogue(dataDir, { generation: 'g1' });
  activate(dataDir, 'g1', file);
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(dataDir, { recursive: true });
});

const title: TextOverride = {
  ...{ kind: 'product', subject: ids.firstDisc, field: 'title', language: 'de', text: 'Scheibe' },
};
const french: TextOverride = { ...title, language: 'fr', text: 'Disque' };
const name: TextOverride = { kind: 'shop', subject: 1, field: 'name', language: '', text: ' Alpha Teile ' };

test('the shop shows exactly the wanted texts, and counts those that changed', async () => {
  const serve = (...wanted: TextOverride[]): number => {
    let changed = 0;
    changeOffers(dataDir, file, (writer) => {
      changed = serveTextOverrides(writer, wanted, ({ text }) => text.trim());
    });
    return changed;
  };
  const shown = async () => {
    const generation = await openCatalogue(dataDir, 'g1', file);
    const { textOverrides, shops } = generation.offers;
    const of = (language: 'de' | 'fr') => textOverrides.of('product', ids.firstDisc, 'title', language);
    const found = [of('de'), of('fr'), textOverrides.of('shop', 1, 'name', ''), textOverrides.digest];
    expect(shops.all.size).toBe(3);
    await generation.close();
    return found;
  };
  /** Returns the ids whose texts the last commit has changed. */
  const told = () => {
    const [row] = query(join(dataDir, 'offers.db'), 'select texts from change order by number desc limit 1');
    return JSON.parse(String(row?.texts));
  };
  expect(serve(title, french, name)).toBe(3);
  expect(told()).toEqual({ category: [], trader: [1], name: [ids.firstDisc] });
  expect(await shown()).toEqual(['Scheibe', 'Disque', 'Alpha Teile', digestOf([title, french, name])]);
  expect(serve(name, french, title)).toBe(0);
  const other = { ...title, text: 'Bremsscheibe' };
  expect(serve(other, name)).toBe(2);
  expect(told()).toEqual({ category: [], trader: [], name: [ids.firstDisc] });
  expect(await shown()).toEqual(['Bremsscheibe', undefined, 'Alpha Teile', digestOf([other, name])]);
  expect(serve()).toBe(2);
  expect(await shown()).toEqual([undefined, undefined, undefined, digestOf([])]);
});

test('a follower serves other texts once, waits longer if that had no effect, and goes on after a failure', async () => {
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const clock = new ManualClock();
  const db = await openStateAt({ dataDir, clock: testClock });
  let served: string | null = null;
  let runs = 0;
  let work = async (): Promise<void> => {};
  const follower = followTextOverrides({
    db,
    clock,
    served: () => served,
    serve: async () => {
      runs += 1;
      await work();
    },
  });
  const later = async (seconds: number): Promise<number> => {
    await clock.untilWaiting();
    await clock.advance(seconds * 1000);
    await clock.untilWaiting();
    return runs;
  };
  // A shop without a catalogue has no texts.
  expect([await later(2), await follower.isServed()]).toEqual([0, false]);
  served = digestOf([]);
  expect([await later(2), await follower.isServed()]).toEqual([0, true]);
  await db
    .insertInto('correction')
    .values({ ...title, changed_at: '2026-01-01' })
    .execute();
  expect(await follower.isServed()).toBe(false);
  expect(await later(2)).toBe(1);
  expect(await later(2)).toBe(2);
  expect(await later(29)).toBe(2);
  work = () => Promise.reject(new Error('locked'));
  expect(await later(1)).toBe(3);
  work = async () => {
    served = digestOf([title]);
  };
  expect([await later(2), await follower.isServed()]).toEqual([4, true]);
  expect(await later(60)).toBe(4);
  await follower.stop();
  await db.destroy();
});
