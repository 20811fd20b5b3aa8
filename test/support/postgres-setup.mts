import { type PostgresServer, startPostgres } from './postgres.ts';

declare global {
  var testPostgres: PostgresServer | undefined;
}

/** Before the first test on PostgreSQL: one server for all of them. Each has a database of its own. */
export default async function setUp(): Promise<void> {
  globalThis.testPostgres = await startPostgres();
  process.env.TEST_POSTGRES = globalThis.testPostgres.address();
}
