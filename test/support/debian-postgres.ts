import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { freePort } from './free-port.ts';
import { until } from './until.ts';

const run = promisify(execFile);
/** PostgreSQL of Debian 12 with all its tools; the package of other tests has only three programs. */
export const debianBin = '/usr/lib/postgresql/15/bin';
export const hasDebianPostgres = existsSync(join(debianBin, 'pg_basebackup'));
/** PostgreSQL refuses to start as root. */
export const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
/** Settings of the environment must not direct a tool to another server. */
export const toolEnv = { PATH: `${debianBin}:${process.env.PATH}`, LC_ALL: 'C', TZ: 'UTC' };

/** Runs a tool of PostgreSQL, or a shell, as the owner of the data. */
export const asOwner = (program: string, words: readonly string[], env: NodeJS.ProcessEnv = {}) =>
  run(program, words, { ...nobody, cwd: '/', env: { ...toolEnv, ...env } });

/** A server with its own folder and port. */
export interface Machine {
  readonly data: string;
  readonly port: number;
  /** Address of the database for shops. */
  readonly address: string;
  ask(statement: string): Promise<Record<string, unknown>[]>;
  start(): Promise<void>;
  /** Kills all its processes at once, like a power failure. */
  kill(): Promise<void>;
}

/** Returns the running children of a process. */
function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((id) => {
      try {
        return Number(/^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${id}/status`, 'utf8'))?.[1]) === parent;
      } catch {
        return false;
      }
    });
}
function endAtOnce(id: number): void {
  try {
    process.kill(id, 'SIGKILL');
  } catch {
    // The process has already ended.
  }
}

/** Makes a folder that all users may enter; those of servers in it belong to their owner. */
export function machineRoom(): string {
  const folder = mkdtempSync(join(tmpdir(), 'machines-'));
  chmodSync(folder, 0o755);
  return folder;
}
/** Makes a folder that belongs to the owner of the servers. */
export function ownFolder(path: string): string {
  rmSync(path, { recursive: true, force: true });
  mkdirSync(path, { mode: 0o700 });
  if (nobody.uid !== undefined) chownSync(path, nobody.uid, nobody.gid);
  return path;
}

const settings = `
listen_addresses = '127.0.0.1'
unix_socket_directories = ''
shared_buffers = 32MB
wal_retrieve_retry_interval = 200ms
`;

/** A new server with a database `partavo`. @param more lines of `postgresql.conf` */
export async function makeMachine(folder: string, more = ''): Promise<Machine> {
  ownFolder(folder);
  await asOwner('initdb', ['-D', folder, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-locale', '--no-sync']);
  appendFileSync(join(folder, 'postgresql.conf'), settings + more);
  const machine = await machineIn(folder);
  await machine.start();
  await machine.ask("create database partavo encoding 'UTF8' template template0");
  return machine;
}

/** Returns a server for a folder with existing data. */
export async function machineIn(data: string): Promise<Machine> {
  const port = await freePort();
  const address = `postgres://postgres@127.0.0.1:${port}/partavo`;
  let server: ChildProcess | null = null;
  const ask = async (statement: string): Promise<Record<string, unknown>[]> => {
    const client = new pg.Client({ connectionString: address.replace(/partavo$/, 'postgres') });
    client.on('error', () => {});
    await client.connect();
    try {
      return (await client.query(statement)).rows;
    } finally {
      await client.end();
    }
  };
  return {
    data,
    port,
    address,
    ask,
    async start() {
      // The server ends with this process, in any case.
      const watch = 'postgres "$@" & server=$!; cat > /dev/null; kill -QUIT $server; wait $server';
      server = spawn('sh', ['-c', watch, 'sh', '-D', data, '-p', String(port)], {
        ...nobody,
        env: toolEnv,
        cwd: '/',
        stdio: ['pipe', 'ignore', 'ignore'],
      });
      await until('PostgreSQL answers', () =>
        ask('select 1').then(
          () => true,
          () => false,
        ),
      );
    },
    async kill() {
      if (!server?.pid) return;
      const exited = once(server, 'exit');
      // Each server process has a session of its own, so a signal to the group does not reach it.
      const postmaster = Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n', 1)[0]);
      process.kill(postmaster, 'SIGSTOP');
      for (const child of childrenOf(postmaster)) endAtOnce(child);
      endAtOnce(postmaster);
      server.stdin?.end();
      await exited;
      rmSync(join(data, 'postmaster.pid'), { force: true });
      server = null;
    },
  };
}

/**
 * Adds a standby in another folder, which follows the log (docs/operating.md, "Two machines"). From then on each commit
 * waits for it.
 */
export async function addStandby(primary: Machine, folder: string): Promise<Machine> {
  ownFolder(folder);
  const name = `s${Date.now().toString(36)}`;
  const source = `host=127.0.0.1 port=${primary.port} user=postgres application_name=${name}`;
  await asOwner('pg_basebackup', ['-D', folder, '-d', source, '-R', '-X', 'stream', '-c', 'fast', '--no-sync']);
  const standby = await machineIn(folder);
  await standby.start();
  await primary.ask(`alter system set synchronous_standby_names = 'ANY 1 (${name})'`);
  await primary.ask('select pg_reload_conf()');
  await until('the standby is one that commits wait for', async () => {
    const [row] = await primary.ask('select sync_state from pg_stat_replication');
    return row?.sync_state === 'quorum';
  });
  return standby;
}

/** Promotes a standby to the primary, which then has no standby. */
export async function promote(standby: Machine): Promise<void> {
  await asOwner('pg_ctl', ['promote', '-w', '-D', standby.data]);
}
