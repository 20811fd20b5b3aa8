import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as esbuild from 'esbuild';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { leanPackages } from './lean-packages.ts';
import { root } from './lib-run.ts';

const folder = mkdtempSync(join(tmpdir(), 'partavo-lean-'));
const outfile = join(folder, 'lean.cjs');
type Lean = Pick<typeof import('undici'), 'Agent' | 'Pool'> &
  Pick<typeof import('zod'), 'z'> &
  Pick<typeof import('react'), 'createElement'> &
  Pick<typeof import('react-dom/server'), 'renderToStaticMarkup'>;
let lean: Lean;
let text = '';

beforeAll(async () => {
  await esbuild.build({
    stdin: {
      contents: `export { Agent, Pool } from 'undici';
        export { z } from 'zod';
        export { createElement } from 'react';
        export { renderToStaticMarkup } from 'react-dom/server';`,
      resolveDir: root,
    },
    outfile,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: [leanPackages],
  });
  text = readFileSync(outfile, 'utf8');
  lean = createRequire(import.meta.url)(outfile);
});
afterAll(() => rmSync(folder, { recursive: true }));

test('pools and agents work without the parts for browsers', async () => {
  const server = createServer((request, response) => response.end(`answer to ${request.url}`)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const pool = new lean.Pool(origin);
  const agent = new lean.Agent();
  const answers = [
    await pool.request({ path: '/a', method: 'GET' }),
    await agent.request({ origin, path: '/b', method: 'GET' }),
  ];
  expect(await Promise.all(answers.map(({ body }) => body.text()))).toEqual(['answer to /a', 'answer to /b']);
  await Promise.all([pool.close(), agent.close()]);
  server.close();
  expect(text).not.toMatch(/^\/\/ node_modules\/undici\/lib\/(web\/websocket|web\/cookies|dispatcher\/client-h2)/m);
});

test('zod has English messages, and React renders pages in one piece', () => {
  expect(lean.z.string().safeParse(1).error?.issues[0]?.message).toBe(
    'Invalid input: expected string, received number',
  );
  expect(lean.renderToStaticMarkup(lean.createElement('b', null, '<'))).toBe('<b>&lt;</b>');
  expect(text).not.toMatch(/^\/\/ node_modules\/(zod\/v4\/locales\/fi|react-dom\/cjs\/react-dom-server\.node)/m);
});
