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

export const snapshotHours = 24;
/** Snapshots of one session: limits what a visitor can store. */
const maxSnapshots = 10;

/** Returns the time of the oldest snapshot that can be restored. */
export const snapshotCutoff = (now: Date): string => new Date(now.getTime() - snapshotHours * 3_600_000).toISOString();

async function snapshotLines({ tx, session }: CartWrite): Promise<SnapshotLine[]> {
  return tx
    .selectFrom('cart_line')
    .select(['id', 'offer_id', 'model_id', 'quantity', 'seen_price', 'snapshot', 'created_at'])
    .where('session_id', '=', session.id)
    .orderBy('position')
    .execute();
}

interface Outcome {
  changed: boolean;
  /** Items that could not be added. */
  skipped: number;
  /** Lines with fewer pieces than requested. */
  capped?: number;
}

/** Changes the whole cart and stores the former one in the same transaction (D31). */
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

/** Returns the latest change of the whole cart that can be undone. */
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
 * Restores a former cart and stores the replaced one, so that nothing is lost.
 * @throws ProblemError `undo_unknown` if the snapshot is gone or another visitor's
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
    const restored = after.map((line) => ({ ...line, session_id: session.id }));
    for (const line of restored) await tx.insertInto('cart_line').values(line).execute();
    return { changed: await auditDifference(write, before, after), skipped: 0 };
  });
}

/** Writes an audit row for each changed line. Returns whether there is any. */
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
