import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { IdRegistry } from '../server/marketplace/catalogue-file/ids.js';
import { importKinds } from '../server/marketplace/import/reading/columns.js';
import { openStateStore } from '../server/marketplace/state/state-store.js';
import { activate, writeCatalogue } from './fixtures/marketplace/catalogue/small-catalogue.js';
import { query } from './fixtures/marketplace/generation/query.js';
import { fc } from './support/properties.js';
import { isLong } from './support/sample.js';

/** Runs every command with every error of a machine or an operator. Each ends with 0, 1 or 2 and a sentence. */

const dist = join(import.meta.dirname, '../dist');
const root = mkdtempSync(join(tmpdir(), 'commands-'));
const sound = join(root, 'sound');
afterAll(() => {
  for (const name of readdirSync(root)) chmodSync(join(root, name), 0o700);
  rmSync(root, { recursive: true, force: true });
});
beforeAll(async () => {
  mkdirSync(sound);
  activate(sound, 'g1', writeCatalogue(sound, { generation: 'g1' }));
  await (await openStateStore(sound)).destroy();
  const registry = new IdRegistry(join(sound, 'ids.db'));
  registry.commit();
  registry.close();
  chmodSync(root, 0o755);
});

interface Command {
  readonly name: string;
  readonly program: string;
  /** Words before the file. */
  readonly args: readonly string[];
  /** Whether the command reads or writes a file. */
  readonly file: 'reads' | 'writes' | 'none';
  readonly isServer?: boolean;
}
const operate = (name: string, file: Command['file'] = 'none'): Command => ({
  name,
  program: join(dist, 'operate.js'),
  args: [name],
  file,
});
const commands: readonly Command[] = [
  { name: 'server', program: join(dist, 'server.js'), args: [], file: 'none', isServer: true },
  { name: 'marketplace', program: join(dist, 'marketplace.js'), args: [], file: 'none', isServer: true },
  { name: 'demo', program: join(dist, 'demo.js'), args: ['--vehicles'], file: 'reads' },
  ...importKinds.map(
    (kind): Command => ({
      name: `import ${kind}`,
      program: join(dist, 'import.js'),
      args: [kind],
      file: 'reads',
    }),
  ),
  { name: 'import due', program: join(dist, 'import.js'), args: ['due'], file: 'none' },
  operate('report'),
  operate('backup', 'writes'),
  operate('restore', 'reads'),
  operate('upgrade'),
  operate('validate'),
  operate('withdrawals'),
  { name: 'logs', program: join(dist, '../scripts/logs.mjs'), args: ['7F3K-20QX'], file: 'reads' },
];

/** Data folder and file of a command, which faults can damage. */
interface Room {
  readonly dataDir: string;
  readonly file: string;
}
interface CommandError {
  readonly name: string;
  readonly applies?: (command: Command) => boolean;
  readonly prepare?: (service: Room) => void;
  /** Replaces the command's own words. */
  readonly args?: (command: Command, service: Room) => readonly string[];
  /** JavaScript that runs before the program. */
  readonly before?: string;
  /** Error code, if all commands have the same. */
  readonly code?: number;
  /** Output of a server that refuses to start. */
  readonly says?: RegExp;
}
const readsFile = ({ file }: Command): boolean => file === 'reads';
const hasData = ({ name }: Command): boolean => name !== 'logs';
/** Root drops its rights, so that file permissions apply. */
const asNobody = `import { isMainThread } from 'node:worker_threads';
  if (isMainThread && process.getuid() === 0) { process.setgid(65534); process.setuid(65534); }`;
const throwsAt = (n: number): string => `import { DatabaseSync } from 'node:sqlite';
  const { prepare } = DatabaseSync.prototype; let left = ${n};
  DatabaseSync.prototype.prepare = function (...given) { if (left-- === 0) throw new TypeError('thrown inside'); return prepare.apply(this, given); };`;
const overwrite = (file: string, at: number): void => {
  const handle = openSync(file, 'r+');
  writeSync(handle, Buffer.alloc(4096, 'x'), 0, 4096, at);
};
const table = (size: number): string => `one;two;three\n${'a;b;c\n'.repeat(size / 6)}`;

const errors: readonly CommandError[] = [
  { name: 'nothing' },
  { name: '--help', args: () => ['--help'], code: 0 },
  {
    name: '-h behind its own',
    args: ({ args, isServer }) => [...(isServer ? [] : args.slice(0, 1)), '-h'],
    applies: ({ name }) => name !== 'demo',
    code: 0,
  },
  { name: 'an unknown option', args: ({ args }, { file }) => [...args, file, '--no-such-option'], code: 2 },
  {
    name: 'too many files',
    args: ({ args }, { file }) => [...args, file, file, file],
    applies: ({ file }) => file !== 'reads',
    code: 2,
  },
  {
    name: 'a missing parameter',
    args: ({ args, name }) => (name === 'logs' ? [] : args),
    applies: ({ file }) => file !== 'none',
    code: 2,
  },
  { name: 'a file that is not there', applies: readsFile, prepare: ({ file }) => rmSync(file), code: 1 },
  {
    name: 'a folder instead of a file',
    applies: ({ file }) => file !== 'none',
    prepare: ({ file }) => {
      rmSync(file);
      mkdirSync(file);
    },
    code: 1,
  },
  {
    name: 'a file that may not be read',
    applies: readsFile,
    prepare: ({ file }) => chmodSync(file, 0),
    before: asNobody,
    code: 1,
  },
  { name: 'wrong columns', applies: readsFile, prepare: ({ file }) => writeFileSync(file, table(1200)), code: 1 },
  {
    name: 'wrong columns in a large file',
    applies: readsFile,
    prepare: ({ file }) => writeFileSync(file, table(600_000)),
    code: 1,
  },
  {
    name: 'bytes that are no text',
    applies: readsFile,
    prepare: ({ file }) => writeFileSync(file, Buffer.from([0, 255, 1, 254, 31, 139, 0, 0])),
    code: 1,
  },
  {
    name: 'a damaged gzip',
    applies: readsFile,
    prepare: ({ file }) => writeFileSync(file, Buffer.from([31, 139, 8, 0, 1, 2, 3, 4, 5, 6, 7, 8])),
    code: 1,
  },
  {
    name: 'a state that is no database',
    applies: hasData,
    prepare: ({ dataDir }) => writeFileSync(join(dataDir, 'state.db'), 'none'.repeat(3000)),
  },
  {
    name: 'a state with a bad page',
    applies: hasData,
    prepare: ({ dataDir }) => {
      const file = join(dataDir, 'state.db');
      const page = query(file, "select rootpage from sqlite_master where name = 'catalogue_pointer'")[0]?.rootpage;
      overwrite(file, (Number(page) - 1) * 4096);
    },
    says: /^\S*state\.db is damaged\. Restore a backup: npm run restore -- FILE\.$/m,
  },
  {
    name: 'ids that are no database',
    applies: hasData,
    prepare: ({ dataDir }) => writeFileSync(join(dataDir, 'ids.db'), 'none'.repeat(3000)),
    says: /^\S*ids\.db is damaged\. Restore a backup: npm run restore -- FILE\.$/m,
  },
  {
    name: 'a catalogue that is no database',
    applies: hasData,
    prepare: ({ dataDir }) => writeFileSync(join(dataDir, 'catalogue-g1.db'), 'none'.repeat(3000)),
  },
  {
    name: 'a catalogue that is gone',
    applies: hasData,
    prepare: ({ dataDir }) => rmSync(join(dataDir, 'catalogue-g1.db')),
  },
  { name: 'no data folder', applies: hasData, prepare: ({ dataDir }) => rmSync(dataDir, { recursive: true }) },
  {
    name: 'a file instead of a data folder',
    applies: hasData,
    prepare: ({ dataDir }) => {
      rmSync(dataDir, { recursive: true });
      writeFileSync(dataDir, '');
    },
    code: 1,
  },
  {
    name: 'a data folder that may not be written',
    applies: hasData,
    prepare: ({ dataDir }) => chmodSync(dataDir, 0o555),
    before: asNobody,
  },
  {
    name: 'a data folder that may not be seen',
    applies: hasData,
    prepare: ({ dataDir }) => chmodSync(dataDir, 0),
    before: asNobody,
  },
  ...[0, 4, 25, 60].map((n) => ({ name: `an exception at statement ${n}`, applies: hasData, before: throwsAt(n) })),
  { name: 'an exception when it speaks', before: "console.log = () => { throw new TypeError('thrown inside'); };" },
  {
    name: 'an exception in a callback',
    applies: ({ name }) => name.startsWith('import ') && name !== 'import due',
    before: "setImmediate(() => { throw new TypeError('thrown inside'); });",
    code: 1,
  },
  {
    name: 'a file without an end',
    applies: ({ name }) => name.startsWith('import ') || name === 'logs',
    before: `import fs from 'node:fs'; import { Readable } from 'node:stream'; import { syncBuiltinESMExports } from 'node:module';
      fs.createReadStream = () => new Readable({ read() {} }); syncBuiltinESMExports();`,
  },
];

let rooms = 0;
async function meet(command: Command, error: CommandError) {
  const place = join(root, String(++rooms));
  const service = { dataDir: join(place, 'data'), file: join(place, 'file') };
  cpSync(sound, service.dataDir, { recursive: true });
  chmodSync(service.dataDir, 0o777);
  for (const name of readdirSync(service.dataDir)) chmodSync(join(service.dataDir, name), 0o666);
  if (command.file !== 'writes') writeFileSync(service.file, 'key;number;price\nA;1;2,00\n');
  if (command.file === 'writes' && error.name.startsWith('a folder')) writeFileSync(service.file, '');
  chmodSync(place, 0o777);
  error.prepare?.(service);
  const args = error.args?.(command, service) ?? [...command.args, ...(command.file === 'none' ? [] : [service.file])];
  const before = error.before ? ['--import', `data:text/javascript,${encodeURIComponent(error.before)}`] : [];
  const child = spawn(process.execPath, [...before, command.program, ...args], {
    env: { PATH: process.env.PATH, DATA_DIR: service.dataDir, PORT: '0', MARKETPLACE_PORT: '0', HOST: '127.0.0.1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  let errorOutput = '';
  const stopOnceItRuns = (): void => {
    if (command.isServer && /"event":"(?:marketplace_listening|started)"/.test(output + errorOutput))
      child.kill('SIGTERM');
  };
  child.stdout.on('data', (text) => {
    output += text;
    stopOnceItRuns();
  });
  child.stderr.on('data', (text) => {
    errorOutput += text;
    stopOnceItRuns();
  });
  const [code] = await once(child, 'close');
  for (const each of [place, service.dataDir]) if (existsSync(each)) chmodSync(each, 0o777);
  const remains =
    existsSync(service.dataDir) && !error.name.startsWith('a file instead') ? readdirSync(service.dataDir) : [];
  const reports = remains.includes('imports') ? readdirSync(join(service.dataDir, 'imports')) : [];
  const summaries = reports.filter((name) => name.endsWith('.summary.json'));
  const summary = summaries[0] && JSON.parse(readFileSync(join(service.dataDir, 'imports', summaries[0]), 'utf8'));
  rmSync(place, { recursive: true, force: true });
  return { code, output, errorOutput, remains, summary };
}

const matrix = commands.flatMap((command) =>
  errors.filter(({ applies }) => applies?.(command) ?? true).map((error) => ({ command, error })),
);
/** A seeded sample; the long suite runs all of them. */
function chosen() {
  if (isLong) return matrix;
  const sample = fc.sample(fc.shuffledSubarray(matrix, { minLength: 24, maxLength: 24 }), { numRuns: 1, seed: 7 });
  const damaged = matrix.filter(({ command, error }) => /^a state|^ids/.test(error.name) && command.name === 'server');
  return [...new Set([...damaged, ...(sample[0] ?? [])])];
}

test('every command ends with 0, 1 or 2 and a sentence, whatever it meets', async () => {
  const open = [...chosen()];
  const wrong: unknown[] = [];
  const work = async (): Promise<void> => {
    for (let next = open.pop(); next; next = open.pop()) {
      const { command, error } = next;
      const { code, output, errorOutput, remains, summary } = await meet(command, error);
      const sentences = errorOutput.split('\n').filter((line) => line !== '' && !line.startsWith('{'));
      const problems = [
        ![0, 1, 2].includes(code) && 'another end',
        error.code !== undefined &&
          code !== error.code &&
          !(command.name === 'logs' && code === 1) &&
          `not ${error.code}`,
        code !== 0 && !sentences.some((line) => /\w{2,}.*[.?]$/.test(line)) && 'no sentence',
        /\n {4}at |^node:|Warning: /m.test(output + errorOutput) && 'a stack',
        command.isServer && error.says && !(code === 1 && error.says.test(errorOutput)) && 'another sentence',
        remains.some((name) => name.endsWith('.tmp') || name.endsWith('.part')) && 'remains',
        code === 1 && summary && !['refused', 'failed'].includes(summary.outcome) && 'no report',
        code === 0 && summary && summary.refusal !== null && 'a success instead of a refusal',
      ].filter(Boolean);
      if (problems.length > 0)
        wrong.push({
          command: command.name,
          error: error.name,
          code,
          problems,
          output: output.slice(-300),
          errorOutput: errorOutput.slice(0, 600),
        });
    }
  };
  await Promise.all([work(), work()]);
  expect(wrong).toEqual([]);
});
