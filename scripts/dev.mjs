/** `npm run dev`: serves, and builds and restarts whenever a source changes. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { watch } from 'node:fs';
import { at, install, root } from './lib-run.mjs';

await install();
let server = null;
let timer = null;
let restarting = null;
let isStale = false;

/** Ends the start script with whatever it started: a build that went on would overwrite the next one. */
async function end(signal) {
  const running = server;
  server = null;
  if (!running || running.exitCode !== null || running.signalCode !== null) return;
  const ended = once(running, 'exit');
  process.kill(-running.pid, signal);
  await ended;
}

async function restart() {
  do {
    isStale = false;
    await end('SIGTERM');
    const started = spawn(process.execPath, [at('scripts/start.mjs')], { cwd: root, stdio: 'inherit', detached: true });
    started.on('exit', () => server === started && console.log('Waiting for a change …'));
    server = started;
  } while (isStale);
  restarting = null;
}
function changed() {
  isStale = true;
  if (restarting === null) restarting = restart();
}
changed();
for (const room of ['server', 'client', 'views', 'locales']) {
  watch(at(room), { recursive: true }, () => {
    clearTimeout(timer);
    timer = setTimeout(changed, 150);
  });
}
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, async () => {
    await end(signal);
    process.exit(0);
  });
}
