import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { freePort } from './free-port.ts';
import { until } from './until.ts';

const env = { PATH: `${process.env.PATH}:/usr/sbin` };
/** Whether PgBouncer is installed; it is a system package. */
export const hasPgbouncer = spawnSync('pgbouncer', ['--version'], { env }).status === 0;

/** A real PgBouncer in transaction mode, whose clients share a few connections to the server. */
export interface Pgbouncer {
  readonly port: number;
  /** Address of the database through PgBouncer. */
  readonly address: string;
  /** Kills it, like a crash. */
  kill(): Promise<void>;
  /** Starts it on the same port. */
  start(): Promise<void>;
  remove(): Promise<void>;
}

/** @param database address of the server @param size number of connections to it */
export async function startPgbouncer(database: string, size = 2): Promise<Pgbouncer> {
  const folder = mkdtempSync(join(tmpdir(), 'pgbouncer-'));
  chmodSync(folder, 0o755);
  const settings = join(folder, 'pgbouncer.ini');
  const users = join(folder, 'users.txt');
  const port = await freePort();
  writeFileSync(users, '"postgres" ""\n');
  writeFileSync(
    settings,
    `[databases]
* = host=127.0.0.1 port=${new URL(database).port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${users}
pool_mode = transaction
default_pool_size = ${size}
server_login_retry = 1
query_wait_timeout = 3
`,
  );
  const words = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  const address = new URL(database);
  address.port = String(port);
  const begin = () => spawn('pgbouncer', ['-q', ...words, settings], { env, stdio: 'ignore' });
  let child: ReturnType<typeof begin> | null = null;
  const start = async (): Promise<void> => {
    child = begin();
    await until('PgBouncer answers', async () => {
      const client = new Client({ connectionString: address.href });
      client.on('error', () => {});
      return client.connect().then(
        () => client.end().then(() => true),
        () => false,
      );
    });
  };
  const kill = async (): Promise<void> => {
    if (!child) return;
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
    child = null;
  };
  await start();
  return {
    port,
    address: address.href,
    kill,
    start,
    async remove() {
      await kill();
      rmSync(folder, { recursive: true });
    },
  };
}
