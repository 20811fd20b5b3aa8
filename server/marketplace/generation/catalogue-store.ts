import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Kysely } from 'kysely';
import type { Clock, Timer } from '../../clock/clock.js';
import { type Loop, startLoop } from '../../clock/loop.js';
import { ProblemError } from '../../contract/problem.js';
import { isMarkedDamaged } from '../catalogue-file/damaged-catalogue.js';
import { catalogueFiles } from '../catalogue-file/old-generations.js';
import { openSqlite } from '../files/node-sqlite.js';
import { LiveOffers } from '../offer-store/live-offers.js';
import { logLine } from '../program/log.js';
import { refuseDamaged, stateFile } from '../state/state-store.js';
import type { StateTables } from '../state/state-tables.js';
import { isDamage } from '../state/store-damage.js';
import { type Generation, openGeneration } from './generation.js';

/** Milliseconds between reads of the pointer and of offers, and until an old file is closed (D63). */
export interface CatalogueTimes {
  pollMs: number;
  drainMs: number;
  offersMs?: number;
}
const usualTimes: CatalogueTimes = { pollMs: 1000, drainMs: 60_000 };

export interface CatalogueOptions {
  clock: Clock;
  times?: CatalogueTimes | undefined;
  /** Called when an old catalogue was closed. */
  onRetired?: () => Promise<void>;
  /** Called when a catalogue is served. */
  onOpened?: (generation: Generation) => void;
  /** Keeps the best offers of all products in memory, for lists. */
  withLists?: boolean;
}

/**
 * The served catalogue. Follows the pointer in `state.db`: opens the new file, serves it when ready, and closes the old
 * one a minute later. If the new file cannot be opened, the old one stays. At the start, and if the served file is
 * damaged, the newest readable older one is served.
 */
export class CatalogueStore {
  readonly #times: CatalogueTimes;
  readonly #draining = new Set<{ generation: Generation; timer: Timer }>();
  #pointer: Kysely<StateTables> | null = null;
  #current: Generation | null = null;
  #offers: LiveOffers | null = null;
  /** The unreadable catalogue that the pointer names. */
  #unreadable: string | null = null;
  /** The last logged error, so that a lasting one is logged once. */
  #complaint = '';
  readonly #loop: Loop;

  private constructor(
    private readonly dataDir: string,
    private readonly options: CatalogueOptions,
  ) {
    const { clock, times = usualTimes } = options;
    this.#times = times;
    this.#loop = startLoop({
      clock,
      look: (ended) => this.#poll(ended),
      pauseMs: times.pollMs,
      onFailure: (error) => logLine('error', 'catalogue_refused', { generation: null, reason: String(error) }),
    });
  }

  /**
   * @param dataDir folder of `state.db` and the catalogues; a catalogue may be missing
   * @throws StateFileError if `state.db` is damaged: the shop must not look empty then
   */
  static async open(dataDir: string, options: CatalogueOptions): Promise<CatalogueStore> {
    const store = new CatalogueStore(dataDir, options);
    await store.#loop.firstLook;
    if (!store.#current) await store.#readPointer().catch((error: unknown) => store.#refuse(error));
    return store;
  }

  /** The generation for a whole request; null without a catalogue. */
  get current(): Generation | null {
    return this.#current;
  }

  /** @throws ProblemError `unavailable` without a catalogue */
  require(): Generation {
    if (!this.#current) throw new ProblemError('unavailable', 'there is no catalogue that can be read');
    return this.#current;
  }

  async close(): Promise<void> {
    await this.#loop.stop();
    for (const { generation, timer } of this.#draining) {
      timer.cancel();
      await generation.close();
    }
    this.#draining.clear();
    await this.#current?.close();
    this.#current = null;
    await this.#offers?.close();
    await this.#pointer?.destroy();
  }

  async #poll(signal: AbortSignal): Promise<void> {
    let generation: string | null = null;
    try {
      if (this.#current && isMarkedDamaged(this.#current.file)) return await this.#leave(this.#current);
      const target = await this.#readPointer();
      if (!target || [this.#current?.id, this.#unreadable].includes(target.generation)) return;
      generation = target.generation;
      refuseMarked(resolve(this.dataDir, target.file));
      const opened = await openGeneration(
        target.generation,
        resolve(this.dataDir, target.file),
        this.#liveOffers(),
        this.#current,
        signal,
      );
      this.#complaint = '';
      if (this.#current) this.#retire(this.#current);
      this.#current = opened;
      logLine('info', 'catalogue_opened', { generation });
      this.options.onOpened?.(opened);
    } catch (error) {
      if (signal.aborted) return;
      const complaint = `${generation} ${error}`;
      if (complaint === this.#complaint) return;
      this.#complaint = complaint;
      logLine('error', 'catalogue_refused', { generation, reason: String(error) });
      if (generation !== null && !this.#current) await this.#serveKept(generation, generation);
    }
  }

  /** Replaces a served catalogue that is damaged by an older one, if any. */
  async #leave(damaged: Generation): Promise<void> {
    await this.#serveKept(damaged.id, this.#unreadable ?? damaged.id);
    if (this.#current === damaged) this.#current = null;
    this.#retire(damaged);
  }

  /**
   * Serves the newest catalogue before an unreadable one.
   * @param pointer the name in the pointer; the next one is served as soon as it changes
   */
  async #serveKept(refused: string, pointer: string): Promise<void> {
    for (const name of catalogueFiles(this.dataDir)) {
      const generation = name.slice('catalogue-'.length, -'.db'.length);
      // The names are times: a newer file may be incomplete.
      const isOlder = generation.length === refused.length ? generation < refused : generation.length < refused.length;
      if (!isOlder) continue;
      const file = join(this.dataDir, name);
      try {
        refuseMarked(file);
        this.#current = await openGeneration(generation, file, this.#liveOffers());
        this.#unreadable = pointer;
        logLine('error', 'catalogue_kept_served', { generation, refused });
        this.options.onOpened?.(this.#current);
        return;
      } catch (error) {
        logLine('error', 'catalogue_refused', { generation, reason: String(error) });
      }
    }
  }

  /** All generations share the offers, opened with the first. */
  #liveOffers(): LiveOffers {
    this.#offers ??= LiveOffers.open(
      this.dataDir,
      this.options.withLists ?? false,
      this.options.clock,
      this.#times.offersMs,
    );
    return this.#offers;
  }

  /** Closes open files. A state without a pointer has no import yet, which is no error. */
  async #refuse(error: unknown): Promise<void> {
    if (!isDamage(error)) return;
    await this.#loop.stop();
    await this.#pointer?.destroy();
    refuseDamaged(stateFile(this.dataDir), error);
  }

  async #readPointer(): Promise<{ generation: string; file: string } | undefined> {
    const file = stateFile(this.dataDir);
    if (!this.#pointer) {
      if (!existsSync(file)) return undefined;
      this.#pointer = openSqlite<StateTables>(file, { readOnly: true });
    }
    return this.#pointer
      .selectFrom('catalogue_pointer')
      .select(['generation', 'file'])
      .where('id', '=', 1)
      .executeTakeFirst();
  }

  #retire(generation: Generation): void {
    const entry = {
      generation,
      timer: this.options.clock.after(this.#times.drainMs, () => {
        this.#draining.delete(entry);
        generation
          .close()
          .then(this.options.onRetired)
          .catch((error: unknown) => logLine('error', 'catalogue_close', { reason: String(error) }));
      }),
    };
    this.#draining.add(entry);
  }
}

/** @throws Error if the file is marked as damaged */
function refuseMarked(file: string): void {
  if (isMarkedDamaged(file)) throw new Error('its file is damaged');
}
