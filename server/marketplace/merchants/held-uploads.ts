import { type Clock, timestampOf } from '../../clock/clock.js';
import { type Imported, importedOf } from '../feeds/import-program.js';
import { lastSummaries, readSummary } from '../feeds/kept-reports.js';
import { listHeldFeeds } from '../import/held-feeds.js';
import type { ShopId } from '../program/shop-choice.js';
import type { StateDb } from '../state/state-store.js';

interface Needs {
  readonly db: StateDb;
  readonly dataDir: string;
  readonly clock: Clock;
}

/**
 * Held uploads with the names of their held feeds. Another machine has the reports of others.
 * @param shopId of the merchant; left out = of all
 */
async function heldUploads(
  { db, dataDir }: Needs,
  shopId?: ShopId,
): Promise<{ id: string; report: string; held: string }[]> {
  const rows = await db
    .selectFrom('merchant_import')
    .select(['id', 'report'])
    .where('status', '=', 'held')
    .$if(shopId !== undefined, (query) => query.where('shop_id', '=', shopId as ShopId))
    .execute();
  const read = rows.map(async ({ id, report }) => {
    const held = report === null ? null : (await readSummary(dataDir, report))?.held;
    return report !== null && held ? [{ id, report, held }] : [];
  });
  return (await Promise.all(read)).flat();
}

/**
 * Stores the decision about a held feed in the upload that brought it.
 * @param name of the held feed
 * @param result of the approved import; null = dropped
 */
export async function noteDecision(needs: Needs, name: string, result: Imported | null): Promise<void> {
  const taken = result && {
    status: result.status,
    reason: null,
    report: result.report,
    rows: result.rows,
    rejected: result.rejected,
    left_out: result.leftOut,
    is_unchanged: result.isUnchanged ? (1 as const) : (0 as const),
    changes: JSON.stringify(result.changes),
  };
  for (const { id, held } of await heldUploads(needs))
    if (held === name)
      await needs.db
        .updateTable('merchant_import')
        .set({ ended_at: timestampOf(needs.clock), held: 0, ...(taken ?? { status: 'cancelled' }) })
        .where('id', '=', id)
        .where('status', '=', 'held')
        .execute();
}

/** Stores the decisions that an operator has made by command about uploads of a shop, so that the merchant sees them. */
export async function noteCommands(needs: Needs, shopId: ShopId): Promise<void> {
  const { dataDir } = needs;
  for (const { held, report } of await heldUploads(needs, shopId))
    if (!listHeldFeeds(dataDir).includes(held))
      await noteDecision(needs, held, await approvalOf(dataDir, held, report));
}

/** The result of the import that has applied a held feed; null = it was dropped. @param report name of the feed's own */
async function approvalOf(dataDir: string, held: string, report: string): Promise<Imported | null> {
  for (const name of await lastSummaries(dataDir, Number.POSITIVE_INFINITY)) {
    // Reports begin with their time, so all further ones are older.
    if (name <= report) break;
    const summary = await readSummary(dataDir, name);
    if (summary?.refusal === null && summary.files[0]?.includes(`/held/${held}/`)) return importedOf(summary, name);
  }
  return null;
}
