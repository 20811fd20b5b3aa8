import { randomUUID } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { CartVisitor } from '../../../test/fixtures/marketplace/carts/visitor.js';
import { ids } from '../../../test/fixtures/marketplace/catalogue/small-catalogue-rows.js';
import { query } from '../../../test/fixtures/marketplace/generation/query.js';
import { operatorFolder } from '../../../test/fixtures/marketplace/operator/operator-folder.js';
import { testClock } from '../../../test/support/ticking-clock.js';
import { retentionRules } from '../carts/retention.js';
import { reportCatalogue } from './report-catalogue.js';
import { reportText, sizeText } from './report-text.js';

const { dataDir, folder, operate, report, rows, service } = operatorFolder();

test('the report has catalogue, imports, unsold offers, counts and retention, and no personal data', async () => {
  const visitor = new CartVisitor(service());
  await visitor.add(ids.offerOf(1001, 'A'), 2);
  const catalogue = new DatabaseSync(join(dataDir(), 'catalogue-g1.db'));
  catalogue.exec('insert into product_flags (product_id, flags) values (1003, 4)');
  catalogue.close();
  service().writeOffers({ soldOut: [ids.offerOf(1002, 'A')] });
  service().changeOffers((writer) => {
    writer.commit((commit) => {
      writer.database.exec(`update shop set vat_id = '' where id = 3; delete from shop_rate where shop_id = 3;
        insert into offer_key values (3, 'removed', 99999, 0, null, 0)`);
      commit.touchShop(3);
      commit.touch(1003);
    });
  });
  const [{ offers: shopC } = { offers: 0 }] = query(
    join(dataDir(), 'offers.db'),
    'select count(*) as offers from offer where shop_id = 3',
  );
  mkdirSync(join(dataDir(), 'imports'));
  const place = join(dataDir(), 'imports', '2026-01-02T03-04-05-000Z-offers');
  writeFileSync(
    `${place}.jsonl`,
    `${JSON.stringify({ file: 'feed.csv', line: 7, field: 'price', value: 'viel', reason: 'is no price', outcome: 'rejected' })}\n`,
  );
  writeFileSync(
    `${place}.summary.json`,
    JSON.stringify({
      kind: 'offers',
      files: ['feed.csv'],
      outcome: 'active',
      refusal: null,
      generation: 'g1',
      startedAt: '2026-01-02T03:04:05.000Z',
      seconds: 1.5,
      rows: 100,
      rejected: 1,
      leftOut: 0,
      changes: {},
      reasons: {
        'price is no price': 6,
        'second reason': 5,
        third: 4,
        fourth: 3,
        'fifth reason': 2,
        'sixth reason': 1,
      },
      unsold: {
        offers: 99,
        reasons: { 'tyre without its label (fuel_class, wet_grip_class, noise, noise_class, eprel)': 99 },
      },
      notes: [],
    }),
  );
  const summary = JSON.parse(readFileSync(`${place}.summary.json`, 'utf8'));
  const later = { ...summary, outcome: 'unchanged', generation: null, rejected: 0, reasons: {} };
  writeFileSync(place.replace('2026', '2027').concat('.summary.json'), JSON.stringify({ ...later, unsold: undefined }));
  // A summary that a crash has cut is left out.
  writeFileSync(place.replace('2026', '2028').concat('.summary.json'), '{"outcome":');
  const reported = await report();
  expect(reported.imports).toHaveLength(2);
  expect(reported.catalogue).toMatchObject({
    generation: 'g1',
    isDemonstration: true,
    counts: { shop: 3 },
    unsold: [
      { reason: 'outOfStock', offers: 1 },
      { reason: 'shipsNowhere', offers: shopC },
    ],
    withheld: [{ reason: 'euResponsible', offers: 2 }],
    withheldOffers: [
      { shop: 'Alpha', brand: 'Brand 1', articleNumber: 'DISC-3', reason: 'euResponsible' },
      { shop: 'Beta', brand: 'Brand 1', reason: 'euResponsible' },
    ],
  });
  const sold = query(join(dataDir(), 'offers.db'), 'select count(*) as offers from offer where withheld = 0');
  expect(reported.catalogue).toMatchObject({
    counts: { offer: sold[0]?.offers },
    productsWithoutOffer: 1,
    earlier: [],
  });
  expect(reported.catalogue.incompleteShops).toContainEqual(
    expect.objectContaining({ id: 3, offers: shopC, missing: ['vat_id'] }),
  );
  expect(reported.imports).toMatchObject([
    { outcome: 'unchanged' },
    { rejected: 1, firstRows: [{ line: 7, value: 'viel' }] },
  ]);
  expect(reported.state.counts).toMatchObject({ session: 1, cart_line: 1, cart_audit: 1 });
  expect(reported.state.bytes).toBeGreaterThan(4096);
  expect(reported.retention.map(({ overdue }: { overdue: number }) => overdue)).toEqual(retentionRules.map(() => 0));
  expect(reported.days).toHaveLength(30);
  expect(reported.days.at(-1)).toMatchObject({ added: 1, handovers: 0 });
  const { output } = await operate('report');
  expect(output).not.toContain('more in');
  expect(reportText({ ...reported, imports: [{ ...reported.imports[1], leftOut: 1 }] })).toMatch(/more in .*\.jsonl/);
  for (const partial of [
    'Catalogue g1',
    'feed.csv:7',
    'nothing in stock',
    'somebody responsible inside',
    'Shops whose identity is incomplete',
    'no vat_id',
    'offers: nothing changed',
    '99 × tyre without its label',
    '30 days',
    'cart_line',
  ])
    expect(output).toContain(partial);
  const complete = { ...reported, catalogue: { ...reported.catalogue, incompleteShops: [] } };
  expect(reportText(complete)).toContain('All shops have a complete identity.');
  // The file of rejected rows has the others.
  expect([output.includes('2 × fifth reason'), output.includes('sixth reason')]).toEqual([true, false]);
});

test('shops without a complete identity are listed by name, and first offers and rows are shown', async () => {
  service().changeOffers((writer) =>
    writer.commit((commit) => {
      writer.database.exec(`update shop set vat_id = '' where id in (1, 3); update shop set name = 'Zulu' where id = 1;
        update offer set withheld = 1 where shop_id = 1`);
      for (const shop of [1, 3]) commit.touchShop(shop);
    }),
  );
  mkdirSync(join(dataDir(), 'imports'));
  const counts = { seconds: 1, rows: 12, rejected: 12, leftOut: 0, reasons: {} };
  const summary = { kind: 'offers', files: [], outcome: 'active', refusal: null, generation: null, startedAt: '2026' };
  const row = { file: 'a.csv', field: 'price', value: 'x', reason: 'is no price', outcome: 'rejected' };
  const rows = Array.from({ length: 12 }, (_, n) => `${JSON.stringify({ ...row, line: n })}\n`);
  writeFileSync(join(dataDir(), 'imports', 'a.jsonl'), rows.join(''));
  writeFileSync(join(dataDir(), 'imports', 'a.summary.json'), JSON.stringify({ ...summary, ...counts }));
  const { catalogue, imports } = await report();
  expect(catalogue.incompleteShops.map(({ name }: { name: string }) => name)).toEqual(['Gamma', 'Zulu']);
  expect(catalogue.withheldOffers).toHaveLength(20);
  expect(imports[0].firstRows.map(({ line }: { line: number }) => line)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
});

test('the report counts the events of a day', async () => {
  const visitor = new CartVisitor(service());
  await visitor.add(ids.offerOf(1001, 'A'), 2);
  const [line] = await rows('select id from cart_line');
  expect((await visitor.call(`/api/Warenkorb/Aendern/${line?.id}`, { body: { quantity: 3 } })).status).toBe(200);
  const handed = { id: randomUUID(), lines: 1, pieces: 3, shops: ['1'], priceTotal: 93 };
  await service().call('/api/Warenkorb/Uebergeben', { body: handed });
  const at = new Date(testClock.now()).toISOString();
  const searches = { language: 'de', term: 'varta', searches: 7, withoutResults: 5, corrected: 0 };
  await service().call('/api/Suchzahlen', { body: { day: at.slice(0, 10), counts: [searches] } });
  await rows(`insert into merchant_import (id, shop_id, source, mode, is_dry_run, status, created_at, rejected)
    values ('i', 1, 'file', 'full', 0, 'completed', '${at}', 4)`);
  await rows(`insert into feed (name, settings, named_at, next_at) values ('f', '', '${at}', '${at}')`);
  await rows(`insert into feed_run (feed, started_at, status, is_unchanged, rows, rejected, left_out, held, seconds, reasons)
    values ('f', '${at}', 'completed', 0, 9, 9, 0, 0, 1, '{}')`);
  const { days } = await report();
  const counts = { added: 1, handovers: 1, searches: 7, withoutResults: 5, rejectedRows: 13 };
  expect(days.at(-1)).toEqual({ day: at.slice(0, 10), ...counts });
});

test('rows are overdue a day after their time', async () => {
  await new CartVisitor(service()).add(ids.offerOf(1001, 'A'), 1);
  for (const hours of [25, 47, 49]) {
    const at = new Date(testClock.now() - hours * 3_600_000).toISOString();
    await rows(`insert into idempotency (session_id, key, created_at) select id, 'k${hours}', '${at}' from session`);
  }
  const { retention } = await report();
  expect(retention.find(({ table }: { table: string }) => table === 'idempotency')).toMatchObject({ overdue: 1 });
  expect((await operate('report')).output).toMatch(/idempotency .* 1 overdue\n.*Rows are overdue/s);
});

test('the report says in a sentence why a catalogue or its offers cannot be read', async () => {
  expect(reportCatalogue(folder())).toBe('No catalogue has been imported.');
  const copy = join(folder(), 'copy');
  cpSync(dataDir(), copy, { recursive: true });
  const database = new DatabaseSync(join(copy, 'offers.db'));
  database.exec('pragma user_version = 4711');
  database.close();
  expect(reportCatalogue(copy)).toMatch(
    /^The tables of .*offers\.db have version 4711; this program reads version \d+\.$/,
  );
  using catalogue = new DatabaseSync(join(copy, 'catalogue-g1.db'));
  catalogue.exec('pragma user_version = 1');
  expect(reportCatalogue(copy)).toMatch(/^The tables of .*catalogue-g1\.db have version 1; this program reads/);
  for (const [name, sentence] of [
    ['offers.db', 'The offers'],
    ['catalogue-g1.db', 'The catalogue'],
  ] as const) {
    rmSync(join(copy, name));
    expect(reportCatalogue(copy)).toMatch(new RegExp(`^${sentence} .*${name} (is|are) missing\\.$`));
  }
});

test.each([
  [0, '0 B'],
  [999, '999 B'],
  [1000, '1.0 kB'],
  [12_340_000, '12.3 MB'],
  [5e15, '5000.0 TB'],
])('%d bytes are printed as %s', (bytes, text) => {
  expect(sizeText(bytes)).toBe(text);
});
