import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { bundle } from '../scripts/build-server.ts';
import { copyBuild } from './support/build.js';
import { root } from './support/catalogue.js';
import { startShop } from './support/shop.js';

test('a start uses the compiled code that the start before stored, and reads no package', async () => {
  // Uses its own build, because other test files start the common one meanwhile.
  const build = copyBuild();
  const start = () => startShop({ NODE_DEBUG_NATIVE: 'COMPILE_CACHE' }, undefined, { program: build.program });
  const accepted = (errors: string) =>
    [...errors.matchAll(/cache for CommonJS \S*\/dist\/([\w-]+)\.cjs was accepted/g)].map(([, name]) => name).sort();
  const first = await start();
  expect((await fetch(first.origin)).status).toBe(200);
  await first.stop();
  expect(accepted(first.errors())).toEqual([]);
  const second = await start();
  const packages = () =>
    [...second.errors().matchAll(/ for \w+ \S*\/node_modules\/([\w-]+)\//g)].map(([, name]) => name);
  expect((await fetch(second.origin)).status).toBe(200);
  // Packages load only for a login or a photograph.
  expect(packages()).toEqual([]);
  expect((await fetch(`${second.origin}/Einloggen`, { redirect: 'manual' })).status).toBe(302);
  await second.stop();
  expect(accepted(second.errors())).toEqual(['marketplace-catalogue', 'marketplace-state', 'shop']);
  expect(packages()).toEqual(expect.arrayContaining(['openid-client', 'oidc-provider']));
  build.forget();
});

test('Node prints nothing of its own at a start', async () => {
  const shop = await startShop();
  await shop.stop();
  const lines = shop.errors().split('\n').filter(Boolean);
  expect(lines.filter((line) => !line.startsWith('{'))).toEqual([]);
});

test('stacks name places in the build, and `npm run logs` those in the sources', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'partavo-program-'));
  const source = join(folder, 'failing.ts');
  writeFileSync(
    source,
    'interface Why { reason: string }\n\nexport function fail(why: Why): never {\n  throw new Error(why.reason);\n}\n',
  );
  await bundle({ failing: source }, 'cjs', folder);
  const script = `
    const program = require(${JSON.stringify(join(folder, 'failing.cjs'))});
    try { program.fail({ reason: 'no $& reason' }); } catch (error) { console.log(error.stack); }`;
  const stack = spawnSync(process.execPath, ['-e', script], { encoding: 'utf8' }).stdout.trim();
  expect(stack.split('\n')[1]).toContain('failing.cjs:');
  const line = { event: 'request_failed', reqId: '7F3K-20QX', error: { name: 'Error', message: 'm', stack } };
  const logs = [join(root, 'scripts/logs.mjs'), '7F3K-20QX'];
  const read = () => spawnSync(process.execPath, logs, { input: JSON.stringify(line), encoding: 'utf8' }).stdout;
  expect(read()).toContain('Error: no $& reason\n');
  expect(read()).toMatch(/at Object\.fail \(\S*failing\.ts:4:\d+\)$/m);
  rmSync(join(folder, 'failing.cjs.map'));
  expect(read()).toContain('failing.cjs:');
  rmSync(folder, { recursive: true });
});
