/** `npm run dev`: serves, and builds and restarts whenever a source changes. */
import { spawn } from 'node:child_process';
import { watch } from 'node:fs';
import { at, install, root } from './lib-run.mjs';

await install();
let server = null;
let timer = null;

async function restart() {
  server?.removeAllListeners('exit');
  server?.kill('SIGTERM');
  server = spawn(process.execPath, [at('scripts/start.mjs')], { cwd: root, stdio: 'inherit' });
  server.on('exit', () => console.log('Waiting for a change …'));
}
await restart();
for (const room of ['server', 'client', 'views', 'locales']) {
  watch(at(room), { recursive: true }, () => {
    clearTimeout(timer);
    timer = setTimeout(restart, 150);
  });
}
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => {
    server?.kill(signal);
    process.exit(0);
  });
}
