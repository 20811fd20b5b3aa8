import type { PostgresCursor, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import { explained, isConflict, isLost, StateUnavailable, wasClosed } from './postgres-errors.js';

/** Timeouts of the server in milliseconds. */
export interface PostgresTimes {
  readonly statement: number;
  /** Part of it for locks of other transactions. */
  readonly lock: number;
  /** Milliseconds between two statements, after which the server releases a dead client's locks. */
  readonly idle: number;
}

export interface ConnectionSource {
  /** @throws StateUnavailable */
  take(): Promise<PostgresPoolClient>;
  /** Whether the server has sent a warning on a connection since the last call. */
  hasWarned(client: PostgresPoolClient): boolean;
  /** Receives each error that makes the state unavailable. */
  note(error: StateUnavailable): void;
  readonly times: PostgresTimes;
}

const nothing = { command: 'SELECT', rowCount: 0, rows: [] } as const;

/**
 * A connection for one transaction or one statement. It leaves nothing on the server that PgBouncer could give to
 * another client: statements have no names, and settings are `set local` (P168). A connection that was lost before its
 * statement is replaced. A statement that may have run is never repeated.
 */
export class PostgresConnection implements PostgresPoolClient {
  #client: PostgresPoolClient;
  #isOpen = false;
  #isLost = false;
  #isGivenBack = false;

  constructor(
    client: PostgresPoolClient,
    private readonly source: ConnectionSource,
    private readonly rewrite: (statement: string) => string,
  ) {
    this.#client = client;
  }

  query<R>(sql: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>>;
  query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>;
  query<R>(
    asked: string | PostgresCursor<R>,
    parameters: readonly unknown[] = [],
  ): Promise<PostgresQueryResult<R>> | PostgresCursor<R> {
    if (typeof asked !== 'string') throw new TypeError('there are no cursors here');
    return this.#ask<R>(this.rewrite(asked), parameters);
  }

  release(destroy = false): void {
    if (!this.#isGivenBack) this.#client.release(destroy || this.#isLost || this.#isOpen);
    this.#isGivenBack = true;
  }

  async #ask<R>(sql: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>> {
    if (this.#isLost) {
      // The server rolls back by itself.
      if (sql === 'rollback') return { ...nothing, rows: [] };
      throw new StateUnavailable(null, 'was lost in the middle');
    }
    const isInside = this.#isOpen;
    try {
      if (sql === 'begin') return await this.#begin<R>();
      this.source.hasWarned(this.#client);
      const isRead = !isInside && sql.startsWith('select');
      const result = isRead
        ? await this.#askOnceMore<R>(sql, parameters)
        : await this.#client.query<R>(sql, parameters);
      // The wait for the standby was cancelled: the server has the commit, but perhaps not the standby.
      if (this.source.hasWarned(this.#client)) throw new StateUnavailable(null, 'may not have kept it on two machines');
      if (sql === 'commit' || sql === 'rollback') this.#isOpen = false;
      return result;
    } catch (error) {
      this.#isLost ||= isLost(error);
      if (isConflict(error) && isInside) throw error;
      const reported = isConflict(error) ? new StateUnavailable(error) : explained(error);
      if (reported instanceof StateUnavailable) this.source.note(reported);
      throw reported;
    }
  }

  async #begin<R>(): Promise<PostgresQueryResult<R>> {
    const { statement, lock, idle } = this.source.times;
    try {
      await this.#askOnceMore(
        `begin isolation level read committed; set local statement_timeout = ${statement};
        set local lock_timeout = ${lock}; set local idle_in_transaction_session_timeout = ${idle}`,
      );
      this.#isOpen = true;
    } catch (error) {
      this.#isLost = true;
      throw error;
    }
    return { ...nothing, rows: [] };
  }

  /** Repeats a statement that changes nothing. */
  async #askOnceMore<R>(sql: string, parameters?: readonly unknown[]): Promise<PostgresQueryResult<R>> {
    const ask = () => this.#client.query<R>(sql, parameters as readonly unknown[]);
    try {
      return await ask();
    } catch (error) {
      if (!wasClosed(error)) throw error;
      this.release(true);
      this.#client = await this.source.take();
      this.#isGivenBack = false;
      return ask();
    }
  }
}
