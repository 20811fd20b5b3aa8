/**
 * `npm run dev`: serves the shop, and reloads open pages after each change of a source. Web tier and marketplace are
 * two processes, and only a changed program starts again. The next web tier loads its packages in advance. Pages and
 * programs are those of a build, but not minified.
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

/** An editor may write several files within this time. */
const togetherMs = 15;
/** The next web tier loads its packages after the open page has reloaded. */
const afterPageMs = 1500;

const otherMarketplace = process.env.MARKETPLACE_URL;
const build = await openBuild();
const data = await needCatalogue(build.demo);
const shared = { ...data, MARKETPLACE_TRUST: process.env.MARKETPLACE_TRUST || randomBytes(16).toString('hex') };

const children = new Set<ChildProcess>();
/** Starts a process that loads the packages of a program and waits. */
function prepare(of: keyof Restart): ChildProcess {
  const child = fork(at('scripts/dev-program.ts'), [], {
    execArgv: [...serverFlags, '--enable-source-maps'],
    env: { ...process.env, NODE_ENV: 'production', HOST: '127.0.0.1', PORT: '0', METRICS_PORT: '' },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  children.add(child);
  child.once('exit', () => children.delete(child));
  order(child, { packages: build.packages(of) });
  return child;
}
const order = (child: ChildProcess, message: Order): boolean => child.send(message);

/** Starts a prepared program and prints its log. @returns the match of its first line with `says`; null if it ends */
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
  order(child, { start: file, env });
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
const MARKETPLACE_URL = otherMarketplace ?? `http://127.0.0.1:${marketplacePort}`;
/** The next marketplace has the same address. The present one ends first, because both would write the same files. */
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
const { promise: firstOrigin, resolve: setFirstOrigin } = Promise.withResolvers<string>();
let origin = firstOrigin;
/** Replaces the web tier, unless the new one ends at once. @returns whether it was replaced */
async function startWeb(): Promise<boolean> {
  const next = spare ?? prepare('web');
  spare = null;
  const env = { ...shared, MARKETPLACE_URL };
  const found = await start(next, build.web, env, /"address":"(http:\/\/127\.0\.0\.1:\d+)".*"event":"started"/);
  if (found === null) return false;
  // The former one still answers the requests that it has.
  web?.kill('SIGTERM');
  web = next;
  origin = Promise.resolve(found);
  setFirstOrigin(found);
  setTimeout(() => {
    spare ??= prepare('web');
  }, afterPageMs).unref();
  return true;
}

const front = await openFront(process.env.HOST || '127.0.0.1', Number(process.env.PORT || 3000), () => origin).catch(
  (error: Error) => fail(`The port is not available (${error.message}): choose another one with PORT.`),
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
/** Builds and restarts until there are no further changes. */
async function work(): Promise<void> {
  isWorking = true;
  while (changed.size > 0) {
    const began = performance.now();
    const paths = new Set(changed);
    changed.clear();
    const restart = await build.update(paths);
    if (!restart || (!restart.web && !restart.marketplace)) continue;
    const [isThere] = await Promise.all([startWeb(), restart.marketplace && !otherMarketplace && startMarketplace()]);
    if (isThere) front.reload();
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
  }, togetherMs);
});

const [isThere] = await Promise.all([startWeb(), !otherMarketplace && startMarketplace(), once(watcher, 'ready')]);
if (!isThere) console.log('Waiting for a change …');
console.log(`Partavo: ${front.address}`);
await work();
