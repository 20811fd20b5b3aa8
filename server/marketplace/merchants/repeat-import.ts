import { randomUUID } from 'node:crypto';
import { dateOf } from '../../clock/clock.js';
import type { Repeated } from '../../contract/merchants.js';
import type { Wire } from '../../contract/operations/handler-types.js';
import { ProblemError } from '../../contract/problem.js';
import { saveColumns } from '../feeds/chosen-columns.js';
import type { CallContext } from '../http/handler.js';
import { transact } from '../state/transact.js';
import { storedPreview } from './imports-of-shop.js';
import { type QueueNeeds, queueJob, type Sender } from './queue-imports.js';
import { keptFiles } from './sent-files.js';

/**
 * Reads an upload again with other meanings of its columns (`repeatActs`). The machine that has the file does so.
 * @returns the new import; the same one if the meanings are only saved
 * @throws ProblemError `not_found` for another shop's import, and for a file that is no longer kept. `invalid`: the
 * meanings are not those of the preview's columns. `too_many`: too many jobs wait.
 */
export async function repeatImport(
  { db, wakeJobs }: QueueNeeds,
  { shopId, tokenId }: Sender,
  { id, act, mode, meanings }: Repeated,
  { requestId, clock }: Pick<CallContext, 'requestId' | 'clock'>,
): Promise<Wire<'merchantRepeat'>> {
  if (!wakeJobs) throw new ProblemError('unavailable', 'nothing is imported here');
  const now = dateOf(clock);
  const row = await db
    .selectFrom('merchant_import')
    .select('file_id')
    .where('id', '=', id)
    .where('shop_id', '=', shopId)
    .executeTakeFirst();
  if (!row) throw new ProblemError('not_found', 'no such import of this shop');
  const preview = await storedPreview(db, id);
  const fileId = row.file_id ?? id;
  if (!preview || !(await keptFiles(db, shopId, now)).includes(fileId)) throw new ProblemError('not_found', 'no file');
  const { columns: shown, meanings: known } = preview;
  const isUnknown = (meaning: string | null): boolean => meaning !== null && !known.includes(meaning);
  if (meanings.length !== shown.length || meanings.some(isUnknown)) throw new ProblemError('invalid', 'meanings');
  const columns = shown.map(({ header }, at) => ({ header, meaning: meanings[at] ?? null }));
  const job = { id: randomUUID(), shop_id: shopId, source: 'file', mode, file_id: fileId } as const;
  await transact(db, async (tx) => {
    if (act !== 'preview') await saveColumns(tx, shopId, columns, now);
    if (act === 'save') return;
    const own = { is_dry_run: act === 'preview' ? 1 : 0, columns: JSON.stringify(columns) } as const;
    await queueJob(tx, { ...job, ...own }, { tokenId, requestId }, now);
  });
  if (act === 'save') return { id };
  wakeJobs();
  return { id: job.id };
}
