import type { Wire } from '../../contract/operations/handler-types.js';
import { ProblemError } from '../../contract/problem.js';
import { keptPreview, readSummary, rejectedRows } from '../feeds/kept-reports.js';
import { isCalled } from '../offer-store/known-shops.js';
import type { ShopId } from '../program/shop-choice.js';
import type { FeedSettings } from '../shop-file/feed-settings.js';
import type { StateDb } from '../state/state-store.js';
import { type ImportRow, keptFiles } from './sent-files.js';

/** A shop with the names that the operator's file may use. */
interface NamedShop {
  readonly id: number;
  readonly imported_name: string;
  readonly slug: string;
}
export type Shop = NamedShop & { readonly id: ShopId };
export interface Needs {
  readonly db: StateDb;
  readonly dataDir: string;
  feeds(): readonly FeedSettings[];
  /** All shops that a feed may mean. */
  shops(): Iterable<NamedShop>;
}
type ImportWire = Wire<'merchantImports'>['imports'][number];

/** Most uploads that are listed, and most runs of the operator's feeds. */
const most = { sent: 50, fetched: 20 };
/** Prefix of the ids of runs. */
const runPrefix = 'feed-run-';

type Outcome = Pick<ImportRow, 'status' | 'is_unchanged' | 'rows' | 'rejected' | 'left_out' | 'held' | 'reason'>;
const outcomeOf = ({ status, is_unchanged, rows, rejected, left_out, held, reason }: Outcome) => ({
  status,
  isUnchanged: is_unchanged === 1,
  rows,
  rejected,
  leftOut: left_out,
  held,
  reason,
});

const wireOfSent = (row: ImportRow): ImportWire => ({
  id: row.id,
  source: row.source,
  mode: row.mode,
  isDryRun: row.is_dry_run === 1,
  createdAt: row.created_at,
  endedAt: row.ended_at,
  changes: JSON.parse(row.changes),
  ...outcomeOf(row),
});

/** Returns the feeds that the operator fetches for this shop only, by name. */
export function feedsOf({ feeds, shops }: Needs, { id }: Shop): Map<string, FeedSettings> {
  const meant = ({ choice }: FeedSettings): boolean => {
    if ('id' in choice) return choice.id === id;
    const called = [...shops()].filter(({ imported_name: name, slug }) => isCalled({ name, slug }, choice.name));
    return called.length === 1 && called[0]?.id === id;
  };
  return new Map(feeds().flatMap((feed) => (meant(feed) ? [[feed.name, feed]] : [])));
}

/** Returns the runs of the operator's feeds for a shop, the latest first, with their reports. */
async function runsOf(needs: Needs, shop: Shop): Promise<{ wire: ImportWire; report: string | null }[]> {
  const own = feedsOf(needs, shop);
  const rows = await needs.db
    .selectFrom('feed_run')
    .selectAll()
    .where('feed', 'in', [...own.keys()])
    .orderBy('id', 'desc')
    .limit(most.fetched)
    .execute();
  return rows.map((row) => ({
    report: row.report,
    wire: {
      id: `${runPrefix}${row.id}`,
      source: 'feed',
      mode: own.get(row.feed)?.mode ?? '',
      isDryRun: false,
      createdAt: row.started_at,
      endedAt: new Date(Date.parse(row.started_at) + row.seconds * 1000).toISOString(),
      changes: {},
      ...outcomeOf(row),
    },
  }));
}

/** Returns the uploads of a shop and the runs of its feeds, the latest first. */
export async function importsOf(needs: Needs, shop: Shop): Promise<ImportWire[]> {
  const sent = await needs.db
    .selectFrom('merchant_import')
    .selectAll()
    .where('shop_id', '=', shop.id)
    .orderBy('position', 'desc')
    .limit(most.sent)
    .execute();
  const got = await runsOf(needs, shop);
  return [...sent.map(wireOfSent), ...got.map(({ wire }) => wire)].sort((one, other) =>
    other.createdAt.localeCompare(one.createdAt),
  );
}

/** Returns the preview of an upload, whichever machine has read it; null after a day. */
export async function storedPreview(db: StateDb, id: string) {
  const row = await db.selectFrom('merchant_preview').select('preview').where('import_id', '=', id).executeTakeFirst();
  return row ? (keptPreview.safeParse(JSON.parse(row.preview)).data ?? null) : null;
}

/** Returns one import with its rejected rows. @throws ProblemError `not_found` if the shop has none of that id */
export async function reportOf(needs: Needs, shop: Shop, id: string, now: Date): Promise<Wire<'merchantReport'>> {
  const linesOf = async (report: string | null) => {
    if (report === null) return { rejectedRows: [], unread: [] };
    const summary = await readSummary(needs.dataDir, report);
    return { rejectedRows: rejectedRows(needs.dataDir, report), unread: summary?.unread ?? [] };
  };
  if (id.startsWith(runPrefix)) {
    const run = (await runsOf(needs, shop)).find(({ wire }) => wire.id === id);
    if (run) return { ...run.wire, ...(await linesOf(run.report)), preview: null, isKept: false };
  }
  const row = await needs.db
    .selectFrom('merchant_import')
    .selectAll()
    .where('shop_id', '=', shop.id)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) throw new ProblemError('not_found', 'no such import of this shop');
  const lines = await linesOf(row.report);
  const stored = await storedPreview(needs.db, id);
  if (!stored) return { ...wireOfSent(row), ...lines, preview: null, isKept: false };
  const isKept = (await keptFiles(needs.db, shop.id, now)).includes(row.file_id ?? id);
  // Another machine has the report.
  const hasLines = lines.rejectedRows.length + lines.unread.length > 0;
  const { rejectedRows: first, unread, ...preview } = stored;
  return { ...wireOfSent(row), ...(hasLines ? lines : { rejectedRows: first, unread }), preview, isKept };
}
