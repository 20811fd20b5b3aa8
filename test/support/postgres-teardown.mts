import './postgres-setup.mts';

/** After the last test on PostgreSQL. */
export default async function tearDown(): Promise<void> {
  await globalThis.testPostgres?.remove();
}
