import { randomBytes } from 'node:crypto';
import type { Kysely, Selectable } from 'kysely';
import type { z } from 'zod';
import type { cartUndo } from '../../contract/carts.js';
import { ProblemError } from '../../contract/problem.js';
import type { StateTables } from '../state/state-tables.js';
import { audit, type CartWrite } from './audit.js';
import type { LineSnapshot } from './read-offer.js';
import type { Session } from './sessions.js';

const columns = [
  'position',
  'id',
  'offer_id',
  'model_id',
  'quantity',
  'seen_price',
  'snapshot',
  'created_at',
] as const satisfies (keyof StateTables['cart_line'])[];
type SnapshotLine = Pick<Selectable<StateTables['cart_line']>, (typeof columns)[number]>;
type Kind = StateTables['cart_snapshot']['kind'];
export type UndoWire = z.input<typeof cartUndo>;

/** Packs of one line (D17, D52). */
export const maxPieces = 99;
export const snapshotHours = 24;
/** Snapshots of one session: limits what a visitor can store. */
const maxSnapshots = 10;

/** Returns the time of the oldest snapshot that can be restored. */
export const snapshotCutoff = (now: Date): string => new Date(now.getTime() - snapshotHours * 3_600_000).toISOString();

async function snapshotLines({ tx, session }: { tx: Kysely<StateTables>; session: Session }): Promise<SnapshotLine[]> {
  return tx.selectFrom('cart_line').select(columns).where('session_id', '=', session.id).orderBy('position').execute();
}

interface Outcome {
  changed: boolean;
  /** Items that could not be added. */
  skipped: number;
  /** Lines with fewer pieces than requested. */
  capped?: number;
}

/** Changes the whole cart and stores the former one in the same transaction (D31). */
export async function changeCart(write: CartWrite, kind: Kind, change: () => Promise<Outcome>): Promise<void> {
  const before = await snapshotLines(write);
  await keepLines(write, kind, before, await change());
}

/** Removes a line and keeps it, so that it can be put back. @throws ProblemError `line_unknown`, as `ownLine` */
export async function removeLine(write: CartWrite, id: string): Promise<void> {
  const { tx, session } = write;
  const line = await tx
    .deleteFrom('cart_line')
    .where('session_id', '=', session.id)
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirst();
  if (!line) throw new ProblemError('line_unknown');
  await audit(write, 'delete', line, 0, line.seen_price);
  await keepLines(write, 'remove', [line], { changed: true, skipped: 0 });
}

async function keepLines(
  { tx, session, now }: CartWrite,
  kind: Kind,
  lines: readonly SnapshotLine[],
  { changed, skipped, capped = 0 }: Outcome,
): Promise<void> {
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
      lines: JSON.stringify(lines),
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

/** Returns the latest removal or change of the whole cart that can be undone. */
export async function latestUndo(db: Kysely<StateTables>, session: Session, now: Date): Promise<UndoWire | null> {
  const row = await db
    .selectFrom('cart_snapshot')
    .select(['id', 'kind', 'changed', 'skipped', 'capped'])
    .select((row) => row.case().when('kind', '=', 'remove').then(row.ref('lines')).end().as('removed'))
    .where('session_id', '=', session.id)
    .where('created_at', '>', snapshotCutoff(now))
    .orderBy('position', 'desc')
    .executeTakeFirst();
  if (!row) return null;
  const [removed] = JSON.parse(row.removed ?? '[]') as SnapshotLine[];
  const undo = { ...row, changed: row.changed === 1 };
  if (!removed) return { ...undo, removed: null };
  const { title, shop } = JSON.parse(removed.snapshot) as LineSnapshot;
  const shopOf = (line: SnapshotLine): string => (JSON.parse(line.snapshot) as LineSnapshot).shop.id;
  const groups = [...Map.groupBy(await snapshotLines({ tx: db, session }), shopOf)];
  // A shop takes its place in the cart from its first line.
  const places = groups.find(([id]) => id === shop.id)?.[1] ?? groups.flatMap(([, [first]]) => first ?? []);
  const nextId = places.find(({ position }) => position > removed.position)?.id ?? null;
  return { ...undo, removed: title, removedLine: { id: removed.id, shop: { id: shop.id, name: shop.name }, nextId } };
}

/**
 * Puts a removed line back. Restores a former cart and stores the replaced one otherwise, so that nothing is lost.
 * @throws ProblemError `undo_unknown` if the snapshot is gone or another visitor's
 */
export async function restoreCart(write: CartWrite, id: string): Promise<void> {
  const { tx, session, now } = write;
  const snapshot = await tx
    .selectFrom('cart_snapshot')
    .select(['kind', 'lines'])
    .where('session_id', '=', session.id)
    .where('id', '=', id)
    .where('created_at', '>', snapshotCutoff(new Date(now)))
    .executeTakeFirst();
  if (!snapshot) throw new ProblemError('undo_unknown', 'this cart is not kept any more');
  const after = JSON.parse(snapshot.lines) as SnapshotLine[];
  if (snapshot.kind === 'remove') {
    for (const line of after) await putBack(write, line);
    await tx.deleteFrom('cart_snapshot').where('id', '=', id).execute();
    return;
  }
  await changeCart(write, 'restore', async () => {
    const before = await snapshotLines(write);
    await tx.deleteFrom('cart_line').where('session_id', '=', session.id).execute();
    const restored = after.map((line) => ({ ...line, session_id: session.id }));
    for (const line of restored) await tx.insertInto('cart_line').values(line).execute();
    return { changed: await auditDifference(write, before, after), skipped: 0 };
  });
}

/** Inserts a removed line in its former place. Packs of the same offer that were added since stay. */
async function putBack(write: CartWrite, removed: SnapshotLine): Promise<void> {
  const { tx, session } = write;
  const before = await snapshotLines(write);
  const added = before.find((line) => line.offer_id === removed.offer_id && line.model_id === removed.model_id);
  if (added) {
    const quantity = Math.min(maxPieces, added.quantity + removed.quantity);
    await tx.updateTable('cart_line').set({ quantity }).where('id', '=', added.id).execute();
  } else {
    const line = { ...removed, session_id: session.id };
    await tx.insertInto('cart_line').values(line).execute();
  }
  await auditDifference(write, before, await snapshotLines(write));
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
