import { describe, expect, test } from 'vitest';
import { ids } from '../../../test/fixtures/marketplace/catalogue/small-catalogue-rows.js';
import { importFolder } from '../../../test/fixtures/marketplace/import/import-folder.js';
import { ManualClock } from '../../../test/support/manual-clock.js';
import { testClock } from '../../../test/support/ticking-clock.js';
import { runImportCommand } from './cli.js';
import { makeDueChanges } from './due-changes.js';
import { FeedLock } from './feed-lock.js';

const service = importFolder();
const { importTable, served } = service;
const day = 24 * 3600_000;
const midnight = Math.floor(testClock.now() / day) * day;
const on = (days: number): string => new Date(midnight + days * day).toISOString().slice(0, 10);
const head = 'shop;key;brand;number;price;sale_price;sale_price_effective_date;price_to;expiration_date';
const row = (key: string, ...more: string[]) => ['Gamma', key, 'Brand 1', 'PAD1', '90,00', ...more].join(';');

const changesOf = (key: string) => {
  const found = served(`select json_group_array(json_array(at, price) order by at) as changes from offer_change
    where offer_id = (select id from offer where key = '${key}')`);
  return (JSON.parse(String(found?.changes)) as [number, number | null][]).map(([at, price]) => [
    Math.round((at - midnight) / day),
    price,
  ]);
};
const priceOf = (key: string) => served(`select price from offer where key = '${key}'`)?.price ?? null;
const lowest = () =>
  served(`select min(price) as price from offer where product_id = ${ids.pad} and withheld = 0`)?.price;

describe('scheduled prices', () => {
  const feed = [
    row('sale', '50,00', `${on(-1)}/${on(1)}`, '', ''),
    row('later', '40,00', `${on(2)}/${on(3)}`, '', ''),
    row('ending', '', '', on(5), on(4)),
    row('both', '30,00', `${on(2)}/${on(9)}`, '', on(6)),
    row('plain', '', '', '', ''),
  ];
  const given = () => ['sale', 'later', 'ending', 'both', 'plain'].map(changesOf);

  test('an import schedules the prices of a feed, replaces them with the next feed, and drops them with the offer', async () => {
    expect(await importTable('offers', head, ...feed)).toMatchObject({ rejected: 0, leftOut: 0 });
    const reported = [
      [[2, 9000]],
      [
        [2, 4000],
        [4, 9000],
      ],
      [[5, null]],
      [
        [2, 3000],
        [7, null],
      ],
      [],
    ];
    expect(given()).toEqual(reported);
    const again = await importTable('offers', head, ...feed);
    expect(again.changes).toMatchObject({ added: 0, changed: 0, unchanged: 5, removed: 0 });
    const longer = [row('sale', '50,00', `${on(-1)}/${on(3)}`, '', ''), ...feed.slice(1, 3)];
    const changed = await importTable('offers', head, ...longer);
    expect(changed.changes).toMatchObject({ changed: 1, unchanged: 2, removed: 2 });
    expect(given()).toEqual([[[4, 9000]], reported[1], reported[2], [], []]);
    expect(served('select count(*) as rows from offer_change')).toEqual({ rows: 4 });
  });

  test('a due price changes in a commit of its own, also for listings', async () => {
    await importTable('offers', head, ...feed);
    expect([lowest(), priceOf('sale')]).toEqual([5000, 5000]);
    const { dataDir } = service;
    expect(makeDueChanges(dataDir(), new ManualClock(midnight + 2 * day - 1))).toEqual({ commit: null, products: 0 });
    const { commit, products } = makeDueChanges(dataDir(), new ManualClock(midnight + 2 * day));
    expect([products, served('select max(number) as number from change')]).toEqual([1, { number: commit }]);
    expect(['sale', 'later', 'ending', 'both', 'plain'].map(priceOf)).toEqual([9000, 4000, 9000, 3000, 9000]);
    expect(lowest()).toBe(3000);
    makeDueChanges(dataDir(), new ManualClock(midnight + 8 * day));
    expect(['sale', 'later', 'ending', 'both', 'plain'].map(priceOf)).toEqual([9000, 9000, null, null, 9000]);
    expect([lowest(), served('select count(*) as rows from offer_change')]).toEqual([9000, { rows: 0 }]);
    const lines: string[] = [];
    expect(await runImportCommand(['due'], { DATA_DIR: dataDir() }, testClock, (line) => lines.push(line))).toBe(0);
    expect(lines).toEqual(['Nothing is due.']);
  });

  test('the former price stays among the prices of the last 30 days', async () => {
    const known = head.replace('price_to;expiration_date', 'lowest30');
    await importTable('offers', known, row('sale', '50,00', `${on(-1)}/${on(1)}`, '85,00'), row('without', '', '', ''));
    const lowest30 = () =>
      served("select json_group_array(lowest30 order by key) as prices from offer where key in ('sale', 'without')")
        ?.prices;
    expect(lowest30()).toBe('[8500,null]');
    makeDueChanges(service.dataDir(), new ManualClock(midnight + 3 * day));
    expect([priceOf('sale'), lowest30()]).toEqual([9000, '[5000,null]']);
  });

  test('an import refuses a row whose price begins after its end, or after the end of the offer', async () => {
    const named = 'shop;key;brand;number;price;price_from;price_to;expiration_date';
    const first = row('known', '', '', '').replace('90,00', '20,00');
    expect(await importTable('offers', named, first)).toMatchObject({ rejected: 0 });
    const rows = [row('known', on(5), on(4), ''), row('known', on(5), '', on(4)), row('known', on(5), '', on(5))];
    const update = await service.importFile('offers', `${[named, ...rows].join('\n')}\n`, { mode: 'update' });
    expect(update).toMatchObject({ rejected: 2, leftOut: 1, outcome: 'active' });
    expect([priceOf('known'), changesOf('known')]).toEqual([
      2000,
      [
        [5, 9000],
        [6, null],
      ],
    ]);
  });

  test('a price counts from the millisecond in which it begins', async () => {
    const content = `shop;key;brand;number;price;price_from\nGamma;now;Brand 1;PAD1;20,00;${on(0)}\n`;
    const early = await service.importFile('offers', content, { clock: new ManualClock(midnight - 1) });
    expect([early.leftOut, priceOf('now')]).toEqual([1, null]);
    const begun = await service.importFile('offers', content, { clock: new ManualClock(midnight) });
    expect([begun.leftOut, priceOf('now')]).toEqual([0, 2000]);
  });

  test('due prices change for withheld offers and while an import runs', async () => {
    await importTable('offers', head, ...feed);
    await importTable('products', 'brand;number;category;brand_country', `Brand 1;PAD1;${ids.pads};CN`);
    const withheld = () =>
      served("select group_concat(price, ' ' order by key) as prices from offer where shop_id = 3 and withheld <> 0");
    expect(withheld()).toEqual({ prices: '9000 9000 9000 9000 5000' });
    const importing = new FeedLock(service.dataDir(), null);
    makeDueChanges(service.dataDir(), new ManualClock(midnight + 8 * day));
    importing.release();
    expect([withheld(), served('select count(*) as rows from offer_change')]).toEqual([
      { prices: '9000 9000 9000' },
      { rows: 0 },
    ]);
  });
});
