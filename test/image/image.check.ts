import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { root } from '../support/catalogue.js';
import { ownShopCommands } from '../support/own-shop.js';
import { until } from '../support/until.js';
import type { Container, ContainerOptions, Engine, Volume } from './engine.js';
import { findEngine } from './find-engine.js';

/** Runs the image like an operator; called by `npm run test:image`. */
let engine: Engine;
let demonstration: Volume;
const files = mkdtempSync(join(tmpdir(), 'partavo-image-files-'));
beforeAll(() => {
  engine = findEngine('partavo-test');
  engine.build();
  demonstration = engine.volume();
}, 1_800_000);
afterAll(() => {
  engine?.close();
  rmSync(files, { recursive: true });
});

/** Starts a shop with a long timeout for its marketplace, because the machine may be busy. */
const start = (volume: Volume, options: ContainerOptions = {}): Promise<Container> =>
  engine.start(volume, { ...options, env: { MARKETPLACE_SECONDS: '20', ...options.env } });

const json = { accept: 'application/json', 'content-type': 'application/json' };

async function addToCart(origin: string): Promise<string> {
  const { spareParts } = await (await fetch(`${origin}/api/-/-/--1523`)).json();
  const offerId = spareParts[0].offerId;
  const added = await fetch(`${origin}/api/Warenkorb/Hinzufuegen/${offerId}`, {
    method: 'POST',
    headers: { ...json, origin },
    body: '{"quantity":2}',
  });
  expect(added.status).toBe(200);
  return added.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
}

const healthcheck = (shop: Container): number | null => {
  const [kind, ...command] = engine.configuration().Healthcheck.Test;
  return shop.execute(kind === 'CMD-SHELL' ? ['sh', '-c', ...command] : command).code;
};

test('the image names an unprivileged user, its volume and its health check', () => {
  expect(engine.configuration()).toMatchObject({
    User: 'node',
    WorkingDir: '/app',
    Entrypoint: ['tini', '--'],
    Volumes: { '/data': {} },
    Healthcheck: { Test: ['CMD', 'node', '-e', expect.stringContaining('/livez')] },
  });
});

test('an empty volume serves the demonstration, and nothing is written elsewhere', async () => {
  const shop = await start(demonstration, { isReadOnly: true });
  const page = await fetch(`${shop.origin}/`);
  const html = await page.text();
  expect([page.status, html.includes('</html>')]).toEqual([200, true]);
  expect(shop.userId()).toBe(1000);
  expect([healthcheck(shop), (await fetch(`${shop.origin}/readyz`)).status]).toEqual([0, 200]);
  const cookie = await addToCart(shop.origin);
  expect(await shop.stop()).toBe(0);
  expect(shop.output()).not.toMatch(/EROFS|EACCES|\n {4}at /);
  expect(healthcheck(shop)).not.toBe(0);
  expect(demonstration.list()).toEqual(expect.arrayContaining(['session-secret 1000 600', 'state.db 1000 600']));
  expect(demonstration.list().filter((line) => !/ 1000 \d+$/.test(line))).toEqual([]);

  const again = await start(demonstration);
  const cart = await (await fetch(`${again.origin}/api/Warenkorb`, { headers: { ...json, cookie } })).json();
  expect(cart.cartData.countArticles).toBe(2);
  expect(await again.stop()).toBe(0);
  expect(engine.written()).toEqual([]);
});

test('SIGTERM: the shop says that it is going, answers what it is asked, and ends', async () => {
  const shop = await start(demonstration);
  const stopped = shop.stop();
  let ready = 200;
  while (ready === 200) ready = (await fetch(`${shop.origin}/readyz`)).status;
  expect([ready, (await fetch(`${shop.origin}/`)).status]).toEqual([503, 200]);
  expect(await stopped).toBe(0);
});

test('the commands that the guide for operators names work inside', async () => {
  const shop = await start(demonstration, { isReadOnly: true });
  const id = (await fetch(`${shop.origin}/`)).headers.get('x-request-id') ?? '';
  const inside = (...command: string[]) => {
    const { code, stdout, stderr } = shop.execute(command);
    return { code, text: stdout + stderr };
  };
  expect(inside('node', 'dist/operate.js', 'report')).toMatchObject({
    code: 0,
    text: expect.stringContaining('Catalogue '),
  });
  const reported = shop.execute(['node', 'dist/operate.js', 'report', '--json']);
  expect(JSON.parse(reported.stdout)).toHaveProperty('catalogue');
  expect(inside('node', 'dist/operate.js', 'withdrawals').code).toBe(0);
  expect(inside('node', 'dist/operate.js', 'backup', '/data/copy.db').code).toBe(0);
  expect(inside('node', 'dist/operate.js', 'restore', '/data/copy.db')).toMatchObject({ code: 1 });
  expect(inside('node', 'dist/operate.js', 'upgrade').text).not.toContain('    at ');
  // The line of a request is written after its response.
  await until('the log has the request', () => shop.output().includes(id));
  writeFileSync(join(files, 'shop.log'), shop.output());
  demonstration.put(join(files, 'shop.log'), 'shop.log');
  expect(inside('node', 'logs.mjs', id, '/data/shop.log')).toMatchObject({
    code: 0,
    text: expect.stringContaining('home'),
  });
  expect(await shop.stop()).toBe(0);
  const alone = (...command: string[]) => engine.run(demonstration, command, { isReadOnly: true });
  expect(alone('node', 'dist/operate.js', 'restore', '/data/copy.db')).toMatchObject({ code: 0, stderr: '' });
  expect(alone('node', 'dist/demo.js', '--help').code).toBe(0);
});

test('console and merchant portal are open as documented, and what they start works inside', async () => {
  const word = 'an-operator-s-word-of-forty-characters-or-so';
  const shop = await start(demonstration, {
    isReadOnly: true,
    env: {
      ...{ CONSOLE_HOST: '0.0.0.0', CONSOLE_PORT: '0', CONSOLE_TOKEN: word },
      ...{ MERCHANTS_HOST: '0.0.0.0', MERCHANTS_PORT: '0' },
    },
  });
  const doorOf = (name: string): string => {
    const port = new RegExp(`"${name}":"http://[^"]*:(\\d+)"`).exec(shop.output())?.[1];
    return `http://127.0.0.1:${port}`;
  };
  /** The portals' ports are not published, so requests come from inside. */
  const inside = (script: string, ...words: string[]) => {
    const { code, stdout, stderr } = shop.execute(['node', '--input-type=module', '-e', script, ...words]);
    expect([code, stderr]).toEqual([0, '']);
    return JSON.parse(stdout);
  };
  const overview = inside(
    `const [portal, token] = process.argv.slice(1);
     const signedIn = await fetch(portal + '/sign-in', { method: 'POST', redirect: 'manual', body: new URLSearchParams({ token }) });
     const cookie = signedIn.headers.getSetCookie()[0].split(';')[0];
     const page = await fetch(portal + '/overview', { headers: { cookie } });
     console.log(JSON.stringify({ status: page.status, html: await page.text() }));`,
    doorOf('console'),
    word,
  );
  expect([overview.status, overview.html]).toEqual([200, expect.stringContaining('id="h-figures"')]);

  const { spareParts } = await (await fetch(`${shop.origin}/api/-/-/--1523`)).json();
  const { shops } = await (await fetch(`${shop.origin}/api/Angebote?sparePartId=${spareParts[0].id}`)).json();
  const made = shop.execute(['node', 'dist/operate.js', 'tokens', 'new', shops[0].name, '--scope', 'offers']);
  const [token = ''] = /pmt_\S+/.exec(made.stdout) ?? [];
  const changed = inside(
    `const [portal, token] = process.argv.slice(1);
     const headers = { authorization: 'Bearer ' + token, 'content-type': 'application/json' };
     const { offers } = await (await fetch(portal + '/api/v1/offers', { headers })).json();
     const address = portal + '/api/v1/offers/' + encodeURIComponent(offers[0].key);
     const answer = await fetch(address, { method: 'PATCH', headers, body: '{"stock":42}' });
     console.log(JSON.stringify({ status: answer.status, offer: (await answer.json()).offer }));`,
    doorOf('merchants'),
    token,
  );
  expect(changed).toMatchObject({ status: 200, offer: { stock: 42 } });
  expect(await shop.stop()).toBe(0);
  expect(shop.output()).not.toMatch(/EROFS|EACCES|\n {4}at /);
  expect(engine.written()).toEqual([]);
});

test('own data on the volume are served instead', async () => {
  const volume = engine.volume();
  const imports = ownShopCommands().container.flatMap(
    (line) => /partavo (node .*import\.js .*)$/.exec(line)?.[1] ?? [],
  );
  expect(imports).toHaveLength(1);
  for (const sample of readdirSync(join(root, 'docs/samples'))) volume.put(join(root, 'docs/samples', sample), sample);
  for (const line of imports) {
    const done = engine.run(volume, line.replace('/samples', '/data').split(' '), { isReadOnly: true });
    expect([done.code, done.stdout + done.stderr]).toEqual([0, expect.stringMatching(/is active\.\n.*is visible/)]);
  }
  const shop = await start(volume, { isReadOnly: true });
  const page = await fetch(`${shop.origin}/Bremsscheiben/Alle-Fahrzeuge/--110`);
  expect([page.status, (await page.text()).includes('K 120.33')]).toEqual([200, true]);
  expect(await shop.stop()).toBe(0);
  expect(engine.written()).toEqual([]);
});

test('a volume that the user may not write is refused with a sentence', () => {
  const { code, stderr } = engine.run(engine.volume(), ['node', 'container-start.mjs'], {
    env: { DATA_DIR: '/app/of-another' },
  });
  expect([code, stderr]).toEqual([1, expect.stringMatching(/must be writable for user 1000/)]);
  expect(stderr).not.toContain('    at ');
});
