import type { StatePlace } from '../store/state-place.js';
import { CommandError } from './command-error.js';
import { withState } from './open-state.js';

/** A declaration of withdrawal as the operator needs it. Names and addresses are in this list and nowhere else. */
export interface Declaration {
  readonly number: string;
  /** ISO 8601, UTC. */
  readonly receivedAt: string;
  readonly handledAt: string | null;
  readonly name: string;
  readonly orderId: string;
  readonly email: string;
  readonly locale: string;
}

/** Declarations in the order of their arrival. @param all those that were dealt with as well */
export const listDeclarations = (place: StatePlace, all: boolean): Promise<Declaration[]> =>
  withState(place, (db) => {
    const rows = db
      .selectFrom('withdrawal')
      .select([
        'id as number',
        'created_at as receivedAt',
        'handled_at as handledAt',
        'name',
        'order_id as orderId',
        'email',
        'locale',
      ])
      .orderBy('created_at')
      .orderBy('id');
    return (all ? rows : rows.where('handled_at', 'is', null)).execute();
  });

/** Marks a declaration as dealt with; again does nothing. @throws CommandError for an unknown number */
export async function markHandled(place: StatePlace, number: string, now: Date): Promise<void> {
  const { numUpdatedRows } = await withState(place, (db) =>
    db
      .updateTable('withdrawal')
      .set(({ fn, val }) => ({ handled_at: fn.coalesce('handled_at', val(now.toISOString())) }))
      .where('id', '=', number.toUpperCase())
      .executeTakeFirstOrThrow(),
  );
  if (numUpdatedRows === 0n) throw new CommandError(`There is no declaration ${number}.`);
}
