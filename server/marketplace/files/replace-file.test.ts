import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bundle } from '../../../scripts/build-server.ts';

/** Node's own trace of file calls shows what a program writes. */
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'flushes-'));
  const entries = { sent: 'merchants/sent-files', held: 'import/held-feeds' };
  const files = Object.entries(entries).map(([name, file]) => [name, `server/marketplace/${file}.ts`]);
  await bundle(Object.fromEntries(files), 'esm', folder);
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs a program and lists its write calls in order. */
function callsOf(program: string, kind: 'async' | 'sync'): string[] {
  const trace = join(folder, `${kind}.log`);
  const words = ['--trace-event-categories', `node.fs.${kind}`, '--trace-event-file-pattern', trace];
  const { stderr } = spawnSync(process.execPath, [...words, '--input-type=module', '-e', program], {
    encoding: 'utf8',
    cwd: folder,
  });
  expect(stderr).toBe('');
  const { traceEvents } = JSON.parse(readFileSync(trace, 'utf8')) as { traceEvents: { name: string; ph: string }[] };
  return traceEvents
    .filter(({ ph }) => ph === 'B' || ph === 'b')
    .map(({ name }) => name.replace(/^fs\.sync\.|^fs_dir.*/, ''))
    .filter((name) => /^(write|fsync|rename|copyfile|copyFile)/.test(name));
}
const urlOf = (name: string): string => JSON.stringify(pathToFileURL(join(folder, `${name}.js`)).href);

test('an upload of a merchant is on disk with its name before the answer', () => {
  const program = `const { keepSent } = await import(${urlOf('sent')});
    await keepSent(${JSON.stringify(folder)}, 'one', Buffer.from('offers'));`;
  // Content before name, then the folder.
  expect(callsOf(program, 'async')).toEqual(['write', 'fsync', 'rename', 'fsync']);
  expect(readdirSync(join(folder, 'feeds'))).toEqual(['merchant-one.upload']);
});

test('files of a held feed are on disk before the note that names them, and then their folders', () => {
  writeFileSync(join(folder, 'feed.csv'), 'offers');
  const feed = {
    reason: 'r',
    files: [join(folder, 'feed.csv')],
    shop: null,
    mode: 'full',
    mapping: {},
    encoding: null,
  };
  const program = `const { holdFeed } = await import(${urlOf('held')});
    holdFeed(${JSON.stringify(folder)}, ${JSON.stringify(feed)}, new Date(0));`;
  const calls = callsOf(program, 'sync').map((name) => name.toLowerCase());
  expect(calls).toEqual(['copyfile', 'fsync', 'write', 'fsync', 'rename', 'fsync', 'fsync', 'fsync']);
});
