import { randomUUID } from 'node:crypto';
import type { Kysely, Selectable } from 'kysely';
import type { ShopEvent } from '../../contract/events.js';
import type { Mail } from '../../contract/mail.js';
import type { StateTables } from '../state/state-tables.js';
import { transact } from '../state/transact.js';

/**
 * Adds a message for each receiver. Call it in the transaction of the event, so that both are stored or neither (P97).
 * Receivers that have switched themselves off get none.
 * @param targets names of receivers
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

export type OutboxEntry = Omit<Selectable<StateTables['outbox']>, 'body'>;

/** Returns the latest messages, dead ones first. */
export function listOutbox(db: Kysely<StateTables>, most: number): Promise<OutboxEntry[]> {
  return db
    .selectFrom('outbox')
    .select(['id', 'target', 'type', 'state', 'created_at', 'attempts', 'next_at', 'answer'])
    .orderBy((expression) => expression('state', '=', 'dead'), 'desc')
    .orderBy('created_at', 'desc')
    .limit(most)
    .execute();
}

/** Sends dead messages again, also to receivers that were switched off. @returns their number */
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

/** Target of mails; no webhook can have this name. */
export const mailTarget = '@mail';

export interface MailAnswer {
  /** Status of SMTP (RFC 5321, section 4.2); 0 = no answer. */
  readonly status: number;
  /** A code without addresses. */
  readonly answer: string;
}
/** Sends a mail and never throws. @param id the same for each attempt, so that servers recognise repetitions */
export type SendMail = (id: string, mail: Mail) => Promise<MailAnswer>;

/** Adds a mail, once per id. Call it in the transaction of its cause. */
export async function putMail(tx: Kysely<StateTables>, id: string, type: string, mail: Mail, now: Date): Promise<void> {
  const at = now.toISOString();
  await tx
    .insertInto('outbox')
    .values({ id, target: mailTarget, type, body: JSON.stringify(mail), created_at: at, next_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
