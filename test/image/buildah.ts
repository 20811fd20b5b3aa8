import {
  chmodSync,
  chownSync,
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ContainerOptions, Engine, ImageConfiguration, Volume } from './engine.js';
import { ended, printed, type Started, started } from './process.js';

interface FolderVolume extends Volume {
  readonly folder: string;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (typeof address !== 'object' || address === null) throw new Error('no port');
  return address.port;
}

const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
const below = (pid: number): number[] => childrenOf(pid).flatMap((child) => [child, ...below(child)]);
/** Returns the only child of a process. */
const childOf = (pid: number): number => childrenOf(pid)[0] ?? 0;

/**
 * Runs the image without Docker: buildah builds it, and bubblewrap enters its root file system as the image's user. The
 * network is this machine's, so the shop listens on a loopback port.
 */
export function buildahEngine(tag: string): Engine {
  const environment = { ...process.env, STORAGE_DRIVER: 'vfs', BUILDAH_ISOLATION: 'chroot' };
  Object.assign(process.env, environment);
  const volumes = new Map<Volume, FolderVolume>();
  const shops: Started[] = [];
  let mounted = '';
  let container = '';
  let configuration: ImageConfiguration;
  let user = { uid: 0, gid: 0 };
  const marker = join(mkdtempSync(join(tmpdir(), 'partavo-image-')), 'built');

  function mount(): void {
    container = printed(['buildah', 'from', '--pull-never', tag]);
    mounted = printed(['buildah', 'mount', container]);
    configuration = JSON.parse(printed(['buildah', 'inspect', '--type', 'image', tag])).Docker.config;
    const row = readFileSync(join(mounted, 'etc/passwd'), 'utf8')
      .split('\n')
      .map((line) => line.split(':'))
      .find(([name]) => name === configuration.User);
    user = { uid: Number(row?.[2] ?? configuration.User), gid: Number(row?.[3] ?? configuration.User) };
    writeFileSync(marker, '');
  }

  /** Returns the command that enters the image. */
  function enter(
    volume: Volume,
    command: readonly string[],
    { env = {}, isReadOnly = false }: ContainerOptions,
  ): string[] {
    const known = volumes.get(volume);
    if (!known) throw new Error('a volume of another engine');
    const variables = {
      ...Object.fromEntries(configuration.Env.map((line) => line.split(/=(.*)/s))),
      HOST: '127.0.0.1',
      ...env,
    };
    return [
      ...['bwrap', isReadOnly ? '--ro-bind' : '--bind', mounted, '/', '--bind', known.folder, '/data'],
      ...['--dev', '/dev', '--proc', '/proc', '--chdir', configuration.WorkingDir, '--clearenv', '--die-with-parent'],
      ...Object.entries(variables).flatMap(([name, value]) => ['--setenv', name, String(value)]),
      ...['--', 'setpriv', `--reuid=${user.uid}`, `--regid=${user.gid}`, '--clear-groups', ...command],
    ];
  }

  return {
    name: 'buildah',
    build() {
      printed(['bash', join(import.meta.dirname, 'buildah.sh'), tag]);
      mount();
    },
    configuration: () => configuration,
    volume() {
      const folder = mkdtempSync(join(tmpdir(), 'partavo-volume-'));
      // An empty volume starts with the content of the image, as in Docker.
      cpSync(join(mounted, 'data'), folder, { recursive: true });
      const { uid, gid, mode } = statSync(join(mounted, 'data'));
      chownSync(folder, uid, gid);
      chmodSync(folder, mode);
      const volume: FolderVolume = {
        folder,
        put(file, name) {
          cpSync(file, join(folder, name));
          chmodSync(join(folder, name), 0o644);
        },
        list: () =>
          readdirSync(folder, { recursive: true, encoding: 'utf8' })
            .map((name) => ({ name, state: statSync(join(folder, name)) }))
            .filter(({ state }) => state.isFile())
            .map(({ name, state }) => `${name} ${state.uid} ${(state.mode & 0o777).toString(8)}`)
            .sort(),
        remove: () => rmSync(folder, { recursive: true }),
      };
      volumes.set(volume, volume);
      return volume;
    },
    async start(volume, options = {}) {
      const port = await freePort();
      const env = { PORT: String(port), DRAIN_SECONDS: '3', ...options.env };
      const running = started(enter(volume, [...configuration.Entrypoint, ...configuration.Cmd], { ...options, env }));
      shops.push(running);
      await running.printed(/"event":"started"/);
      const [bubblewrap = 0] = [running.child.pid];
      const first = childOf(bubblewrap);
      return {
        origin: `http://127.0.0.1:${port}`,
        output: running.output,
        execute: (command) => ended(enter(volume, command, { ...options, env })),
        userId: () => Number(/^Uid:\t(\d+)/m.exec(readFileSync(`/proc/${childOf(first)}/status`, 'utf8'))?.[1]),
        async stop() {
          process.kill(first, 'SIGTERM');
          return running.end;
        },
      };
    },
    run: (volume, command, options = {}) => ended(enter(volume, command, options)),
    written: () =>
      printed([
        'find',
        mounted,
        '-newer',
        marker,
        '-type',
        'f',
        '-not',
        '-path',
        `${mounted}/proc/*`,
        '-printf',
        '/%P\\n',
      ])
        .split('\n')
        .filter(Boolean),
    close() {
      // Ending the outer program does not end the shop, which runs as another user.
      for (const { child } of shops)
        if (child.pid && child.exitCode === null) for (const pid of below(child.pid)) process.kill(pid, 'SIGKILL');
      for (const { folder } of volumes.values()) rmSync(folder, { recursive: true, force: true });
      ended(['buildah', 'rm', container]);
      ended(['buildah', 'rmi', tag]);
    },
  };
}
