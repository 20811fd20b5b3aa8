import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
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
  // Node then names the packages that it loads.
  const env = { NODE_COMPILE_CACHE: join(build.folder, 'packages'), NODE_DEBUG_NATIVE: 'COMPILE_CACHE' };
  const start = () => startShop(env, undefined, { program: build.program });
  const folder = join(build.folder, 'dist/compiled');
  const programs = ['marketplace-catalogue', 'marketplace-state', 'shop'];
  /** Programs whose code has been stored, with the moment in ms. */
  const stored = () =>
    Object.fromEntries(readdirSync(folder).map((name) => [name, statSync(join(folder, name)).mtimeMs]));
  const first = await start();
  expect((await fetch(first.origin)).status).toBe(200);
  await first.stop();
  const before = stored();
  expect(Object.keys(before).sort()).toEqual(programs.map((name) => `${name}.cjs.v8`));
  // A program with another checksum, as after an update.
  const changed = join(folder, 'shop.cjs.v8');
  writeFileSync(changed, Buffer.concat([Buffer.alloc(4), readFileSync(changed).subarray(4)]));
  utimesSync(changed, 0, 0);
  const second = await start();
  const packages = () =>
    [...second.errors().matchAll(/ for \w+ \S*\/node_modules\/([\w-]+)\//g)].map(([, name]) => name);
  expect((await fetch(second.origin)).status).toBe(200);
  // Packages load only for a login or a photograph.
  expect(packages()).toEqual([]);
  expect((await fetch(`${second.origin}/Einloggen`, { redirect: 'manual' })).status).toBe(302);
  await second.stop();
  expect(packages()).toEqual(expect.arrayContaining(['openid-client', 'oidc-provider']));
  // A start stores code only if it could not use what it found.
  const after = stored();
  expect(after['shop.cjs.v8']).toBeGreaterThan(0);
  expect({ ...after, 'shop.cjs.v8': 0 }).toEqual({ ...before, 'shop.cjs.v8': 0 });
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
