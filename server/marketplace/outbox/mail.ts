import type { Kysely } from 'kysely';
import type { Mail } from '../../contract/mail.js';
import type { StateTables } from '../state/state-tables.js';

/** Whom rows of the outbox are for that go by mail; no webhook can be called so. */
export const mailTarget = '@mail';

/** What a server for mail has said. */
export interface MailAnswer {
  /** Status of SMTP (RFC 5321, section 4.2); 0 where it has said nothing. */
  readonly status: number;
  /** A code without addresses. */
  readonly answer: string;
}
/** Sends a mail. Never throws. @param id the same for each attempt, by which servers know one that comes twice */
export type SendMail = (id: string, mail: Mail) => Promise<MailAnswer>;

/** Puts a mail into the outbox, to be called in the transaction of what it is about; the same id once. */
export async function putMail(tx: Kysely<StateTables>, id: string, type: string, mail: Mail, now: Date): Promise<void> {
  const at = now.toISOString();
  await tx
    .insertInto('outbox')
    .values({ id, target: mailTarget, type, body: JSON.stringify(mail), created_at: at, next_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
