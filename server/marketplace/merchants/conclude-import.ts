import { type Clock, dateOf } from '../../clock/clock.js';
import { holdMail } from '../feeds/hold-mail.js';
import type { Imported } from '../feeds/import-program.js';
import { dropReport, previewOf, readSummary } from '../feeds/kept-reports.js';
import { dropHeldFeed } from '../import/held-feeds.js';
import { putEvent, putMail } from '../outbox/outbox.js';
import { logLine } from '../program/log.js';
import type { Senders } from '../shop-file/shop-file.js';
import { oldestKey } from '../state/idempotency.js';
import type { StateDb } from '../state/state-store.js';
import { transact } from '../state/transact.js';
import { fileOf, type ImportRow } from './sent-files.js';
import { noteAct } from './tokens.js';

/** Imports of a shop that are kept with their reports, besides those whose idempotency keys are still valid. */
const kept = 200;

interface Needs {
  readonly db: StateDb;
  readonly dataDir: string;
  readonly clock: Clock;
  /** Names of the webhooks that receive an event about a held import. */
  targets(): readonly string[];
  /** Senders of mails to merchants. */
  senders(): Senders;
}

/** Stores the outcome of an import job. Does nothing if the job has already ended. */
export async function concludeImport(
  { db, dataDir, clock, targets, senders }: Needs,
  row: ImportRow,
  result: Imported,
): Promise<void> {
  const { id, shop_id: shopId, mode } = row;
  const { status, isUnchanged, rows, rejected, leftOut, held, changes, report } = result;
  const importReason = result.reason?.replaceAll(fileOf(dataDir, row), 'The file') ?? null;
  // The machine's own message is for the operator only.
  const reason = status === 'failed' ? 'The import has failed; please try again later.' : importReason;
  const at = dateOf(clock);
  const mail = status === 'held' ? holdMail(dataDir, senders(), { id: shopId }, result, at) : null;
  const preview = row.source === 'file' && report !== null ? await previewOf(dataDir, report) : null;
  const old = await transact(db, async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('merchant_import')
      .set({
        status,
        rows,
        rejected,
        held,
        report,
        reason,
        left_out: leftOut,
        ended_at: at.toISOString(),
        is_unchanged: isUnchanged ? 1 : 0,
        changes: JSON.stringify(changes),
      })
      .where('id', '=', id)
      .where('ended_at', 'is', null)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) return [];
    if (preview) {
      const shown = { import_id: id, created_at: at.toISOString(), preview: JSON.stringify(preview) };
      await tx.insertInto('merchant_preview').values(shown).execute();
    }
    await noteAct(tx, { shopId, tokenId: null, event: 'import_ended', what: `${id} ${status}` }, at);
    if (status === 'held') {
      const what = { feed: `merchant ${id}`, shop: String(shopId), kind: 'offers', mode };
      const seconds = Math.round((at.getTime() - Date.parse(row.created_at)) / 100) / 10;
      const run = { startedAt: row.created_at, status, rows, rejected, leftOut, held, seconds };
      const data = { ...what, ...run, reason, reasons: result.reasons };
      await putEvent(tx, targets(), { type: 'import.held', data }, at);
      if (mail) await putMail(tx, mail.id, 'import.held', mail.mail, at);
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
  if (row.is_dry_run === 0 && status.startsWith('completed')) await dropReplaced({ db, dataDir }, row);
  if (status === 'failed') logLine('error', 'merchant_import_failed', { id, reason: importReason });
  for (const { report: name } of old) if (name !== null) dropReport(dataDir, name);
}

/** Drops held files of the shop that an import replaces: the same file read in another way, or any before a whole one. */
async function dropReplaced({ db, dataDir }: Pick<Needs, 'db' | 'dataDir'>, row: ImportRow): Promise<void> {
  if (row.source !== 'file') return;
  const held = await db
    .selectFrom('merchant_import')
    .selectAll()
    .where('shop_id', '=', row.shop_id)
    .where('status', '=', 'held')
    .where('position', '<', row.position)
    .execute();
  for (const each of held) {
    const isSame = (each.file_id ?? each.id) === row.file_id;
    const summary =
      each.report !== null && (isSame || row.mode === 'full') && (await readSummary(dataDir, each.report));
    // Another machine has its report, and keeps the file for the operator.
    if (!summary || summary.held == null) continue;
    dropHeldFeed(dataDir, summary.held);
    const change = { status: 'cancelled', held: 0, reason: 'A later file replaces this one.' } as const;
    await db
      .updateTable('merchant_import')
      .set(change)
      .where('id', '=', each.id)
      .where('status', '=', 'held')
      .execute();
  }
}
