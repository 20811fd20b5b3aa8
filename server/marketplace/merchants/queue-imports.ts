import { randomUUID } from 'node:crypto';
import type { Insertable } from 'kysely';
import { dateOf } from '../../clock/clock.js';
import type { Request, Wire } from '../../contract/operations/handler-types.js';
import { ProblemError } from '../../contract/problem.js';
import type { DiskSpace } from '../data-folder/disk-space.js';
import type { CallContext } from '../http/handler.js';
import { claimKey } from '../state/idempotency.js';
import { StateUnavailable } from '../state/postgres-errors.js';
import type { StateDb } from '../state/state-store.js';
import type { StateTables } from '../state/state-tables.js';
import { transact } from '../state/transact.js';
import type { Holder } from './credentials.js';
import { feedOfOffers } from './feed-of-offers.js';
import { dropSent, keepSent } from './sent-files.js';
import { digestOf, type MerchantAct, noteAct } from './tokens.js';

/** Most imports of a shop that may wait. */
const mostWaiting = 20;

export interface QueueNeeds {
  readonly db: StateDb;
  readonly dataDir: string;
  /** Starts a waiting import job; null in a process that imports nothing. */
  readonly wakeJobs: (() => void) | null;
  readonly space: Pick<DiskSpace, 'requireSpace'>;
}

/** The sender of an import: the holder of a token, or the operator, who has none. */
export type Sender = Pick<Holder, 'shopId'> & { readonly tokenId: string | null };
type Job = Omit<Insertable<StateTables['merchant_import']>, 'status' | 'created_at'>;

/** Returns the content of a call as a file. @throws ProblemError `invalid` unless it has either offers or a file */
function contentOf({ offers, content }: Pick<Request<'merchantImport'>, 'offers' | 'content'>): Buffer {
  if ((offers === undefined) === (content === undefined)) throw new ProblemError('invalid', 'offers or content');
  return offers ? Buffer.from(feedOfOffers(offers)) : Buffer.from(content ?? '', 'base64');
}

/** Stores an import job, with an act in the audit trail. @throws ProblemError `too_many` if too many jobs wait */
export async function queueJob(
  db: StateDb,
  job: Job,
  act: Pick<MerchantAct, 'tokenId' | 'requestId'>,
  now: Date,
  size = '',
) {
  const { id, shop_id: shopId, source, mode } = job;
  const what = `${id} ${source} ${mode}${job.is_dry_run ? ' dry run' : ''}${size}`;
  await noteAct(db, { ...act, shopId, event: 'import_sent', what }, now);
  const { waiting } = await db
    .selectFrom('merchant_import')
    .select((expression) => expression.fn.countAll<number>().as('waiting'))
    .where('shop_id', '=', shopId)
    .where('ended_at', 'is', null)
    .executeTakeFirstOrThrow();
  if (waiting >= mostWaiting) throw new ProblemError('too_many', 'imports wait');
  await db
    .insertInto('merchant_import')
    .values({ ...job, created_at: now.toISOString(), status: 'queued' })
    .execute();
}

/**
 * Stores an upload and its import job.
 * @throws ProblemError `too_many` if too many jobs wait, `idempotency_key_reused` if the key belongs to other content
 */
export async function acceptImport(
  { db, dataDir, wakeJobs, space }: QueueNeeds,
  { shopId, tokenId }: Sender,
  request: Pick<Request<'merchantImport'>, 'mode' | 'isDryRun' | 'offers' | 'content'> & Pick<Job, 'source'>,
  { requestId, idempotencyKey: key, clock }: Pick<CallContext, 'requestId' | 'idempotencyKey' | 'clock'>,
): Promise<Wire<'merchantImport'>> {
  if (!wakeJobs) throw new ProblemError('unavailable', 'nothing is imported here');
  const content = contentOf(request);
  const { mode, isDryRun, source } = request;
  const fingerprint = digestOf(`${mode} ${isDryRun} ${source} ${digestOf(content.toString('base64'))}`);
  const id = randomUUID();
  const now = dateOf(clock);
  space.requireSpace();
  await keepSent(dataDir, id, content);
  /** Id of the job with this idempotency key: this one or an earlier one. */
  let kept: string;
  try {
    kept = await transact(db, async (tx) => {
      const claim = { shop_id: shopId, created_at: now.toISOString(), fingerprint, import_id: id };
      const used = key === null ? null : await claimKey(tx, 'merchant_key', { ...claim, key });
      if (used) return used.import_id;
      const job = { id, shop_id: shopId, source, mode, is_dry_run: isDryRun ? 1 : 0 } as const;
      await queueJob(tx, job, { tokenId, requestId }, now, `, ${content.length} bytes`);
      return id;
    });
  } catch (error) {
    // The database may have stored the job although it reported an error. If not, `dropForgotten` removes the file.
    if (!(error instanceof StateUnavailable)) await dropSent(dataDir, id);
    throw error;
  }
  if (kept === id) wakeJobs();
  else await dropSent(dataDir, id);
  return { id: kept };
}
