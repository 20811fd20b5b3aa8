import type { ExpressionBuilder, Kysely, Selectable, Updateable } from 'kysely';
import { Webhook } from 'standardwebhooks';
import { type Clock, dateOf, timestampOf } from '../../clock/clock.js';
import { mail } from '../../contract/mail.js';
import { type Outbound, OutboundError, outboundErrorCode } from '../../outbound/outbound.js';
import { logLine } from '../program/log.js';
import type { WebhookSettings } from '../shop-file/environment-values.js';
import type { Lease } from '../state/lease.js';
import type { StateTables } from '../state/state-tables.js';
import { transact } from '../state/transact.js';
import { mailTarget, type SendMail } from './outbox.js';

const secondMs = 1000;
/** Pauses between attempts, also of mails; after the last attempt a message is dead (Standard Webhooks). */
const pausesMs = [30, 300, 1800, 7200, 28_800, 86_400].map((seconds) => seconds * secondMs);
/** Pauses vary between nine and eleven tenths. */
const longestShare = 1.1;
/** Limit for a receiver's answer. */
const timeoutMs = 10 * secondMs;
/** Messages in parallel for one receiver. */
const together = 4;
/** The receiver wants no more messages (Standard Webhooks). */
const gone = 410;

interface Attempt {
  readonly is: 'taken' | 'failed' | 'refused for ever';
  /** A status or a code, without address. */
  readonly answer: string;
}

export interface DeliveryNeeds {
  readonly db: Kysely<StateTables>;
  readonly outbound: Outbound;
  readonly clock: Clock;
  random(): number;
  /** Sends a mail; null if the shop has no mail server. */
  readonly sendMail: SendMail | null;
  /** Lease of the deliveries. If another process has taken it, nothing is stored. */
  readonly lease: Pick<Lease, 'confirm'>;
  /** Cancels attempts; their messages are sent again. */
  readonly signal: AbortSignal;
}
type Row = Pick<Selectable<StateTables['outbox']>, 'id' | 'target' | 'body' | 'attempts'>;

/** Pause after so many attempts; null = no further attempt. */
export function pauseAfter(attempts: number, random: () => number): number | null {
  const pauseMs = pausesMs[attempts - 1];
  return pauseMs === undefined ? null : pauseMs * (0.9 + random() / 5);
}

/** Headers of a message (Standard Webhooks, HMAC-SHA256). Each secret signs, so that secrets can be exchanged. */
function signed({ secrets }: WebhookSettings, { id, body }: Row, now: Date): Record<string, string> {
  return {
    'content-type': 'application/json',
    'user-agent': 'Partavo',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now.getTime() / secondMs)),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, now, body)).join(' '),
  };
}

async function send(target: WebhookSettings, row: Row, { outbound, clock, signal }: DeliveryNeeds): Promise<Attempt> {
  const ended = new AbortController();
  const timer = clock.after(timeoutMs, () => ended.abort(new OutboundError('time')));
  try {
    const { statusCode, body } = await outbound.request(target.address, {
      method: 'POST',
      headers: signed(target, row, dateOf(clock)),
      body: row.body,
      signal: AbortSignal.any([signal, ended.signal]),
    });
    body.destroy();
    const isTaken = statusCode < 300;
    return { is: isTaken ? 'taken' : statusCode === gone ? 'refused for ever' : 'failed', answer: String(statusCode) };
  } catch (error) {
    return { is: 'failed', answer: outboundErrorCode(error) };
  } finally {
    timer.cancel();
  }
}

/** Mail servers refuse a mail with 5xx for good (RFC 5321, section 4.2.1). */
async function sendByMail({ id, body }: Row, sendMail: SendMail): Promise<Attempt> {
  const { status, answer } = await sendMail(id, mail.parse(JSON.parse(body)));
  return { is: status >= 500 ? 'refused for ever' : status >= 200 && status < 300 ? 'taken' : 'failed', answer };
}

/** Ends the wait for a silent server when the shop ends. */
async function orEnded(sending: Promise<Attempt>, signal: AbortSignal): Promise<Attempt> {
  const { promise, resolve } = Promise.withResolvers<Attempt>();
  const end = (): void => resolve({ is: 'failed', answer: 'ended' });
  signal.addEventListener('abort', end, { once: true });
  if (signal.aborted) end();
  try {
    return await Promise.race([sending, promise]);
  } finally {
    signal.removeEventListener('abort', end);
  }
}

async function deliver(target: WebhookSettings | undefined, row: Row, needs: DeliveryNeeds): Promise<void> {
  const { db, clock, random, signal, sendMail } = needs;
  const isMail = row.target === mailTarget;
  const keep = (change: Updateable<StateTables['outbox']>) =>
    transact(db, async (tx) => {
      await needs.lease.confirm(tx);
      await tx.updateTable('outbox').set(change).where('id', '=', row.id).where('target', '=', row.target).execute();
    });
  const sending = isMail ? sendMail && sendByMail(row, sendMail) : target && send(target, row, needs);
  if (!sending) {
    const answer = isMail ? 'SMTP_URL is not set' : 'the file names it no longer';
    await keep({ state: 'dead', next_at: null, answer });
    return;
  }
  const attempts = row.attempts + 1;
  const pauseMs = pauseAfter(attempts, random);
  const nextAt = pauseMs === null ? null : new Date(clock.now() + pauseMs).toISOString();
  const { is, answer } = await orEnded(sending, signal);
  if (signal.aborted && is !== 'taken') return;
  if (is === 'taken') {
    // The recipient is personal data, which nobody needs any more.
    await keep({ state: 'delivered', attempts, next_at: null, answer, ...(isMail && { body: '' }) });
    return;
  }
  const isRefused = is === 'refused for ever';
  if (isRefused && !isMail) await switchOff(needs, row.target);
  const isDead = nextAt === null || isRefused;
  await keep({ attempts, answer, ...(isDead ? { state: 'dead', next_at: null } : { next_at: nextAt }) });
  const event = `${isMail ? 'mail' : 'webhook'}_${isDead ? 'dead' : 'failed'}`;
  logLine('warn', event, { target: row.target, id: row.id, attempts, answer });
}

/** A receiver that answers 410 gets nothing more until the operator sends again. */
async function switchOff({ db, clock }: DeliveryNeeds, name: string): Promise<void> {
  await transact(db, async (tx) => {
    await tx
      .insertInto('outbox_target')
      .values({ name, off_at: timestampOf(clock) })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await tx
      .updateTable('outbox')
      .set({ state: 'dead', next_at: null, answer: 'switched off' })
      .where('target', '=', name)
      .where('state', '=', 'waiting')
      .execute();
  });
  logLine('warn', 'webhook_switched_off', { target: name });
}

/** Whether a message is due. One that waits longer than its longest pause was written while the clock was ahead. */
const isDue =
  (clock: Clock) =>
  ({ and, eb, or }: ExpressionBuilder<StateTables, 'outbox'>) => {
    const after = (pauseMs: number): string => new Date(clock.now() + pauseMs * longestShare).toISOString();
    const tooLate = [0, ...pausesMs].map((pauseMs, attempts) =>
      and([eb('attempts', '=', attempts), eb('next_at', '>', after(pauseMs))]),
    );
    return or([eb('next_at', '<=', timestampOf(clock)), ...tooLate]);
  };

/** Receivers of due messages, mail first: a receipt must not wait for webhooks (Directive 2011/83/EU, Art. 11a). */
async function dueTargets({ db, clock }: DeliveryNeeds): Promise<string[]> {
  const rows = await db
    .selectFrom('outbox')
    .select('target')
    .distinct()
    .where('state', '=', 'waiting')
    .where(isDue(clock))
    .execute();
  return rows.map((row) => row.target).sort((one, other) => Number(other === mailTarget) - Number(one === mailTarget));
}

/** Sends all that is due for one receiver. @throws if an attempt cannot be noted */
async function sendDue(name: string, webhooks: readonly WebhookSettings[], needs: DeliveryNeeds): Promise<void> {
  const target = webhooks.find((each) => each.name === name);
  while (!needs.signal.aborted) {
    const rows = await needs.db
      .selectFrom('outbox')
      .select(['id', 'target', 'body', 'attempts'])
      .where('target', '=', name)
      .where('state', '=', 'waiting')
      .where(isDue(needs.clock))
      .orderBy('next_at')
      .limit(together)
      .execute();
    if (rows.length === 0) return;
    const attempts = await Promise.allSettled(rows.map((row) => deliver(target, row, needs)));
    for (const attempt of attempts) if (attempt.status === 'rejected') throw attempt.reason;
  }
}

/** Deliveries with a queue for each receiver, so that a hanging receiver delays only itself. */
export interface Deliveries {
  /**
   * Starts sending to receivers without a running queue. After a kill a message is sent again with the same id.
   * @returns the number of these receivers
   * @throws if an earlier attempt could not be noted; its message is sent again
   */
  begin(webhooks: readonly WebhookSettings[], needs: DeliveryNeeds): Promise<number>;
  /** Resolves when nothing is being sent. */
  idle(): Promise<void>;
}

export function createDeliveries(): Deliveries {
  const sending = new Map<string, Promise<void>>();
  const failures: unknown[] = [];
  return {
    async begin(webhooks, needs) {
      const [failure] = failures.splice(0);
      if (failure !== undefined) throw failure;
      const due = (await dueTargets(needs)).filter((name) => !sending.has(name));
      for (const name of due)
        sending.set(
          name,
          sendDue(name, webhooks, needs)
            .catch((error: unknown) => void failures.push(error))
            .finally(() => sending.delete(name)),
        );
      return due.length;
    },
    async idle() {
      while (sending.size > 0) await Promise.all(sending.values());
    },
  };
}
