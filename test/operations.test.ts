import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { root } from './support/catalogue.js';
import { checkHeaders } from './support/checked.js';
import { endProgram } from './support/program.js';
import { logged, type Shop, startShop } from './support/shop.js';
import { until, untilSeen } from './support/until.js';
import { Visitor } from './support/visitor.js';

/** Metrics, health, a shutdown without errors, and a log with causes but without personal data. */
let shop: Shop;
let metrics: string;
beforeAll(async () => {
  shop = await startShop({ METRICS_PORT: '0', TRUST_PROXY: '1', RATE_LIMIT: '100000' });
  metrics = String(shop.log.find(({ event }) => event === 'started')?.metrics);
});
afterAll(() => shop?.stop());

const codeOf = (text: string): string =>
  /\b[0-9A-Z]{4}-[0-9A-Z]{4}\b/.exec(text.replace(/<style>.*?<\/style>/gs, ''))?.[0] ?? '';
/** Runs `npm run logs` on a log from standard input. */
function findInLog(code: string, log: readonly unknown[], ...more: string[]) {
  const input = log.map((line) => JSON.stringify(line)).join('\n');
  const { status, stdout } = spawnSync(process.execPath, [join(root, 'scripts/logs.mjs'), code, ...more], {
    input,
    encoding: 'utf8',
  });
  return { status, stdout };
}
// The log also contains request ids and ports, which might contain a short word by chance. Request ids have no L and U,
// so these words cannot match.
const canaries = {
  plate: 'LU-123-UL',
  hsn: 'LULU',
  tsn: 'ULU',
  search: 'kanarienvogelsuche',
  name: 'Kanaria Vogelsang',
  email: 'kanaria@canary.example',
  order: 'CANARY-ORDER-9',
  address: '203.0.113.77',
  agent: 'canary-agent/1',
  referer: 'canary-referer',
  cookie: 'canarycookie0123456789',
};

test('a whole journey leaves no plate, key number, search, name, e-mail, cookie or address of a person in the log', async () => {
  const headers = {
    'x-forwarded-for': canaries.address,
    'user-agent': canaries.agent,
    cookie: `partavo=${canaries.cookie}; other=${canaries.cookie}`,
    referer: `${shop.origin}/?query=${canaries.referer}`,
  };
  const { origin } = shop;
  const ask = async (path: string, init: RequestInit = {}) => {
    const response = await fetch(origin + path, {
      redirect: 'manual',
      ...init,
      headers: { ...headers, ...init.headers },
    });
    await response.arrayBuffer();
    return response;
  };
  const checked = async (path: string) => ask(path, { headers: await checkHeaders(origin, path) });
  const post = (path: string, fields: Record<string, string>) =>
    ask(path, { method: 'POST', body: new URLSearchParams({ locale: 'de-DE', ...fields }), headers: { origin } });

  const { spareParts } = await (await fetch(`${origin}/api/-/-/--1523`)).json();
  const [{ offerId }] = spareParts;
  const revocation = '/Informationen/Vertrag-widerrufen';
  const fields = { name: canaries.name, orderId: canaries.order, email: canaries.email };
  const expected = [302, 200, 302, 404, 200, 200, 200, 200, 404, 404, 200, 200, 200, 400, 303, 302, 404, 400, 404];
  const responses = [
    await ask(`/search?query=${canaries.search}`),
    await ask(`/Volltextsuche?query=${canaries.search}`),
    await ask(`/search?query=${canaries.hsn}/${canaries.tsn}`),
    await ask(`/fr-FR/search?query=${canaries.plate}`),
    await ask(`/api/Volltextsuche/${canaries.search}`),
    await ask(`/api/search/suggestions?query=${canaries.search}`),
    await checked(`/api/vehicle/hsntsn/${canaries.hsn}${canaries.tsn}`),
    await checked(`/api/vehicle/license/fr/${canaries.plate}`),
    await post('/Ersatzteile/Alle-Fahrzeuge/--', { hsn: canaries.hsn, tsn: canaries.tsn }),
    await post('/fr-FR/pieces-auto/tout-type-de-vehicule/--', { locale: 'fr-FR', plate: canaries.plate }),
    await post(revocation, fields),
    await post(revocation, { ...fields, step: 'confirm', key: randomUUID() }),
    await post(`/api/Warenkorb/Hinzufuegen/${offerId}`, { quantity: '2' }),
    await post(`/api/Warenkorb/Hinzufuegen/${offerId}`, { quantity: canaries.search }),
    await post('/delivery-country', { country: 'AT', returnTo: `/?query=${canaries.search}` }),
    await ask(`/Einloggen?redirectUrl=/%3Fquery=${canaries.search}`),
    await ask(`/gibt/es/nicht/${canaries.search}`),
    await ask(`/%E0%A4%A?${canaries.search}`),
    await ask(`/api/${canaries.search}?email=${canaries.email}`),
  ];
  expect(responses.map(({ status }) => status)).toEqual(expected);
  const last = responses.at(-1)?.headers.get('x-request-id');
  await logged(shop, ({ reqId }) => reqId === last);
  expect(shop.log.filter(({ event }) => event === 'request').length).toBeGreaterThanOrEqual(responses.length);
  const everything = `${shop.log.map((line) => JSON.stringify(line)).join('\n')}\n${shop.errors()}`.toLowerCase();
  const reported = Object.entries(canaries).filter(
    ([, value]) =>
      everything.includes(value.toLowerCase()) || everything.includes(value.replaceAll('-', '').toLowerCase()),
  );
  expect(reported).toEqual([]);
  const text = await (await fetch(metrics)).text();
  expect(Object.values(canaries).filter((value) => text.includes(value))).toEqual([]);
});

test('the code on an error page leads to its line in the log, however it was written down', async () => {
  const missing = await (await fetch(`${shop.origin}/Ersatzteile/gibt-es-nicht/--99999999`)).text();
  const code = codeOf(missing);
  expect(code).not.toBe('');
  await logged(shop, ({ reqId }) => String(reqId).startsWith(code));
  for (const written of [
    code,
    ` ${code.toLowerCase().replace('-', ' ')} `,
    code.replaceAll('0', 'o').replaceAll('1', 'l'),
  ]) {
    const { status, stdout } = findInLog(written, shop.log, '--json');
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ event: 'request', status: 404, reqId: expect.stringContaining(code) });
  }
  expect(findInLog('0000-0000', shop.log).status).toBe(1);
  expect(findInLog('what?', shop.log).status).toBe(2);
});

test('metrics tell routes, caches, calls, carts, the catalogue and the process, in few series', async () => {
  const { origin } = shop;
  const { spareParts } = await (await fetch(`${origin}/api/-/-/--1523`)).json();
  // On a busy machine a page may lack a section, and is then not cached.
  for (let round = 0; round < 2; round++)
    await until('the home page is cached', async () => {
      const response = await fetch(`${origin}/fr-FR/`);
      await response.arrayBuffer();
      return response.headers.get('server-timing')?.includes('cache;desc=hit') ?? false;
    });
  const visitor = new Visitor(origin);
  await visitor.post(`/api/Warenkorb/Hinzufuegen/${spareParts[0].offerId}`, { quantity: '1' }, { origin });
  for (let n = 0; n < 50; n++) await (await fetch(`${origin}/gibt-es-${n}/nicht-${n}`)).arrayBuffer();
  await logged(shop, ({ status, route }) => status === 404 && String(route).startsWith('none'), 50);
  const response = await fetch(metrics);
  expect(response.headers.get('content-type')).toContain('text/plain');
  const text = await response.text();
  const lines = text.split('\n').filter((line) => line && !line.startsWith('#'));
  /** Returns the sum of all series with this beginning. */
  const value = (start: string) =>
    lines.filter((line) => line.startsWith(start)).reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
  expect(value('partavo_requests_total{route="home",edition="fr-FR",status="200",cache="hit"}')).toBeGreaterThanOrEqual(
    2,
  );
  expect(value('partavo_requests_total{route="none",edition="de-DE",status="404"')).toBeGreaterThanOrEqual(50);
  expect(value('partavo_render_seconds_count{page="home"}')).toBeGreaterThanOrEqual(1);
  expect(value('partavo_marketplace_responses_total{operation="listing",outcome="miss"}')).toBeGreaterThanOrEqual(1);
  expect(value('partavo_marketplace_call_seconds_count{operation="cartAdd",outcome="ok"}')).toBeGreaterThanOrEqual(1);
  expect(value('partavo_cart_writes_total{verb="cartAdd",outcome="ok"}')).toBeGreaterThanOrEqual(1);
  expect(value('partavo_cache_bytes{cache="pages"}')).toBeGreaterThan(1000);
  expect(value('partavo_cache_bytes{cache="responses"}')).toBeGreaterThan(1000);
  expect(value('partavo_cache_bytes{cache="fragments"}')).toBeGreaterThan(1000);
  expect(value('partavo_cache_limit_bytes{cache="fragments"}')).toBe(6 * 1024 * 1024);
  expect(value('partavo_catalogue_info{generation="')).toBe(1);
  expect(value('nodejs_eventloop_lag_p99_seconds')).toBeGreaterThan(0);
  expect(value('process_resident_memory_bytes')).toBeGreaterThan(1e7);
  expect(lines.length).toBeLessThan(2000);
  expect((await fetch(metrics.replace('/metrics', '/'))).status).toBe(404);
  expect((await fetch(`${origin}/metrics`)).status).toBe(404);
});

test('a shop whose marketplace is away lives, takes visitors, and says under a code what is wrong', async () => {
  const lonely = await startShop({ MARKETPLACE_URL: 'http://127.0.0.1:9', METRICS_PORT: '0' });
  try {
    const { origin, log } = lonely;
    expect((await fetch(`${origin}/livez`)).status).toBe(200);
    expect((await fetch(`${origin}/readyz`)).status).toBe(200);
    const page = await fetch(`${origin}/Ersatzteile/Alle-Fahrzeuge/--1523`);
    expect(page.status).toBe(503);
    const code = codeOf(await page.text());
    await logged(lonely, ({ reqId, event }) => event === 'request' && String(reqId).startsWith(code));
    const { stdout } = findInLog(code, log);
    expect(stdout).toMatch(/request_failed.*status=503 code=unavailable/);
    expect(stdout).toContain('ECONNREFUSED');
    const text = await (await fetch(String(log.find(({ event }) => event === 'started')?.metrics))).text();
    expect(text).toMatch(/partavo_marketplace_call_seconds_count\{operation="\w+",outcome="unavailable"\} [1-9]/);
  } finally {
    await lonely.stop();
  }
});

/** A client behind a balancer, with persistent connections to all ready shops. */
async function askOn(
  shops: readonly Shop[],
  ready: ReadonlySet<Shop>,
  agent: Agent,
  isOver: () => boolean,
  statuses: (number | string)[],
) {
  for (let n = 0; !isOver(); n++) {
    const at = shops.filter((each) => ready.has(each));
    const { origin } = at[n % at.length] ?? (shops[0] as Shop);
    const path = n % 3 === 0 ? '/Ersatzteile/Alle-Fahrzeuge/--' : n % 3 === 1 ? '/' : '/api/-/-/--1523';
    statuses.push(
      await new Promise<number | string>((resolve) => {
        const sent = request(origin + path, { agent }, (response) => {
          response.resume();
          response.once('end', () => resolve(response.statusCode ?? 0));
          response.once('error', ({ message }) => resolve(message));
        });
        sent.once('error', ({ message }) => resolve(message));
        sent.end();
      }),
    );
  }
}

test('SIGTERM under load: /readyz says no first, no request fails, and the process ends by itself', async () => {
  // Time for a busy machine to notice.
  const leaving = await startShop({ DRAIN_SECONDS: '5' });
  const shops = [leaving, shop];
  const ready = new Set(shops);
  const agent = new Agent({ keepAlive: true, maxSockets: 8 });
  let isOver = false;
  const statuses: (number | string)[] = [];
  const balancer = until('all is over', async () => {
    for (const each of shops) if (!(await fetch(`${each.origin}/readyz`).catch(() => null))?.ok) ready.delete(each);
    return isOver;
  });
  const clients = Array.from({ length: 8 }, () => askOn(shops, ready, agent, () => isOver, statuses));
  await until('both have many requests', () => statuses.length >= 60);
  const ended = endProgram(leaving.process);
  await until('it says no, while it still answers', () => !ready.has(leaving));
  const atEnd = statuses.length;
  await until('the other one goes on', () => statuses.length >= atEnd + 30);
  isOver = true;
  await Promise.all([...clients, balancer, ended]);
  expect(leaving.process.exitCode).toBe(0);
  agent.destroy();
  await leaving.stop();
  expect(statuses.filter((status) => status !== 200)).toEqual([]);
  expect(leaving.log.map(({ event }) => event)).toEqual(expect.arrayContaining(['stopping', 'stopped']));
});

describe('while days pass', () => {
  let own: Shop;
  beforeAll(async () => {
    own = await startShop({ NODE_OPTIONS: `--import ${join(root, 'test/support/fake-clock.ts')}` });
  });
  afterAll(() => own?.stop());
  const moveClock = (days: number): void => writeFileSync(join(own.dataDir, 'clock'), String(days));
  const read = async (path: string, cookie = '') => (await fetch(own.origin + path, { headers: { cookie } })).json();
  const find = async () => (await read('/api/-/-/--1523')).spareParts[0];
  /** Adds an article as a new visitor. @returns the cookie */
  async function newShopper(): Promise<string> {
    const visitor = new Visitor(own.origin);
    const path = `/api/Warenkorb/Hinzufuegen/${(await find()).offerId}`;
    await visitor.post(path, { quantity: '1' }, { origin: own.origin });
    return `partavo=${visitor.cookie('partavo')}`;
  }

  test('a reduced price ends in time: listings, offers and carts follow by themselves, without an import', async () => {
    const { id, manufacturer, articleNumber } = await find();
    const ends = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
    const feed = join(own.dataDir, 'offers.csv');
    writeFileSync(
      feed,
      `key;brand;number;price;sale_price;sale_price_effective_date\nsale;${manufacturer.name};${articleNumber};999,00;1,00;2026-01-01/${ends}\n`,
    );
    const done = spawnSync(
      process.execPath,
      [join(root, 'dist/import.js'), 'offers', feed, '--shop-id', '1', '--update', '--data-dir', own.dataDir],
      { encoding: 'utf8' },
    );
    expect([done.status, done.stdout]).toEqual([0, expect.stringContaining('0 rejected')]);
    /** Returns an offer's prices in the offer table and the cart, and whether the listing links to it. */
    const prices = async (cookie: string) => {
      const { offers } = await read(`/api/Angebote?sparePartId=${id}`);
      const offer = offers.find(({ price }: { price: number }) => price === 1 || price === 999);
      const [line] = (await read('/api/Warenkorb', cookie)).cartData.cartArticles;
      return { price: offer?.price, line: line?.unitPrice, leads: (await find()).offerId === offer?.id };
    };
    await untilSeen({ price: 1, leads: true }, () => prices(''));
    const cookie = await newShopper();
    await untilSeen({ price: 1, line: 1, leads: true }, () => prices(cookie));
    moveClock(3);
    expect((await read('/api/Warenkorb', cookie)).cartData.cartArticles[0]).toMatchObject({
      unitPrice: 999,
      previousPrice: 1,
    });
    await untilSeen({ price: 999, line: 999, leads: false }, () => prices(cookie));
    await until('the change is in the log', () => own.errors().includes('offer_changes_made'));
  });

  test('the clean-up runs once an hour in the state thread, without a restart', async () => {
    const rows = async () => {
      const { stdout } = spawnSync(
        process.execPath,
        [join(root, 'dist/operate.js'), 'report', '--json', '--data-dir', own.dataDir],
        { encoding: 'utf8' },
      );
      const { session, cart_line, cart_audit } = JSON.parse(stdout).state.counts;
      return { session, cart_line, cart_audit };
    };
    // Far enough ahead that all former carts are deleted.
    moveClock(100);
    await newShopper();
    moveClock(102);
    await newShopper();
    const { cart_audit } = await rows();
    // The shop deletes carts after 30 days: the older cart is 31 days old, the other one 29.
    moveClock(131);
    await untilSeen({ session: 1, cart_line: 1, cart_audit }, rows);
    moveClock(133);
    await untilSeen({ session: 0, cart_line: 0, cart_audit }, rows);
    expect(cart_audit).toBeGreaterThanOrEqual(2);
    moveClock(472);
    await untilSeen({ session: 0, cart_line: 0, cart_audit: 0 }, rows);
  });
});
