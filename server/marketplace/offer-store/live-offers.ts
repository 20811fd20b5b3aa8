import { existsSync } from 'node:fs';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import type { Kysely } from 'kysely';
import type { Clock, Timer } from '../../clock/clock.js';
import { type OfferChangesWire, type OffersVersion, printOffersVersion } from '../../contract/offer-changes.js';
import { closeSqlite, openSqlite } from '../files/node-sqlite.js';
import { logLine } from '../program/log.js';
import { isPrecomputed } from '../shipping/edition-countries.js';
import { BestElsewhere } from './best-elsewhere.js';
import { type BestColumns, BestOffers } from './best-offers.js';
import { offersFile } from './offer-file.js';
import { isAssortment, isTariffs, isTexts, unpackIds, unpackTexts } from './offer-log.js';
import { type OfferTables, offerStoreVersion } from './offer-tables.js';
import { hasPriceHistory, type PriceStep, readPriceHistory } from './price-history.js';
import { ShopIndex } from './shop-index.js';
import { TextOverrides } from './text-overrides.js';

const usualPauseMs = 100;

/**
 * Reads the current offers without locks. Shops and tariffs are in memory, rows in the file, and the best offers of all
 * products in memory if lists need them. Applies each commit of the log within 100 ms.
 */
export class LiveOffers {
  readonly db: Kysely<OfferTables>;
  readonly #best: BestOffers | null;
  readonly #elsewhere: BestElsewhere | null;
  readonly #log: DatabaseSync;
  readonly #next: StatementSync;
  readonly #meta: StatementSync;
  readonly #isNewer: StatementSync;
  #shops: ShopIndex;
  #textOverrides: TextOverrides;
  /** Last commit that changed a shop or its offers, by shop; others count as changed when the memory was filled. */
  readonly #lastOfShop = new Map<number, number>();
  #filled = 0;
  #version: OffersVersion;
  #nextOfferChange = Number.POSITIVE_INFINITY;
  #timer: Timer | null = null;
  #complaint = '';

  private constructor(
    file: string,
    withBest: boolean,
    /** Prices begin and end by it. */
    readonly clock: Clock,
  ) {
    this.#log = new DatabaseSync(file, { readOnly: true, timeout: 5000 });
    this.db = openSqlite<OfferTables>(file, { readOnly: true });
    this.#next = this.#log.prepare(
      'select number, products, best, shops, flags from change where number > ? order by number limit 50',
    );
    this.#meta = this.#log.prepare('select value from meta where key = ?');
    this.#isNewer = this.#log.prepare('select 1 from change where number > ? limit 1');
    this.#best = withBest ? new BestOffers() : null;
    this.#elsewhere = withBest ? new BestElsewhere(this.#log) : null;
    this.#textOverrides = TextOverrides.read(this.#log);
    this.#shops = ShopIndex.read(this.#log, this.#textOverrides);
    this.#version = this.#fill();
  }

  /**
   * @param dataDir folder of `offers.db`
   * @param withBest keeps the best offers of all products in memory, for lists
   * @throws Error if the file is missing or of another version
   */
  static open(dataDir: string, withBest: boolean, clock: Clock, pauseMs = usualPauseMs): LiveOffers {
    const file = offersFile(dataDir);
    if (!existsSync(file)) throw new Error(`${file} is missing`);
    const offers = new LiveOffers(file, withBest, clock);
    offers.#follow(pauseMs);
    return offers;
  }

  get hasBest(): boolean {
    return this.#best !== null;
  }

  /** @throws Error if no lists are made */
  get best(): BestOffers {
    if (!this.#best) throw new Error('the best offers are kept only where lists are made');
    return this.#best;
  }

  /**
   * Returns the best offers to a country by product id; ids beyond their length have none. Those to edition countries
   * are stored, others computed.
   * @param usualPacks of the served catalogue, by product id
   * @throws Error if no lists are made
   */
  async bestTo(country: string, ids: Float64Array, usualPacks: Uint16Array): Promise<BestColumns> {
    if (!this.#elsewhere || isPrecomputed(country)) return this.best.of(country);
    return this.#elsewhere.of(country, ids, { shops: () => this.#shops, usualPacks });
  }

  /**
   * Computes the best offers to countries without edition, in the order of the ids.
   * @throws Error if no lists are made
   */
  async bestElsewhere(
    countries: readonly string[],
    ids: Float64Array,
    usualPacks: Uint16Array,
  ): Promise<Map<string, BestColumns>> {
    if (!this.#elsewhere) throw new Error('the best offers are worked out only where lists are made');
    return this.#elsewhere.ofAll(countries, ids, { shops: () => this.#shops, usualPacks });
  }

  get shops(): ShopIndex {
    return this.#shops;
  }

  /** Texts that replace imported ones. */
  get textOverrides(): TextOverrides {
    return this.#textOverrides;
  }

  /** The last applied commit. Read it before the data of a response. */
  get version(): OffersVersion {
    return this.#version;
  }

  /** Returns the last known commit that changed a shop, its offers, or which of them are best. */
  lastChangeOf(shopId: number): number {
    return this.#lastOfShop.get(shopId) ?? this.#filled;
  }

  /** The first announced change of an offer (milliseconds since 1970); `Infinity` = none. */
  get nextOfferChange(): number {
    return this.#nextOfferChange;
  }

  /** Returns what a cache with data of `known` must drop; null = everything. */
  changesSince(known: OffersVersion | null): OfferChangesWire {
    const { epoch, number } = this.#version;
    const offers = printOffersVersion(this.#version);
    const nothing = { products: [], best: [], leaves: [], shops: [], assortment: false, texts: unpackTexts([]) };
    const floor = Number(this.#metaOf('floor'));
    if (!known || known.epoch !== epoch || known.number < floor || known.number > number)
      return { offers, all: true, ...nothing };
    if (known.number === number) return { offers, all: false, ...nothing };
    return { offers, all: false, ...this.#gather(known.number, number) };
  }

  /** Returns the lowest prices of a product to an edition country by day, up to the last folded commit. */
  priceHistory(productId: number, country: string): PriceStep[] {
    return readPriceHistory(this.#log, productId, country);
  }

  /** Returns whether `priceHistory` has prices before today. */
  hasPriceHistory(productId: number, country: string): boolean {
    return hasPriceHistory(this.#log, productId, country, this.clock.now());
  }

  async close(): Promise<void> {
    this.#timer?.cancel();
    this.#log.close();
    await closeSqlite(this.db);
  }

  #gather(after: number, upTo: number): Omit<OfferChangesWire, 'all' | 'offers'> {
    const rows = this.#log
      .prepare('select products, best_ids, leaves, shops, flags, texts from change where number > ? and number <= ?')
      .all(after, upTo);
    const idsIn = (column: string) => [...new Set(rows.flatMap((row) => [...unpackIds(row[column] as Uint8Array)]))];
    return {
      products: idsIn('products'),
      best: idsIn('best_ids'),
      leaves: idsIn('leaves'),
      shops: idsIn('shops'),
      assortment: rows.some((row) => (Number(row.flags) & isAssortment) !== 0),
      texts: unpackTexts(rows.map((row) => String(row.texts))),
    };
  }

  #metaOf(name: string): string {
    return String(this.#meta.get(name)?.value ?? '');
  }

  /** Reads the file in one snapshot. */
  #fill(): OffersVersion {
    this.#log.exec('begin');
    try {
      const version = Number(this.#log.prepare('pragma user_version').get()?.user_version);
      if (version !== offerStoreVersion)
        throw new Error(`offers.db has tables of version ${version}, this program reads version ${offerStoreVersion}`);
      const folded = Number(this.#metaOf('folded'));
      if (this.#best) {
        this.#best.clear();
        this.#elsewhere?.clear();
        for (const { block, data } of this.#log.prepare('select block, data from best_block').iterate())
          this.#best.loadBlock(Number(block), data as Uint8Array);
      }
      const filled = { epoch: this.#metaOf('epoch'), number: folded };
      this.#textOverrides = TextOverrides.read(this.#log);
      this.#shops = ShopIndex.read(this.#log, this.#textOverrides);
      const number = this.#applyCommits(filled.number);
      this.#lastOfShop.clear();
      this.#filled = number;
      this.#readNextChange();
      return { ...filled, number };
    } finally {
      this.#log.exec('commit');
    }
  }

  /** Applies the commits after a number. Returns the last number. */
  #applyCommits(after: number): number {
    let number = after;
    for (;;) {
      const rows = this.#next.all(number);
      for (const row of rows) {
        this.#best?.applyBest(row.best as Uint8Array);
        this.#elsewhere?.forget(unpackIds(row.products as Uint8Array));
        number = Number(row.number);
        for (const shop of unpackIds(row.shops as Uint8Array)) this.#lastOfShop.set(shop, number);
        const flags = Number(row.flags);
        if ((flags & isTexts) !== 0) this.#textOverrides = TextOverrides.read(this.#log);
        if ((flags & (isTexts | isTariffs)) !== 0) this.#shops = ShopIndex.read(this.#log, this.#textOverrides);
        if ((flags & isTariffs) !== 0) this.#elsewhere?.clear();
      }
      if (rows.length === 0) return number;
    }
  }

  #readNextChange(): void {
    const row = this.#log.prepare('select min(at) as next from offer_change').get();
    this.#nextOfferChange = row?.next == null ? Number.POSITIVE_INFINITY : Number(row.next);
  }

  /** Applies new commits to the memory. */
  look(): void {
    const { epoch, number } = this.#version;
    const isOther = this.#metaOf('epoch') !== epoch;
    if (!isOther && !this.#isNewer.get(number)) return;
    // The log no longer has some of the commits.
    if (isOther || Number(this.#metaOf('floor')) > number) this.#version = this.#fill();
    else this.#version = { epoch, number: this.#applyCommits(number) };
    this.#readNextChange();
  }

  /** Applies new commits; an error is logged once and changes nothing. */
  catchUp(): void {
    try {
      this.look();
      this.#complaint = '';
    } catch (error) {
      if (String(error) === this.#complaint) return;
      this.#complaint = String(error);
      logLine('error', 'offers_not_followed', { reason: this.#complaint });
    }
  }

  #follow(pauseMs: number): void {
    this.#timer = this.clock.every(pauseMs, () => this.catchUp());
  }
}
