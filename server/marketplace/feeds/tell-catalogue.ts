import { putEvent } from '../outbox/outbox.js';
import type { Lease } from '../store/lease.js';
import { servedPointer } from '../store/served-file.js';
import type { StateDb } from '../store/state-store.js';
import { transact } from '../store/transact.js';

const name = 'catalogue';

/**
 * Tells that another catalogue is served, once for each. The first that there is to see is remembered without a word:
 * nobody knew of one before it.
 *
 * @param targets names of the receivers
 */
export async function tellCatalogue(
  db: StateDb,
  lease: Lease,
  dataDir: string,
  targets: readonly string[],
  now: Date,
): Promise<void> {
  const pointer = servedPointer(dataDir);
  const told = await db.selectFrom('told').select('what').where('name', '=', name).executeTakeFirst();
  if (!pointer || told?.what === pointer.generation) return;
  const { generation, activatedAt } = pointer;
  await transact(db, async (tx) => {
    await lease.confirm(tx);
    await tx
      .insertInto('told')
      .values({ name, what: generation })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ what: generation }))
      .execute();
    if (told)
      await putEvent(
        tx,
        targets,
        { type: 'catalogue.changed', data: { generation, previous: told.what, activatedAt } },
        now,
      );
  });
}
