import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshDataDir, root } from './support/catalogue.js';
import { until } from './support/until.js';

/** Runs `npm run dev` on a copy of the sources, and changes them while a page is open. */
const folder = mkdtempSync(join(tmpdir(), 'partavo-dev-'));
const dataDir = freshDataDir();
let dev: ChildProcess;
/** Errors of the page. */
let output = '';
let address = '';
let changes: AsyncIterator<string>;
const gone = new AbortController();
beforeAll(async () => {
  for (const name of ['server', 'client', 'views', 'locales', 'static', 'scripts', 'package.json', 'package-lock.json'])
    cpSync(join(root, name), join(folder, name), { recursive: true, preserveTimestamps: true });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  dev = spawn(process.execPath, [join(folder, 'scripts/dev.ts')], {
    // A page of a busy machine waits for its sections, because nothing announces it again.
    env: { PATH: process.env.PATH, DATA_DIR: dataDir, PORT: '0', IMPORT_PRIORITY: 'normal', MARKETPLACE_SECONDS: '20' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  dev.stderr?.on('data', (text: Buffer) => {
    output += text;
  });
  if (!dev.stdout) throw new Error('a command without its output');
  for await (const line of createInterface({ input: dev.stdout })) {
    address = line.match(/^Partavo: (\S+)$/)?.[1] ?? '';
    if (address) break;
  }
  dev.stdout.resume();
  changes = await listen();
});
afterAll(() => {
  gone.abort();
  dev?.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
  rmSync(dataDir, { recursive: true, force: true });
});

/** Opens the stream of changes, like an open page. */
async function listen(): Promise<AsyncIterator<string>> {
  const { body } = await fetch(`${address}/dev/changes`, { signal: gone.signal });
  if (!body) throw new Error('no changes are announced');
  return body.pipeThrough(new TextDecoderStream())[Symbol.asyncIterator]();
}
const page = async (): Promise<string> => (await fetch(address)).text();
/** Waits for a notice of a change and for the page to show it. */
async function untilShown(isShown: (html: string) => boolean): Promise<void> {
  for (;;) {
    const { value = '', done } = await changes.next();
    if (done) throw new Error('nothing more is announced');
    if (value.includes('data: changed') && isShown(await page())) return;
  }
}

const pathOf = (file: string): string => join(folder, file);
const read = (file: string): string => readFileSync(pathOf(file), 'utf8');
/** Ways in which editors and tools save a file. */
const saves = {
  'in its place': writeFileSync,
  'by renaming another one': (path: string, text: string) => {
    writeFileSync(`${path}.new`, text);
    renameSync(`${path}.new`, path);
  },
  'by removing the old one first': (path: string, text: string) => {
    unlinkSync(path);
    writeFileSync(path, text);
  },
};
type Save = keyof typeof saves;

/** Each kind of source: its file, the change, and the expected page. */
const kinds: readonly [kind: string, save: Save, file: string, from: string, to: string, shown: RegExp][] = [
  [
    'text',
    'by renaming another one',
    'locales/de/home.json',
    'Für welches Fahrzeug',
    'Neu: Für welches Fahrzeug',
    /<h1>Neu: /,
  ],
  ['style', 'in its place', 'views/pages/home.css', '', 'h1 { letter-spacing: 3px }\n', /h1\s*{\s*letter-spacing: 3px/],
  [
    'marketplace',
    'by removing the old one first',
    'server/marketplace/generation/category-index.ts',
    'title: text.title, seoAlias',
    "title: 'Probe: ' + text.title, seoAlias",
    /Probe: /,
  ],
];
test.each(kinds)(
  'the open page hears of a change of a %s, saved %s, and shows it',
  async (_, save, file, from, to, shown) => {
    const source = read(file);
    expect(source).toContain(from);
    saves[save](pathOf(file), from ? source.replace(from, to) : source + to);
    await untilShown((html) => shown.test(html));
  },
);

test('every save of a view is shown, in whichever way it is saved', async () => {
  const file = 'views/pages/home.view.tsx';
  const source = read(file);
  const ways: Save[] = [
    'by renaming another one',
    'by renaming another one',
    'by renaming another one',
    'in its place',
    'by removing the old one first',
    'in its place',
  ];
  for (const [turn, save] of ways.entries()) {
    saves[save](pathOf(file), source.replace("<h1>{t('home:title')}", `<h1>Fassung ${turn}. {t('home:title')}`));
    await untilShown((html) => html.includes(`<h1>Fassung ${turn}. `));
  }
});

test('a broken source keeps the former page; once repaired, it is shown', async () => {
  const file = 'views/pages/home.view.tsx';
  const source = read(file);
  const before = await page();
  saves['by renaming another one'](pathOf(file), source.replace('Fassung ', '{Fassung '));
  await until('the fault is reported', () => /home\.view\.tsx:\d+:\d+/.test(output));
  const buildOf = (html: string): string | undefined => /data-build="\w+"/.exec(html)?.[0];
  expect(buildOf(await page())).toBe(buildOf(before));
  expect(await page()).toContain('<h1>Fassung ');
  saves['by renaming another one'](pathOf(file), source.replace('Fassung ', 'Wieder gut: '));
  await untilShown((html) => html.includes('<h1>Wieder gut: '));
});

test('the page reloads on a notice, by a script that its own policy allows', async () => {
  const response = await fetch(address);
  expect(await response.text()).toMatch(/<script src="\/dev\/reload\.js"><\/script>$/);
  expect(response.headers.get('content-security-policy')).toMatch(/script-src[^;]* 'self'/);
  const script = await (await fetch(`${address}/dev/reload.js`)).text();
  const opened: { address: string; onmessage?: () => void }[] = [];
  function EventSource(this: object, source: string): void {
    opened.push(Object.assign(this, { address: source }));
  }
  let reloads = 0;
  new Function('EventSource', 'location', script)(EventSource, { reload: () => reloads++ });
  expect([opened[0]?.address, reloads]).toEqual(['/dev/changes', 0]);
  opened[0]?.onmessage?.();
  expect(reloads).toBe(1);
});

/** Processes with the copy's folder in their command line. */
const processes = (): string[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(folder);
      } catch {
        return false;
      }
    });

test('it ends on a signal and leaves no process behind', async () => {
  expect(processes().length).toBeGreaterThan(2);
  dev.kill('SIGTERM');
  expect(await once(dev, 'exit')).toEqual([0, null]);
  await until('every process has ended', () => processes().length === 0);
});
