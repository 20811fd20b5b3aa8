import type { Clock, Timer } from '../../clock/clock.js';
import { commitChannel } from './commit-log.js';

/** Milliseconds until a lost connection is made again. */
const retryMs = 5000;

/**
 * Wakes what follows the log as soon as a commit is told of, on a connection of its own. Behind PgBouncer nothing would
 * be told (P168), so nothing is left there; the number is looked at all the same.
 * @returns ends it
 */
export function listenForCommits(address: string, wake: () => void, clock: Clock): () => Promise<void> {
  let isStopped = false;
  let timer: Timer | null = null;
  let end: () => Promise<void> = async () => {};
  const connect = async (): Promise<void> => {
    const { Client } = await import('pg');
    if (isStopped) return;
    const client = new Client({ connectionString: address, keepAlive: true, connectionTimeoutMillis: 5000 });
    end = () => client.end().catch(() => {});
    const again = (): void => {
      if (isStopped) return;
      timer?.cancel();
      timer = clock.after(retryMs, () => void connect().catch(again));
    };
    client.on('error', () => {});
    client.on('end', again);
    client.on('notification', wake);
    try {
      await client.connect();
      const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
      // Another number than the one that was told at the start: somebody stands between.
      const isDirect = rows[0]?.pid === (client as { processID?: number | null }).processID;
      if (isDirect) await client.query(`listen ${commitChannel}`);
      else {
        isStopped = true;
        await client.end();
      }
    } catch {
      await client.end().catch(() => {});
      again();
    }
  };
  void connect().catch(() => {});
  return async () => {
    isStopped = true;
    timer?.cancel();
    await end();
  };
}
