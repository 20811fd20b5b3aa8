import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { bundle } from '../scripts/build-server.ts';
import { runProgram } from '../server/marketplace/workers/run-program.js';
import { copyBuild } from './support/build.js';
import { root } from './support/catalogue.js';
import { startShop } from './support/shop.js';

/** V8's compiled code of shop and marketplace threads survives from one start to the next. */
test('the first page of a build keeps what V8 has made of all three programs, and the next start takes it and reads no package', async () => {
  // A build of its own: other suites start the shop meanwhile.
  const build = copyBuild();
  const folder = join(build.folder, 'dist/compiled');
  const kept = () =>
    Object.fromEntries(
      readdirSync(folder)
        .filter((name) => name.endsWith('.v8'))
        .map((name) => [name, readFileSync(join(folder, name), 'latin1')]),
    );
  const first = await startShop({}, undefined, { program: build.program });
  expect((await fetch(first.origin)).status).toBe(200);
  await first.stop();
  const made = kept();
  expect(Object.keys(made).sort()).toEqual(['marketplace-catalogue.cjs.v8', 'marketplace-state.cjs.v8', 'shop.cjs.v8']);
  // The second start also tells which packages it reads.
  const second = await startShop({ NODE_DEBUG_NATIVE: 'COMPILE_CACHE' }, undefined, { program: build.program });
  const packages = () =>
    [...second.errors().matchAll(/ for \w+ \S*\/node_modules\/([\w-]+)\//g)].map(([, name]) => name);
  expect((await fetch(second.origin)).status).toBe(200);
  // Those that only a login or a photograph needs wait for one.
  expect(packages()).toEqual([]);
  expect((await fetch(`${second.origin}/Einloggen`, { redirect: 'manual' })).status).toBe(302);
  await second.stop();
  expect(packages()).toEqual(expect.arrayContaining(['openid-client', 'oidc-provider']));
  // One that was not taken would have been rebuilt.
  expect(kept()).toEqual(made);
  // Node itself has nothing to say: anyone who tails the log meets lines of the shop alone.
  const lines = first.errors().split('\n').filter(Boolean);
  expect(lines.filter((line) => !line.startsWith('{'))).toEqual([]);
  build.forget();
});

test('a cached program that is not of this build, or damaged, or cannot be written, is compiled again and does not matter', () => {
  const folder = mkdtempSync(join(tmpdir(), 'partavo-program-'));
  const file = join(folder, 'sum.cjs');
  const kept = join(folder, 'compiled/sum.cjs.v8');
  const run = (number: number) => {
    writeFileSync(file, `(function(module){module.exports.sum=(a)=>a+${number}})`);
    const program = runProgram<{ sum(a: number): number }>(pathToFileURL(file));
    const { sum } = program.exports;
    const response = sum(1);
    program.keep();
    return response;
  };
  expect(run(1)).toBe(2);
  const first = readFileSync(kept);
  expect(run(1)).toBe(2);
  expect(readFileSync(kept)).toEqual(first);
  expect(run(2)).toBe(3);
  const second = readFileSync(kept);
  expect(second).not.toEqual(first);
  for (const damaged of [second.subarray(0, 5), second.subarray(0, 200), Buffer.from(second).fill(7, 100, 140)]) {
    writeFileSync(kept, damaged);
    expect(run(2)).toBe(3);
    expect(readFileSync(kept).length).toBe(second.length);
  }
  rmSync(join(folder, 'compiled'), { recursive: true });
  writeFileSync(join(folder, 'compiled'), '');
  expect(run(2)).toBe(3);
  rmSync(folder, { recursive: true });
});

test('what cannot be kept to its end leaves nothing behind', () => {
  const folder = mkdtempSync(join(tmpdir(), 'partavo-program-'));
  // The name it would get is taken by a folder: written is it, and cannot be put in its place.
  mkdirSync(join(folder, 'compiled/one.cjs.v8/in-the-way'), { recursive: true });
  writeFileSync(join(folder, 'one.cjs'), '(function(module){module.exports.one=()=>1})');
  const program = runProgram<{ one(): number }>(pathToFileURL(join(folder, 'one.cjs')));
  expect(program.exports.one()).toBe(1);
  program.keep();
  expect(readdirSync(join(folder, 'compiled'))).toEqual(['one.cjs.v8']);
  rmSync(folder, { recursive: true });
});

test('stacks name places in the build, and `npm run logs` those in the sources', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'partavo-program-'));
  const source = join(folder, 'failing.ts');
  writeFileSync(
    source,
    'interface Why { reason: string }\n\nexport function fail(why: Why): never {\n  throw new Error(why.reason);\n}\n',
  );
  await bundle({ failing: source }, 'cjs', folder);
  await bundle({ run: join(root, 'server/marketplace/workers/run-program.ts') }, 'esm', folder);
  const script = `
    const { runProgram } = await import(${JSON.stringify(pathToFileURL(join(folder, 'run.js')).href)});
    const program = runProgram(new URL(${JSON.stringify(pathToFileURL(join(folder, 'failing.cjs')).href)}));
    try { program.exports.fail({ reason: 'no $& reason' }); } catch (error) { console.log(error.stack); }`;
  const flags = ['--input-type=module', '-e', script];
  const stack = spawnSync(process.execPath, flags, { encoding: 'utf8' }).stdout.trim();
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
