import { startPostgres } from './postgres.ts';

/**
 * Before the first test on PostgreSQL: one server for all of them. Each has a database of its own.
 * @returns ends the server
 */
export default async function setUp(): Promise<() => Promise<unknown>> {
  const server = await startPostgres();
  process.env.TEST_POSTGRES = server.address();
  return () => server.remove();
}
