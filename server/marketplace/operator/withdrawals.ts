import { CommandError } from './command-error.js';
import { openState } from './open-state.js';

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
export async function listDeclarations(dataDir: string, all: boolean): Promise<Declaration[]> {
  const database = await openState(dataDir, { readOnly: true });
  try {
    return database
      .prepare(
        `select id as number, created_at as receivedAt, handled_at as handledAt, name, order_id as orderId, email, locale
         from withdrawal ${all ? '' : 'where handled_at is null'} order by created_at, id`,
      )
      .all() as unknown as Declaration[];
  } finally {
    database.close();
  }
}

/** Marks a declaration as dealt with; again does nothing. @throws CommandError for an unknown number */
export async function markHandled(dataDir: string, number: string, now: Date): Promise<void> {
  const database = await openState(dataDir, { readOnly: false });
  try {
    const { changes } = database
      .prepare('update withdrawal set handled_at = coalesce(handled_at, ?) where id = ?')
      .run(now.toISOString(), number.toUpperCase());
    if (changes === 0) throw new CommandError(`There is no declaration ${number}.`);
  } finally {
    database.close();
  }
}
