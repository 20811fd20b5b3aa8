import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshDataDir, root } from './support/catalogue.js';
import { until } from './support/until.js';

/** A copy of the installed and built project. */
const folder = mkdtempSync(join(tmpdir(), 'partavo-npm-'));
const dataDir = freshDataDir();
/** Folders of `dist` that these commands do not read. */
const unread = new Set(['bench-data', 'dev', 'test-data', 'test-results'].map((name) => join(root, 'dist', name)));

beforeAll(() => {
  const lock = readFileSync(join(root, 'package-lock.json'));
  for (const name of ['client', 'dist', 'locales', 'scripts', 'server', 'static', 'views', 'package.json'])
    cpSync(join(root, name), join(folder, name), {
      recursive: true,
      preserveTimestamps: true,
      filter: (path) => !unread.has(path),
    });
  cpSync(join(root, 'package-lock.json'), join(folder, 'package-lock.json'), { preserveTimestamps: true });
  // Links to the packages, so that an accidental install could not change them.
  mkdirSync(join(folder, 'node_modules'));
  for (const name of readdirSync(join(root, 'node_modules')))
    if (name !== '.installed') symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name));
  writeFileSync(join(folder, 'node_modules/.installed'), `${createHash('sha256').update(lock).digest('hex')} whole`);
  for (const name of ['package.json', 'package-lock.json', 'node_modules']) {
    const [from, to] = [join(root, 'node-runtime', name), join(folder, 'node-runtime', name)];
    mkdirSync(dirname(to), { recursive: true });
    if (existsSync(from)) symlinkSync(from, to);
  }
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
  rmSync(dataDir, { recursive: true, force: true });
});

/** Processes whose working directory is the copy. */
const processes = (): string[] =>
  readdirSync('/proc').filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readlinkSync(`/proc/${pid}/cwd`) === folder;
    } catch {
      return false;
    }
  });

/** `npm test` adds the project's programs to the path, which must not be used here. */
const PATH = process.env.PATH?.split(delimiter)
  .filter((name) => !name.endsWith('.bin'))
  .join(delimiter);

test.each([
  ['start', 'SIGTERM', /"event":"started"/],
  ['start', 'SIGKILL', /"event":"started"/],
  ['marketplace', 'SIGINT', /"marketplace_listening"/],
  ['marketplace', 'SIGKILL', /"marketplace_listening"/],
  ['dev', 'SIGHUP', /^Partavo: http/],
  ['dev', 'SIGKILL', /^Partavo: http/],
] as const)('`npm run %s` ends with npm, which %s ends', async (command, signal, isReady) => {
  const npm = spawn('npm', ['run', command], {
    cwd: folder,
    env: { PATH, HOME: process.env.HOME, DATA_DIR: dataDir, PORT: '0', MARKETPLACE_PORT: '0', NO_UPDATE_NOTIFIER: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const output: string[] = [];
  npm.stderr.on('data', (text: Buffer) => output.push(String(text)));
  const lines = createInterface({ input: npm.stdout }).on('line', (line) => output.push(line));
  await until('it serves', () => output.some((line) => isReady.test(line)) || npm.exitCode !== null);
  expect([npm.exitCode, output]).toEqual([null, expect.arrayContaining([expect.stringMatching(isReady)])]);
  expect(processes().length).toBeGreaterThan(2);
  // A terminal interrupts all processes at once, so the signal goes to the group.
  process.kill(signal === 'SIGINT' ? -Number(npm.pid) : Number(npm.pid), signal);
  await once(npm, 'exit');
  await until('every process has ended', () => processes().length === 0);
  lines.close();
});
