import { type Clock, timestampOf } from '../../clock/clock.js';
import { type Imported, importedOf } from '../feeds/import-program.js';
import { lastSummaries, readSummary } from '../feeds/kept-reports.js';
import { listHeldFeeds } from '../import/held-feeds.js';
import type { StateDb } from '../state/state-store.js';

/** Reports among which an approval is looked for. */
const mostReports = 1000;

interface Needs {
  readonly db: StateDb;
  readonly dataDir: string;
  readonly clock: Clock;
}

/** Held uploads of merchants with the names of their held feeds. Another machine has the reports of others. */
async function heldUploads({ db, dataDir }: Needs): Promise<{ id: string; report: string; held: string }[]> {
  const rows = await db.selectFrom('merchant_import').select(['id', 'report']).where('status', '=', 'held').execute();
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

/** Stores the decisions that an operator has made by command, so that merchants see them. */
export async function noteCommands(needs: Needs): Promise<void> {
  const { dataDir } = needs;
  for (const { held, report } of await heldUploads(needs)) {
    if (listHeldFeeds(dataDir).includes(held)) continue;
    // Reports begin with their time, and an approved feed has a later one with the held files.
    const later = (await lastSummaries(dataDir, mostReports)).filter((name) => name > report);
    const summaries = await Promise.all(
      later.map(async (name) => ({ name, summary: await readSummary(dataDir, name) })),
    );
    const approval = summaries.find(
      ({ summary }) => summary?.refusal === null && summary.files[0]?.includes(`/held/${held}/`),
    );
    await noteDecision(needs, held, approval?.summary ? importedOf(approval.summary, approval.name) : null);
  }
}
