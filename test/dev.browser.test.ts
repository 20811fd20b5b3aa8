import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser, Page } from 'puppeteer';
import { launchBrowser } from './support/browser.js';
import { freshDataDir, root } from './support/catalogue.js';
import { until } from './support/until.js';

/** `npm run dev` over a copy of the sources, which are changed one by one while a page of it is open. */
const folder = mkdtempSync(join(tmpdir(), 'partavo-dev-'));
const dataDir = freshDataDir();
let dev: ChildProcess;
/** What it has complained of. */
let said = '';
let browser: Browser;
let page: Page;
beforeAll(async () => {
  for (const name of ['server', 'client', 'views', 'locales', 'static', 'scripts', 'package.json', 'package-lock.json'])
    cpSync(join(root, name), join(folder, name), { recursive: true, preserveTimestamps: true });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  dev = spawn(process.execPath, [join(folder, 'scripts/dev.ts')], {
    env: { PATH: process.env.PATH, DATA_DIR: dataDir, PORT: '0', IMPORT_PRIORITY: 'normal' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  dev.stderr?.on('data', (text: Buffer) => {
    said += text;
  });
  let address = '';
  if (!dev.stdout) throw new Error('a command without its output');
  for await (const line of createInterface({ input: dev.stdout })) {
    address = line.match(/^Partavo: (\S+)$/)?.[1] ?? '';
    if (address) break;
  }
  dev.stdout.resume();
  browser = await launchBrowser();
  page = await browser.newPage();
  await page.goto(address, { waitUntil: 'load' });
});
afterAll(async () => {
  await browser?.close();
  dev?.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
  rmSync(dataDir, { recursive: true, force: true });
});

const heading = () => page.$eval('h1', (element) => element.textContent);
const gap = () => page.$eval('h1', (element) => getComputedStyle(element).letterSpacing);
const build = () => page.$eval('html', (element) => element.dataset.build);
const shownText = () => page.$eval('main', (element) => element.textContent);

/** Each kind of source: its file, what is changed in it, and how the open page shows it. */
const changes: readonly [kind: string, file: string, from: string, to: string, isShown: () => Promise<boolean>][] = [
  [
    'text',
    'locales/de/home.json',
    'Für welches Fahrzeug',
    'Neu: Für welches Fahrzeug',
    async () => (await heading())?.startsWith('Neu: ') ?? false,
  ],
  [
    'view',
    'views/pages/home.view.tsx',
    "<h1>{t('home:title')}",
    "<h1>Anders. {t('home:title')}",
    async () => (await heading())?.startsWith('Anders. ') ?? false,
  ],
  ['style', 'views/pages/home.css', '', 'h1 { letter-spacing: 3px }\n', async () => (await gap()) === '3px'],
  [
    'marketplace',
    'server/marketplace/catalogue/category-index.ts',
    'title: text.title, seoAlias',
    "title: 'Probe: ' + text.title, seoAlias",
    async () => (await shownText())?.includes('Probe: ') ?? false,
  ],
];

test.each(changes)('a change of a %s is shown in the open page', async (_kind, file, from, to, isShown) => {
  const path = join(folder, file);
  const source = readFileSync(path, 'utf8');
  expect(source).toContain(from);
  writeFileSync(path, from ? source.replace(from, to) : source + to);
  // A page on its way to the next one has no response.
  await until('the page shows the change', () => isShown().catch(() => false));
});

test('a source that is wrong leaves the page as it is; mended, it is shown', async () => {
  const path = join(folder, 'views/pages/home.view.tsx');
  const source = readFileSync(path, 'utf8');
  const before = await build();
  writeFileSync(path, source.replace('Anders. ', 'Anders. {'));
  await until('the fault is told', () => /home\.view\.tsx:\d+:\d+/.test(said));
  expect(await heading()).toMatch(/^Anders\. /);
  expect(await build()).toBe(before);
  writeFileSync(path, source.replace('Anders. ', 'Wieder gut. '));
  await until('the page shows the change', () =>
    heading().then(
      (text) => text?.startsWith('Wieder gut. ') ?? false,
      () => false,
    ),
  );
});

/** Processes that have the copy's folder in their command line. */
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
