import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bundle } from '../../../scripts/build-server.ts';
import { changeOffers } from '../../../test/fixtures/marketplace/catalogue/small-catalogue.js';
import { ids } from '../../../test/fixtures/marketplace/catalogue/small-catalogue-rows.js';
import { query } from '../../../test/fixtures/marketplace/generation/query.js';
import { importFolder } from '../../../test/fixtures/marketplace/import/import-folder.js';
import { pointsOf, runUntil } from '../../../test/support/kill-points.js';
import { testClock } from '../../../test/support/ticking-clock.js';
import { servedFile } from '../catalogue-file/served-file.js';
import { CatalogueCopy } from '../import/catalogue-copy.js';
import { fillProductFlags } from '../offer-store/product-flags.js';
import { withheldBits } from '../offer-store/withheld.js';
import { judgingTurn, type OfferTurn, offersToClear, settleOffers } from './offer-turn.js';
import { clearedBy, judgedBy } from './settled.js';

const { dataDir, engineEnv, importTable } = importFolder();

const offers = () => join(dataDir(), 'offers.db');
const withheldOf = (product: number) =>
  query(offers(), `select withheld from offer where product_id = ${product} order by id`).map(
    ({ withheld }) => withheld,
  );
const servedName = () => basename(String(servedFile(dataDir())));
const meta = (name: string) => query(offers(), `select value from meta where key = '${name}'`)[0]?.value;

/** Activates the next generation, which the statements change. */
const change = (...statements: string[]): void => activate(statements);
function activate(statements: readonly string[], turn?: OfferTurn): void {
  const copy = new CatalogueCopy(dataDir(), testClock);
  try {
    for (const statement of statements) copy.database.exec(statement);
    fillProductFlags(copy.database);
    copy.activate([], turn);
  } finally {
    copy.close();
  }
}

/** Counts rows of offers and products of the served catalogue. */
function countOffers(condition: string): number {
  const database = new DatabaseSync(String(servedFile(dataDir())), { readOnly: true });
  database.prepare('attach ? as offers').run(offers());
  const row = database
    .prepare(
      `select count(*) as rows from offers.offer o left join product p on p.id = o.product_id
       left join product_flags f on f.product_id = o.product_id where ${condition}`,
    )
    .get();
  database.close();
  return Number(row?.rows);
}

describe('another catalogue', () => {
  test('offers of makers that may not sell are withheld, and sold again when the makers may', () => {
    change("update brand set address = '' where id = 1");
    expect([withheldOf(ids.pad), withheldOf(ids.oil)]).toEqual([[withheldBits.maker], [0]]);
    expect(meta(judgedBy)).toBe(servedName());
    change("update brand set address = 'Street 1', country = 'CN' where id = 1");
    expect(withheldOf(ids.pad)).toEqual([withheldBits.euResponsible]);
    change("update brand set eu_responsible = 'Somebody, Bonn' where id = 1");
    expect(withheldOf(ids.pad)).toEqual([0]);
  });

  test('offers are withheld before the catalogue is served, and released after it', () => {
    const stages: unknown[] = [];
    const turn = (): OfferTurn => {
      const { before, after } = judgingTurn(dataDir(), servedFile(dataDir()), testClock);
      return {
        before(file, name) {
          before(file, name);
          stages.push(withheldOf(ids.pad));
        },
        after(file) {
          after(file);
          stages.push(withheldOf(ids.pad));
        },
      };
    };
    activate(["update brand set address = '' where id = 1"], turn());
    expect(stages.splice(0)).toEqual([[withheldBits.maker], [withheldBits.maker]]);
    activate(["update brand set address = 'Street 1' where id = 1"], turn());
    expect(stages).toEqual([[withheldBits.maker], [0]]);
  });

  test('offers of a missing product keep their ids, and are sold again when it returns', () => {
    const before = query(offers(), 'select id, key from offer order by id');
    change(
      `create table kept as select * from product where id = ${ids.pad}`,
      `delete from product where id = ${ids.pad}`,
    );
    expect(withheldOf(ids.pad)).toEqual([withheldBits.gone]);
    change('insert into product select * from kept', 'drop table kept');
    expect([withheldOf(ids.pad), query(offers(), 'select id, key from offer order by id')]).toEqual([[0], before]);
  });

  test('commits name only the products that changed', () => {
    const last = () => Number(query(offers(), 'select max(number) as number from change')[0]?.number);
    const before = last();
    change("update brand set seo_name = 'Brand-one' where id = 1");
    expect(last()).toBe(before);
    change("update brand set address = '' where id = 1");
    const result = query(offers(), `select products from change where number > ${before}`).flatMap(({ products }) => [
      ...new Uint32Array(new Uint8Array(products as Uint8Array).buffer),
    ]);
    const ofBrand = query(String(servedFile(dataDir())), 'select id from product where brand_id = 1 order by id');
    expect([...new Set(result)].sort((a, b) => a - b)).toEqual(ofBrand.map(({ id }) => id));
  });

  test('offers after --anew are empty, and their ids are never given again', async () => {
    const known = query(offers(), 'select shop_id, key, id from offer_key order by id');
    const epoch = meta('epoch');
    const copy = new CatalogueCopy(dataDir(), testClock, { isFresh: true });
    copy.activate(null);
    copy.close();
    expect(query(offers(), 'select (select count(*) from offer) + (select count(*) from shop) as rows')).toEqual([
      { rows: 0 },
    ]);
    expect(query(offers(), 'select shop_id, key, id from offer_key order by id')).toEqual(known);
    expect([meta('epoch') === epoch, meta(judgedBy), meta(clearedBy)]).toEqual([false, servedName(), '']);
    expect(offersToClear(dataDir(), testClock)).toBeNull();
  });

  test('shops and offers that would go are counted, also shops without offers', () => {
    const [{ offers: count } = { offers: 0 }] = query(offers(), 'select count(*) as offers from offer');
    expect(offersToClear(dataDir(), testClock)).toEqual({ shops: 3, offers: count });
    changeOffers(dataDir(), servedName(), (writer) =>
      writer.commit((commit) => {
        for (const { id, product_id: product } of query(offers(), 'select id, product_id from offer'))
          commit.remove(Number(product), Number(id));
      }),
    );
    expect(offersToClear(dataDir(), testClock)).toEqual({ shops: 3, offers: 0 });
  });

  test('all offers of a maker are withheld, however many its products are', () => {
    const catalogue = String(servedFile(dataDir()));
    using database = new DatabaseSync(catalogue);
    database.exec(`create temp table copy as select * from product where id = ${ids.pad};
      create temp table copies as with recursive n(i) as (select 1 union all select i + 1 from n where i < 1001) select i from n`);
    const columns = database
      .prepare('select name from pragma_table_info(?)')
      .all('product')
      .map(({ name }) => name);
    const values = columns.map((name) =>
      name === 'id' ? '100000 + i' : name === 'norm_number' ? "'COPY' || i" : name,
    );
    database.exec(`insert into main.product select ${values.join(', ')} from copy, copies`);
    changeOffers(dataDir(), servedName(), (writer) =>
      writer.commit((commit) => {
        const [offer] = writer.statements.offersOf(ids.pad);
        for (let n = 1; offer && n <= 1001; n++)
          commit.put({ ...offer, product_id: 100_000 + n, key: `copy ${n}` }, null, []);
      }),
    );
    change("update brand set address = '' where id = 1");
    expect(countOffers('o.product_id > 100000 and o.withheld = 0')).toBe(0);
    expect(countOffers('o.product_id > 100000')).toBe(1001);
  });
});

describe('kill -9', () => {
  let folder: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'offer-turn-'));
    const programs = {
      import: 'server/marketplace/import/cli.ts',
      'offers-thread': 'server/marketplace/offer-commits/offers-thread.ts',
    };
    await bundle(programs, 'esm', folder);
    symlinkSync(join(process.cwd(), 'node_modules'), join(folder, 'node_modules'));
    symlinkSync(join(process.cwd(), 'server/marketplace/search/words/data'), join(folder, 'search-data'));
    symlinkSync(join(process.cwd(), 'server/marketplace/vehicles/data'), join(folder, 'vehicle-data'));
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  /** In one feed makers of one country may not sell, and in the other those of the other country. */
  const feeds = (['DE', 'CN'] as const).map((first, index) =>
    [
      'brand;number;category;brand_country',
      `Brand 1;PAD1;${ids.pads};${first}`,
      `Brand 2;OIL5W30;${ids.oils};${index === 0 ? 'CN' : 'DE'}`,
      '',
    ].join('\n'),
  );

  test('at any point of an activation no forbidden offer is sold, and the next start completes it', async () => {
    const served = new Set<string>();
    /** @param point the step at which it is killed; left out, it is not killed */
    const bring = (feed: string, point?: number) => {
      const file = join(folder, 'products.csv');
      writeFileSync(file, feed);
      const parameters = [join(folder, 'import.js'), 'products', file, '--data-dir', dataDir()];
      return runUntil(
        { parameters, env: { IMPORT_PRIORITY: 'normal', ...engineEnv() }, countFile: join(folder, 'steps') },
        point,
      );
    };
    const { code, steps } = await bring(feeds[1] as string);
    expect([code, steps > 20]).toEqual([0, true]);
    // An import activates at its end.
    const points = pointsOf(Math.ceil(steps / 2), 6).map((point) => point + Math.floor(steps / 2));
    for (const [round, point] of [...points, undefined].entries()) {
      await bring(feeds[round % 2] as string, point);
      served.add(servedName());
      expect([round, countOffers('o.withheld = 0 and (p.id is null or (coalesce(f.flags, 0) & ~128) <> 0)')]).toEqual([
        round,
        0,
      ]);
      const misjudged = `(o.withheld & ${withheldBits.euResponsible}) <> (coalesce(f.flags, 0) & ${withheldBits.euResponsible})`;
      settleOffers(dataDir(), testClock);
      expect([round, countOffers(misjudged), meta(judgedBy)]).toEqual([round, 0, servedName()]);
    }
    expect(served.size).toBeGreaterThan(1);
    await importTable('products', ...(feeds[0] as string).trim().split('\n'));
    expect([withheldOf(ids.pad), withheldOf(ids.oil)]).toEqual([[0], [withheldBits.euResponsible]]);
  });
});
