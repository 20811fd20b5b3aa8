import { existsSync, rmSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Selectable } from 'kysely';
import { type Clock, dateOf } from '../../clock/clock.js';
import { sentenceOf } from '../commands/expected-error.js';
import { importFile, noCounts } from '../feeds/import-program.js';
import { dropReport } from '../feeds/kept-reports.js';
import { endOrphans, feedFolder, holdShop } from '../feeds/shop-lock.js';
import { logLine } from '../http/log.js';
import { putEvent } from '../outbox/outbox.js';
import { oldestKey } from '../store/idempotency.js';
import { isShared, type Lease } from '../store/lease.js';
import type { StateDb } from '../store/state-store.js';
import type { StateTables } from '../store/state-tables.js';
import { transact } from '../store/transact.js';
import { noteAct } from './tokens.js';

export type ImportRow = Selectable<StateTables['merchant_import']>;

/** Imports at the same time, and files of them: a change of one offer does not wait for another shop's catalogue. */
const together = { all: 2, files: 1 };
/** Milliseconds until a shop is looked at again whose feed is being taken in by somebody else. */
const retry = 250;
/** Imports of a shop that are kept, with their reports, besides those whose keys may come again. */
const kept = 200;
/** Milliseconds after which what another machine should have taken in counts as lost with it. */
const lost = 24 * 3_600_000;

export interface TakeInNeeds {
  readonly db: StateDb;
  readonly dataDir: string;
  /** Built file of `npm run import`. */
  readonly importProgram: URL;
  /** All that a shop may be called where its feeds are taken in: id, name, slug. */
  namesOf(shopId: number): readonly string[];
  /** Names of those who are told of what is held. */
  targets(): readonly string[];
  readonly clock: Clock;
}

/** Takes in what merchants have sent, one import of a shop after the other. */
export interface TakeIn {
  /** Keeps the content until it is taken in. To be called before the row is written. */
  keep(id: string, content: Uint8Array): Promise<void>;
  /** Forgets what was kept for nothing. */
  drop(id: string): Promise<void>;
  /** Looks what waits, without waiting for it. */
  look(): void;
  /** Ends what is under way; it is taken in after the next start. */
  stop(): Promise<void>;
}

/** Its file, until it is taken in. */
const fileOf = (dataDir: string, id: string): string => join(feedFolder(dataDir), `merchant-${id}.upload`);

/**
 * Takes the place of a shop by all its names, as feeds of the operator may call it; null where one of them is taken.
 */
async function holdAll(needs: TakeInNeeds, names: readonly string[]): Promise<Lease[] | null> {
  const leases: Lease[] = [];
  for (const name of new Set(names.map((each) => each.toLowerCase()))) {
    const lease = await holdShop(needs, name);
    if (!lease) {
      await releaseAll(leases);
      return null;
    }
    leases.push(lease);
  }
  return leases;
}
const releaseAll = (leases: readonly Lease[]): Promise<unknown> => Promise.all(leases.map((each) => each.release()));

/** All that it knows is in the state and in the files: what a stop or a kill has left goes on with the next start. */
export function startTakeIn(needs: TakeInNeeds): TakeIn {
  const { db, dataDir, clock } = needs;
  const ended = new AbortController();
  /** By shop. */
  const running = new Map<number, Promise<void>>();
  let files = 0;
  let looking: Promise<void> = Promise.resolve();

  const begin = (row: ImportRow): void => {
    const isFile = row.source === 'file';
    if (isFile) files += 1;
    const work = run(row)
      .catch((error: unknown) => logLine('error', 'merchant_import_failed', { id: row.id, reason: String(error) }))
      .finally(() => {
        running.delete(row.shop_id);
        if (isFile) files -= 1;
        look();
      });
    running.set(row.shop_id, work);
  };
  /** Whether it was sent to this machine, which has its file: others that share the state take in their own. */
  const isOwn = (row: ImportRow): boolean =>
    !isShared(db) || existsSync(fileOf(dataDir, row.id)) || clock.now() - Date.parse(row.created_at) > lost;
  const lookOnce = async (): Promise<void> => {
    if (ended.signal.aborted || running.size >= together.all) return;
    const open = await db
      .selectFrom('merchant_import')
      .selectAll()
      .where('ended_at', 'is', null)
      .orderBy('position')
      .execute();
    const waiting = new Set<number>();
    for (const row of open.filter(isOwn)) {
      const isBehind = waiting.has(row.shop_id) || running.has(row.shop_id);
      waiting.add(row.shop_id);
      if (running.size >= together.all || ended.signal.aborted) return;
      if (isBehind || (row.source === 'file' && files >= together.files)) continue;
      begin(row);
    }
  };
  function look(): void {
    looking = looking
      .then(lookOnce)
      .catch((error: unknown) => logLine('error', 'merchant_imports_failed', { reason: String(error) }));
  }

  async function run(row: ImportRow): Promise<void> {
    const file = fileOf(dataDir, row.id);
    const shop = String(row.shop_id);
    let leases = await holdAll(needs, needs.namesOf(row.shop_id));
    while (!leases && !ended.signal.aborted) {
      await clock.sleep(retry, ended.signal).catch(() => {});
      leases = await holdAll(needs, needs.namesOf(row.shop_id));
    }
    if (!leases) return;
    const signal = AbortSignal.any([ended.signal, ...leases.map((each) => each.signal)]);
    try {
      await endOrphans(file, clock);
      const { numUpdatedRows } = await db
        .updateTable('merchant_import')
        .set({ status: 'processing' })
        .where('id', '=', row.id)
        .where('ended_at', 'is', null)
        .executeTakeFirstOrThrow();
      // Another process has taken it in meanwhile.
      if (numUpdatedRows === 0n) return;
      const { mode, source, is_dry_run: isDryRun } = row;
      // Of several offers the sound ones are taken, and the others told; of a file too many mean that it is another
      // one.
      const maxRejects = source === 'batch' ? 100 : null;
      const wish = { kind: 'offers', shop, mode, mapping: null, encoding: null, maxRejects } as const;
      const result = await importFile(
        needs.importProgram,
        dataDir,
        { ...wish, isDryRun: isDryRun === 1, isUrgent: source !== 'file' },
        file,
        signal,
        clock,
      ).catch((error: unknown) => {
        if (signal.aborted) throw error;
        return { ...noCounts, status: 'failed', isUnchanged: false, reason: sentenceOf(error) } as const;
      });
      await conclude(row, result, file);
      rmSync(file, { force: true });
    } catch (error) {
      if (!signal.aborted) throw error;
    } finally {
      await releaseAll(leases);
    }
  }

  async function conclude(row: ImportRow, result: Awaited<ReturnType<typeof importFile>>, file: string): Promise<void> {
    const { id, shop_id: shopId, mode } = row;
    const { status, isUnchanged, rows, rejected, leftOut, held, changes, report } = result;
    const said = result.reason?.replaceAll(file, 'The file') ?? null;
    // What the machine says is for the operator.
    const reason = status === 'failed' ? 'The import has failed; please try again later.' : said;
    if (status === 'failed') logLine('error', 'merchant_import_failed', { id, reason: said });
    const at = dateOf(clock);
    const old = await transact(db, async (tx) => {
      await tx
        .updateTable('merchant_import')
        .set({
          ...{ status, rows, rejected, held, report, reason, left_out: leftOut, ended_at: at.toISOString() },
          is_unchanged: isUnchanged ? 1 : 0,
          changes: JSON.stringify(changes),
        })
        .where('id', '=', id)
        .execute();
      await noteAct(tx, { shopId, tokenId: null, event: 'import_ended', what: `${id} ${status}` }, at);
      if (status === 'held') {
        const what = { feed: `merchant ${id}`, shop: String(shopId), kind: 'offers', mode };
        const seconds = Math.round((at.getTime() - Date.parse(row.created_at)) / 100) / 10;
        const run = { startedAt: row.created_at, status, rows, rejected, leftOut, held, seconds };
        const data = { ...what, ...run, reason, reasons: result.reasons };
        await putEvent(tx, needs.targets(), { type: 'import.held', data }, at);
      }
      const dropped = await tx
        .selectFrom('merchant_import')
        .select(['id', 'report'])
        .where('shop_id', '=', shopId)
        .where('ended_at', 'is not', null)
        .where('created_at', '<', oldestKey(at.toISOString()))
        .orderBy('created_at', 'desc')
        .offset(kept)
        .limit(kept)
        .execute();
      const ids = dropped.map((each) => each.id);
      await tx.deleteFrom('merchant_import').where('id', 'in', ids).execute();
      return dropped;
    });
    for (const { report } of old) if (report !== null) dropReport(dataDir, report);
  }

  look();
  return {
    async keep(id, content) {
      await mkdir(feedFolder(dataDir), { recursive: true, mode: 0o700 });
      await writeFile(fileOf(dataDir, id), content, { mode: 0o600 });
    },
    drop: (id) => rm(fileOf(dataDir, id), { force: true }),
    look,
    async stop() {
      ended.abort(new Error('the shop ends'));
      await looking;
      await Promise.all(running.values());
    },
  };
}
