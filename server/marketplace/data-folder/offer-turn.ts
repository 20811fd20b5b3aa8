import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Clock } from '../../clock/clock.js';
import { catalogueVersion } from '../catalogue-file/catalogue-schema.js';
import { servedFile, versionOf } from '../catalogue-file/served-file.js';
import { damagedCatalogue } from '../files/file-sums.js';
import { changeRates } from '../offer-store/change-shop.js';
import type { FindProduct } from '../offer-store/offer-commit.js';
import { offersFile } from '../offer-store/offer-file.js';
import { OfferWriter } from '../offer-store/offer-writer.js';
import { productFacts } from '../offer-store/product-flags.js';
import { sharesOffers } from '../offer-store/shared-offers.js';
import { isStarterBattery, packsBit, withheldBits } from '../offer-store/withheld.js';
import { clearedBy, judgedBy } from './settled.js';

/** Changes to offers while one catalogue replaces another. */
export interface OfferTurn {
  /**
   * Runs before readers switch.
   * @param file of the new catalogue, finished; `name` is its later name
   */
  before(file: string, name: string): void;
  /** Runs as soon as readers may switch. @param file of the new catalogue under its name */
  after(file: string): void;
}

/** Flags that keep offers from sale, or may. */
const reasons = 2 ** packsBit - 1;
const productsAtATime = 1000;
const productBits =
  withheldBits.maker | withheldBits.euResponsible | withheldBits.basePrice | withheldBits.tyreLabel | withheldBits.gone;

/**
 * Judges the offers of products again whose flags differ in the new catalogue. Newly withheld offers are committed
 * before readers switch, released ones after it.
 * @param former file of the served catalogue; null = none
 */
export const judgingTurn = (dataDir: string, former: string | null, clock: Clock): OfferTurn => ({
  before(file) {
    withCatalogue(dataDir, file, clock, (catalogue, find) => {
      const differing = differences(catalogue, former);
      const flags = new Map(differing.map(({ id, before }) => [id, before]));
      // Between the two commits, an offer that either catalogue forbids is not sold.
      const findInBoth: FindProduct = (id) => {
        const facts = find(id);
        const before = flags.get(id) ?? 0;
        return facts && before !== withheldBits.gone ? { ...facts, flags: facts.flags | (before & reasons) } : null;
      };
      const forbidden = differing.filter(({ before, now }) => (now & ~before & reasons) !== 0);
      const ids = forbidden.map(({ id }) => id);
      judge(dataDir, clock, findInBoth, ids);
    });
  },
  after(file) {
    withCatalogue(dataDir, file, clock, (catalogue, find) => {
      const ids = differences(catalogue, former).map(({ id }) => id);
      judge(dataDir, clock, find, ids, basename(file));
    });
  },
});

/** Removes all shops and offers as soon as a catalogue with empty tables is served. */
export const clearingTurn = (dataDir: string, clock: Clock): OfferTurn => ({
  before: (_file, name) => withWriter(dataDir, clock, ({ statements }) => statements.setMeta(clearedBy, name)),
  after: () => settleOffers(dataDir, clock),
});

/** Keeps shops and offers for a catalogue with empty tables, whatever the former one is like. */
export function keepingTurn(dataDir: string, clock: Clock): OfferTurn {
  const former = servedFile(dataDir);
  const isReadable = former !== null && existsSync(former) && damagedCatalogue(former, '') === null;
  return isReadable
    ? judgingTurn(dataDir, former, clock)
    : { before: () => {}, after: () => settleOffers(dataDir, clock) };
}

/** Counts what `clearingTurn` would remove; null = nothing. @throws ExpectedError if it cannot be read */
export function offersToClear(dataDir: string, clock: Clock): { shops: number; offers: number } | null {
  if (!existsSync(offersFile(dataDir)) && !sharesOffers()) return null;
  const sql = 'select (select count(*) from shop) as shops, (select count(*) from offer) as offers';
  const { shops, offers } = withWriter(dataDir, clock, ({ database }) => database.prepare(sql).get() ?? {});
  return Number(shops) + Number(offers) === 0 ? null : { shops: Number(shops), offers: Number(offers) };
}

/**
 * Completes a switch of catalogues after a kill, so that all offers match the served one. It is cheap if nothing is to
 * be done. The caller holds the lock of `ids.db`.
 */
export function settleOffers(dataDir: string, clock: Clock): void {
  const served = servedFile(dataDir);
  if (served === null || !existsSync(served) || !existsSync(offersFile(dataDir))) return;
  if (versionOf(served) !== catalogueVersion) return;
  const name = basename(served);
  const isJudged = withWriter(dataDir, clock, (writer) => {
    if (writer.statements.meta(clearedBy) !== name) return writer.statements.meta(judgedBy) === name;
    writer.clear();
    writer.statements.setMeta(judgedBy, name);
    writer.statements.setMeta(clearedBy, '');
    return true;
  });
  if (isJudged) return;
  withCatalogue(dataDir, served, clock, (catalogue, find) => judge(dataDir, clock, find, misjudged(catalogue), name));
}

function withWriter<Result>(
  dataDir: string,
  clock: Clock,
  work: (writer: OfferWriter) => Result,
  find: FindProduct = () => null,
): Result {
  const writer = new OfferWriter(dataDir, find, clock);
  try {
    return work(writer);
  } finally {
    writer.close();
  }
}

/** Opens a catalogue with the offers attached as `offers`; makes them if they are missing. */
function withCatalogue(
  dataDir: string,
  file: string,
  clock: Clock,
  work: (catalogue: DatabaseSync, find: FindProduct) => void,
): void {
  withWriter(dataDir, clock, () => {});
  using catalogue = new DatabaseSync(file, { readOnly: true });
  catalogue.prepare('attach ? as offers').run(offersFile(dataDir));
  work(catalogue, productFacts(catalogue));
}

/** @param judged name of the catalogue that all offers match afterwards; left out between two catalogues */
function judge(dataDir: string, clock: Clock, find: FindProduct, products: readonly number[], judged?: string): void {
  const work = (writer: OfferWriter): void => {
    // A kill after this statement leaves offers that match no single catalogue.
    if (judged === undefined && products.length > 0) writer.statements.setMeta(judgedBy, '');
    for (let at = 0; at < products.length; at += productsAtATime)
      writer.commit((commit) => {
        for (const id of products.slice(at, at + productsAtATime)) commit.touch(id);
      });
    if (judged !== undefined) writer.statements.setMeta(judgedBy, judged);
  };
  withWriter(dataDir, clock, work, find);
}

/** Flags and usual packs of a product with offers, in two catalogues; `gone` = it is missing there. */
interface Difference {
  readonly id: number;
  readonly before: number;
  readonly now: number;
}

const flagsOf = (product: string, flags: string): string =>
  `case when ${product}.id is null then ${withheldBits.gone} else coalesce(${flags}.flags, 0) end`;
const hasOffers = 'exists (select 1 from offers.offer where product_id = coalesce(n.id, f.id))';

function differences(catalogue: DatabaseSync, former: string | null): Difference[] {
  if (former !== null) catalogue.prepare('attach ? as former').run(former);
  // On a read-only connection only temporary tables can be written.
  else
    catalogue.exec(
      'create temp table no_product (id integer primary key); create temp table no_flags (product_id, flags)',
    );
  const [product, flags] =
    former === null ? ['temp.no_product', 'temp.no_flags'] : ['former.product', 'former.product_flags'];
  return catalogue
    .prepare(
      `select coalesce(n.id, f.id) as id, ${flagsOf('f', 'ff')} as before, ${flagsOf('n', 'nf')} as now
       from main.product n full join ${product} f on f.id = n.id
       left join main.product_flags nf on nf.product_id = n.id left join ${flags} ff on ff.product_id = f.id
       where ${flagsOf('f', 'ff')} <> ${flagsOf('n', 'nf')} and ${hasOffers} order by 1`,
    )
    .all() as unknown as Difference[];
}

/** Products with an offer whose reasons for withholding differ from the catalogue, and those sold in packs. */
function misjudged(catalogue: DatabaseSync): number[] {
  return catalogue
    .prepare(
      `select distinct o.product_id as id from offers.offer o left join main.product n on n.id = o.product_id
       left join main.product_flags nf on nf.product_id = o.product_id
       where o.withheld & ${productBits} <> ${flagsOf('n', 'nf')} & ${productBits}
         or (coalesce(nf.flags, 0) & ${isStarterBattery}) <> 0 or (o.withheld & ${withheldBits.batteryDeposit}) <> 0
         or nf.flags >> ${packsBit} > 0
       order by 1`,
    )
    .all()
    .map(({ id }) => Number(id));
}

/**
 * Removes tariffs to countries under embargo and updates the offers of their shops. The caller holds the lock of
 * `ids.db`.
 * @param embargo codes of countries
 * @returns ids of the shops that shipped there
 */
export function applyEmbargo(dataDir: string, embargo: readonly string[], clock: Clock): number[] {
  const served = servedFile(dataDir);
  if (embargo.length === 0 || served === null || !existsSync(served) || !existsSync(offersFile(dataDir))) return [];
  if (versionOf(served) !== catalogueVersion) return [];
  const catalogue = new DatabaseSync(served, { readOnly: true });
  const writer = new OfferWriter(dataDir, productFacts(catalogue), clock);
  try {
    const barred = `country in (${embargo.map(() => '?').join(', ')})`;
    const shops = writer.database.prepare(`select distinct shop_id as id from shop_rate where ${barred}`);
    const ids = shops.all(...embargo).map(({ id }) => Number(id));
    for (const id of ids)
      changeRates(writer, id, () =>
        writer.database.prepare(`delete from shop_rate where shop_id = ? and ${barred}`).run(id, ...embargo),
      );
    return ids;
  } finally {
    writer.close();
    catalogue.close();
  }
}
