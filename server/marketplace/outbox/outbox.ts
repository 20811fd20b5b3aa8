import { randomUUID } from 'node:crypto';
import type { Kysely, Selectable } from 'kysely';
import type { ShopEvent } from '../../contract/events.js';
import type { StateTables } from '../state/state-tables.js';
import { transact } from '../state/transact.js';

/**
 * Puts a message for each receiver into the outbox. To be called in the transaction of what has happened, so that both
 * are there or neither (P97). Receivers that have switched themselves off get none.
 * @param targets names of the receivers
 */
export async function putEvent(
  tx: Kysely<StateTables>,
  targets: readonly string[],
  { type, data }: ShopEvent,
  now: Date,
): Promise<void> {
  const off = new Set((await tx.selectFrom('outbox_target').select('name').execute()).map(({ name }) => name));
  const at = now.toISOString();
  const id = `msg_${randomUUID().replaceAll('-', '')}`;
  const body = JSON.stringify({ type, timestamp: at, data });
  const rows = targets
    .filter((target) => !off.has(target))
    .map((target) => ({ id, target, type, body, created_at: at, next_at: at }));
  if (rows.length > 0) await tx.insertInto('outbox').values(rows).execute();
}

/** A message as the operator sees it. */
export type OutboxEntry = Omit<Selectable<StateTables['outbox']>, 'body'>;

/** The latest messages, dead letters first. */
export function listOutbox(db: Kysely<StateTables>, most: number): Promise<OutboxEntry[]> {
  return db
    .selectFrom('outbox')
    .select(['id', 'target', 'type', 'state', 'created_at', 'attempts', 'next_at', 'answer'])
    .orderBy((expression) => expression('state', '=', 'dead'), 'desc')
    .orderBy('created_at', 'desc')
    .limit(most)
    .execute();
}

/** Sends dead letters again, and those of receivers that were switched off. @returns how many */
export async function resendDead(db: Kysely<StateTables>, now: Date): Promise<number> {
  return transact(db, async (tx) => {
    await tx.deleteFrom('outbox_target').execute();
    const { numUpdatedRows } = await tx
      .updateTable('outbox')
      .set({ state: 'waiting', attempts: 0, next_at: now.toISOString() })
      .where('state', '=', 'dead')
      .executeTakeFirstOrThrow();
    return Number(numUpdatedRows);
  });
}

/** How many messages wait, and how many were given up. */
export async function countOutbox(db: Kysely<StateTables>): Promise<{ waiting: number; dead: number }> {
  const rows = await db
    .selectFrom('outbox')
    .select(['state', (expression) => expression.fn.countAll<number>().as('messages')])
    .where('state', '<>', 'delivered')
    .groupBy('state')
    .execute();
  const of = (state: string): number => rows.find((row) => row.state === state)?.messages ?? 0;
  return { waiting: of('waiting'), dead: of('dead') };
}
