import { randomBytes } from 'node:crypto';
import type { Container, ContainerOptions, Engine, Volume } from './engine.js';
import { ended, printed, started } from './process.js';

interface DockerVolume extends Volume {
  readonly id: string;
}

const uniqueName = (): string => `partavo-test-${randomBytes(6).toString('hex')}`;

/** Builds and runs the image with Docker. */
export function dockerEngine(tag: string): Engine {
  const volumes = new Map<Volume, DockerVolume>();
  const containers: string[] = [];

  function parameters(volume: Volume, { env = {}, isReadOnly = false }: ContainerOptions): string[] {
    const known = volumes.get(volume);
    if (!known) throw new Error('a volume of another engine');
    const variables = Object.entries(env).flatMap(([name, value]) => ['-e', `${name}=${value}`]);
    return ['-v', `${known.id}:/data`, ...variables, ...(isReadOnly ? ['--read-only'] : [])];
  }
  /** Runs a shell as root on a volume, optionally with mounted files. */
  const overVolume = (id: string, command: string, mounts: string[] = []): string =>
    printed([
      'docker',
      'run',
      '--rm',
      '-u',
      '0',
      '-v',
      `${id}:/data`,
      ...mounts,
      '--entrypoint',
      'sh',
      tag,
      '-c',
      command,
    ]);

  return {
    name: 'docker',
    build: () => void printed(['docker', 'build', '-q', '-t', tag, '.']),
    configuration: () => JSON.parse(printed(['docker', 'image', 'inspect', tag]))[0].Config,
    volume() {
      const id = printed(['docker', 'volume', 'create', uniqueName()]);
      const volume: DockerVolume = {
        id,
        put: (file, name) =>
          void overVolume(id, `cp /file "/data/${name}" && chmod 644 "/data/${name}"`, ['-v', `${file}:/file:ro`]),
        list: () => overVolume(id, "find /data -type f -printf '%P %U %m\\n' | sort").split('\n').filter(Boolean),
        remove: () => void printed(['docker', 'volume', 'rm', '-f', id]),
      };
      volumes.set(volume, volume);
      return volume;
    },
    async start(volume, options = {}): Promise<Container> {
      const name = uniqueName();
      containers.push(name);
      const running = started([
        'docker',
        'run',
        '--name',
        name,
        '-p',
        '127.0.0.1::3000',
        ...parameters(volume, options),
        tag,
      ]);
      await running.printed(/"event":"started"/);
      const address = printed(['docker', 'port', name, '3000/tcp']).split('\n')[0];
      return {
        origin: `http://${address}`,
        output: running.output,
        execute: (command) => ended(['docker', 'exec', name, ...command]),
        userId: () =>
          Number(
            printed(['docker', 'exec', name, 'sh', '-c', "sed -n 's/^Uid:\\t\\([0-9]*\\).*/\\1/p' /proc/1/status"]),
          ),
        async stop() {
          printed(['docker', 'kill', '--signal', 'TERM', name]);
          return running.end;
        },
      };
    },
    run(volume, command, options = {}) {
      const name = uniqueName();
      containers.push(name);
      return ended(['docker', 'run', '--name', name, ...parameters(volume, options), tag, ...command]);
    },
    written: () =>
      containers.flatMap((name) =>
        printed(['docker', 'diff', name])
          .split('\n')
          .filter((line) => line !== '' && !/^. \/data(\/|$)/.test(line)),
      ),
    close() {
      for (const name of containers) ended(['docker', 'rm', '-f', name]);
      for (const { id } of volumes.values()) ended(['docker', 'volume', 'rm', '-f', id]);
      ended(['docker', 'image', 'rm', '-f', tag]);
    },
  };
}
