/**
 * `npm run dev`: serves, and shows each change of a source in the open page. Web tier and marketplace run beside each
 * other, and only the one whose program has changed starts again: the next web tier has read its packages before it is
 * needed. Pages and programs are those of a build, but not made small.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { watch } from 'chokidar';
import { openBuild, type Restart } from './dev-build.ts';
import { openFront } from './dev-front.ts';
import type { Order } from './dev-program.ts';
import { at, fail, needCatalogue, root, serverFlags } from './lib-run.ts';

/** Milliseconds: an editor writes several files at once; the page comes before the next web tier is made ready. */
const [together, afterPage] = [15, 1500];

const outside = process.env.MARKETPLACE_URL;
const build = await openBuild();
const data = await needCatalogue(build.demo);
const shared = { ...data, MARKETPLACE_TRUST: process.env.MARKETPLACE_TRUST || randomBytes(16).toString('hex') };

const children = new Set<ChildProcess>();
/** A process that reads the packages of a program and waits. */
function prepare(of: keyof Restart): ChildProcess {
  const child = fork(at('scripts/dev-program.ts'), [], {
    execArgv: [...serverFlags, '--enable-source-maps'],
    env: { ...process.env, NODE_ENV: 'production', HOST: '127.0.0.1', PORT: '0', METRICS_PORT: '' },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  children.add(child);
  child.once('exit', () => children.delete(child));
  tell(child, { packages: build.packages(of) });
  return child;
}
const tell = (child: ChildProcess, order: Order): boolean => child.send(order);

/**
 * Starts a prepared program; resolves with what it says where it listens, or null when it ends before. Its log goes on.
 */
async function start(
  child: ChildProcess,
  file: string,
  env: Record<string, string>,
  says: RegExp,
): Promise<string | null> {
  const { stdout, stderr } = child;
  if (!stdout || !stderr) throw new Error('a program without its log');
  const listens = new Promise<string>((resolve) => {
    for (const [from, to] of [[stdout, process.stdout] as const, [stderr, process.stderr] as const])
      createInterface({ input: from }).on('line', (line) => {
        const found = says.exec(line)?.[1];
        if (found && children.has(child)) resolve(found);
        else to.write(`${line}\n`);
      });
  });
  const ended = once(child, 'exit').then(() => null);
  tell(child, { start: file, env });
  return Promise.race([listens, ended]);
}

async function end(child: ChildProcess | null): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  return typeof address === 'object' && address ? address.port : 0;
}

let marketplace: ChildProcess | null = null;
const marketplacePort = await freePort();
const MARKETPLACE_URL = outside ?? `http://127.0.0.1:${marketplacePort}`;
/** At the same address as the one before, which ends first: both would work on the same files. */
async function startMarketplace(): Promise<void> {
  const next = prepare('marketplace');
  await end(marketplace);
  marketplace = next;
  await start(
    next,
    build.marketplace,
    { ...shared, MARKETPLACE_PORT: `${marketplacePort}` },
    /("marketplace_listening")/,
  );
}

let web: ChildProcess | null = null;
let spare: ChildProcess | null = null;
let toldOrigin: (origin: string) => void;
let origin = new Promise<string>((resolve) => {
  toldOrigin = resolve;
});
/** Answers whether a new web tier is there; where its program ends at once, the one before goes on. */
async function startWeb(): Promise<boolean> {
  const next = spare ?? prepare('web');
  spare = null;
  const env = { ...shared, MARKETPLACE_URL };
  const found = await start(next, build.web, env, /"address":"(http:\/\/127\.0\.0\.1:\d+)".*"event":"started"/);
  if (found === null) return false;
  web?.kill('SIGKILL');
  web = next;
  origin = Promise.resolve(found);
  toldOrigin(found);
  setTimeout(() => {
    spare ??= prepare('web');
  }, afterPage).unref();
  return true;
}

const front = await openFront(process.env.HOST || '127.0.0.1', Number(process.env.PORT || 3000), () => origin).catch(
  (error: Error) => fail(`The address cannot be listened on (${error.message}): choose another one with PORT.`),
);

async function stop(): Promise<void> {
  front.close();
  for (const child of children) child.kill('SIGKILL');
  await build.close();
  process.exit(0);
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop());

const changed = new Set<string>();
let isWorking = true;
/** Works on what has changed until nothing more has. */
async function work(): Promise<void> {
  isWorking = true;
  while (changed.size > 0) {
    const began = performance.now();
    const paths = new Set(changed);
    changed.clear();
    const restart = await build.update(paths);
    if (!restart || (!restart.web && !restart.marketplace)) continue;
    const [isThere] = await Promise.all([startWeb(), restart.marketplace && !outside && startMarketplace()]);
    if (isThere) front.tell();
    console.log(`${[...paths].join(', ')}: ${Math.round(performance.now() - began)} ms`);
  }
  isWorking = false;
}
let timer: NodeJS.Timeout | undefined;
const ignored = /\.(test|fixture)\.tsx?$/;
const watcher = watch(['server', 'client', 'views', 'locales'], { cwd: root, ignored, ignoreInitial: true });
watcher.on('all', (_, path) => {
  changed.add(path);
  clearTimeout(timer);
  timer = setTimeout(() => {
    if (!isWorking) void work();
  }, together);
});

const [isThere] = await Promise.all([startWeb(), !outside && startMarketplace(), once(watcher, 'ready')]);
if (!isThere) console.log('Waiting for a change …');
console.log(`Partavo: ${front.address}`);
await work();
