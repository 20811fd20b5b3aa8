import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { z } from 'zod';
import type { cartUndo } from '../../contract/carts.js';
import { ProblemError } from '../../contract/problem.js';
import type { StateTables } from '../state/state-tables.js';
import { audit, type CartWrite } from './audit.js';
import type { Session } from './sessions.js';

type Row = StateTables['cart_line'];
type SnapshotLine = Pick<Row, 'id' | 'offer_id' | 'model_id' | 'quantity' | 'seen_price' | 'snapshot' | 'created_at'>;
type Kind = StateTables['cart_snapshot']['kind'];
export type UndoWire = z.input<typeof cartUndo>;

/** Hours for which a cart can be restored (D31). */
export const snapshotHours = 24;
/** Carts kept for one session: a bound on what one visitor can make the store keep. */
const maxSnapshots = 10;

/** Oldest snapshot that still counts. */
export const snapshotCutoff = (now: Date): string => new Date(now.getTime() - snapshotHours * 3_600_000).toISOString();

async function snapshotLines({ tx, session }: CartWrite): Promise<SnapshotLine[]> {
  return tx
    .selectFrom('cart_line')
    .select(['id', 'offer_id', 'model_id', 'quantity', 'seen_price', 'snapshot', 'created_at'])
    .where('session_id', '=', session.id)
    .orderBy('position')
    .execute();
}

/** Description of a change of the whole cart, for the notice on the cart. */
interface Outcome {
  changed: boolean;
  /** Items that could not be taken over. */
  skipped: number;
  /** Lines with fewer pieces than were asked for; left out for none. */
  capped?: number;
}

/** Runs a change of the whole cart and keeps the cart as it was before, in the same transaction (D31). */
export async function changeWhole(write: CartWrite, kind: Kind, change: () => Promise<Outcome>): Promise<void> {
  const { tx, session, now } = write;
  const before = await snapshotLines(write);
  const { changed, skipped, capped = 0 } = await change();
  await tx
    .insertInto('cart_snapshot')
    .values({
      id: randomBytes(12).toString('base64url'),
      session_id: session.id,
      created_at: now,
      kind,
      changed: changed ? 1 : 0,
      skipped,
      capped,
      lines: JSON.stringify(before),
    })
    .execute();
  const kept = tx
    .selectFrom('cart_snapshot')
    .select('position')
    .where('session_id', '=', session.id)
    .orderBy('position', 'desc')
    .limit(maxSnapshots);
  await tx.deleteFrom('cart_snapshot').where('session_id', '=', session.id).where('position', 'not in', kept).execute();
}

/** The latest change of the whole cart within a day, null where there was none. */
export async function latestUndo(db: Kysely<StateTables>, session: Session, now: Date): Promise<UndoWire | null> {
  const row = await db
    .selectFrom('cart_snapshot')
    .select(['id', 'kind', 'changed', 'skipped', 'capped'])
    .where('session_id', '=', session.id)
    .where('created_at', '>', snapshotCutoff(now))
    .orderBy('position', 'desc')
    .executeTakeFirst();
  return row ? { ...row, changed: row.changed === 1 } : null;
}

/**
 * Restores a former cart and keeps the replaced one in turn, so that nothing added in between is lost.
 * @throws ProblemError `undo_unknown` when the cart is not kept any more, or is another visitor's
 */
export async function restoreCart(write: CartWrite, id: string): Promise<void> {
  const { tx, session, now } = write;
  const snapshot = await tx
    .selectFrom('cart_snapshot')
    .select('lines')
    .where('session_id', '=', session.id)
    .where('id', '=', id)
    .where('created_at', '>', snapshotCutoff(new Date(now)))
    .executeTakeFirst();
  if (!snapshot) throw new ProblemError('undo_unknown', 'this cart is not kept any more');
  await changeWhole(write, 'restore', async () => {
    const before = await snapshotLines(write);
    const after = JSON.parse(snapshot.lines) as SnapshotLine[];
    await tx.deleteFrom('cart_line').where('session_id', '=', session.id).execute();
    for (const line of after) {
      await tx
        .insertInto('cart_line')
        .values({ ...line, session_id: session.id })
        .execute();
    }
    return { changed: await auditDifference(write, before, after), skipped: 0 };
  });
}

/** One audit row for each line that is not what it was. @returns whether there is any */
async function auditDifference(
  write: CartWrite,
  before: readonly SnapshotLine[],
  after: readonly SnapshotLine[],
): Promise<boolean> {
  const was = new Map(before.map((line) => [line.id, line]));
  const is = new Map(after.map((line) => [line.id, line]));
  let changed = false;
  for (const id of new Set([...was.keys(), ...is.keys()])) {
    const [old, line] = [was.get(id), is.get(id)];
    if (old?.offer_id === line?.offer_id && old?.quantity === line?.quantity) continue;
    changed = true;
    const shown = (line ?? old) as SnapshotLine;
    const quantityBefore = old?.quantity ?? 0;
    await audit(write, 'restore', { ...shown, quantity: quantityBefore }, line?.quantity ?? 0, shown.seen_price);
  }
  return changed;
}
