import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { add, anyOffer } from './support/add.js';
import { causeOf } from './support/cause.js';
import { type Shop, startShop } from './support/shop.js';
import { askUntil, until } from './support/until.js';

/** Preloaded into each thread: a file `hang-…` in the data folder blocks the named thread, `throw-…` ends it. */
const breakable = `data:text/javascript,${encodeURIComponent(`
  import { existsSync } from 'node:fs';
  import { isMainThread, workerData } from 'node:worker_threads';
  const place = (how) => process.env.DATA_DIR + '/' + how + '-' + (isMainThread ? 'main' : workerData?.service);
  setInterval(() => {
    while (existsSync(place('hang')));
    if (existsSync(place('throw'))) throw new Error('broken on purpose');
  }, 20).unref();
`)}`;
let shop: Shop | undefined;
/** Returns the running shop, or starts a new one. */
const running = async (): Promise<Shop> => {
  shop ??= await startShop({ NODE_OPTIONS: `--import ${breakable}`, MARKETPLACE_SECONDS: '2' });
  return shop;
};
afterAll(() => shop?.stop());

test('a hanging thread fails only its own answers in time; when it continues, everything works', async () => {
  const shop = await running();
  const { dataDir } = shop;
  try {
    const offer = await anyOffer(shop.origin);
    const { cookie } = await askUntil(
      'the first add is taken',
      () => add(shop.origin, offer),
      ({ status }) => status === 200,
    );
    const ask = async (path: string) => {
      const answer = await fetch(shop.origin + path, { headers: { cookie, accept: 'application/json' } });
      const header = (name: string): string => answer.headers.get(name) ?? '';
      const [id, timing] = [header('x-request-id'), header('server-timing')];
      return { status: answer.status, id, timing, text: await answer.text() };
    };
    // A busy machine may refuse the first page, or not cache it, because it lacks a section.
    await until('the home page is cached', async () => (await ask('/')).timing.includes('cache;desc=hit'));
    let searches = 0;
    for (const [thread, broken, others] of [
      ['state', () => '/api/Warenkorb', ['/', '/api/-/-/--1523', '/livez', '/readyz']],
      ['catalogue', () => `/api/Volltextsuche/bremse${searches++}`, ['/', '/api/Warenkorb', '/livez', '/readyz']],
    ] as const) {
      writeFileSync(join(dataDir, `hang-${thread}`), '');
      let seen = await ask(broken());
      await until('the thread hangs', async () => {
        seen = await ask(broken());
        return seen.status === 503;
      });
      expect(await causeOf(seen.id.slice(0, 9), shop)).toMatch(/has not answered within \d+ ms/);
      for (const path of others) expect([path, (await ask(path)).status]).toEqual([path, 200]);
      rmSync(join(dataDir, `hang-${thread}`));
      await until('it goes on', async () => (await ask(broken())).status !== 503);
    }
    expect(JSON.parse((await ask('/api/Warenkorb')).text).cartData.countArticles).toBe(1);
  } finally {
    for (const thread of ['state', 'catalogue']) rmSync(join(dataDir, `hang-${thread}`), { force: true });
  }
});

test.each(['state', 'catalogue'])(
  'when the %s thread dies, the shop ends with its cause, to be started again',
  async (thread) => {
    const dying = await running();
    const ended = once(dying.process, 'close');
    writeFileSync(join(dying.dataDir, `throw-${thread}`), '');
    expect(await ended).toEqual([1, null]);
    expect(dying.log.filter(({ level }) => level === 'fatal')).toEqual([
      expect.objectContaining({ event: 'unhandled', error: expect.objectContaining({ message: 'broken on purpose' }) }),
    ]);
    shop = undefined;
    await dying.stop();
  },
);
