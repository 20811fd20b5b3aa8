import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { root } from './support/catalogue.js';
import { type Shop, startShop } from './support/shop.js';

/** Feeds into a running shop: what they change, what they must not, and what is left when an import is killed. */
let shop: Shop;
let folder: string;
beforeAll(async () => {
  shop = await startShop();
  folder = mkdtempSync(join(tmpdir(), 'feeds-'));
}, 120_000);
afterAll(async () => {
  await shop?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Tells what a process has used, when it ends: most memory at once (KiB), processor time (microseconds). */
const telling = `data:text/javascript,import{writeFileSync}from'node:fs';process.on('exit',()=>{
  const{maxRSS,userCPUTime,systemCPUTime}=process.resourceUsage();
  writeFileSync(3,JSON.stringify({kibibytes:maxRSS,microseconds:userCPUTime+systemCPUTime}))})`.replaceAll('\n', '');

function begin(args: readonly string[]): ChildProcess {
  return spawn(process.execPath, ['--import', telling, join(root, 'dist/import.js'), ...args], {
    cwd: root,
    env: { PATH: process.env.PATH, DATA_DIR: shop.dataDir },
    stdio: ['ignore', 'pipe', 'inherit', 'pipe'],
  });
}

interface Used {
  kibibytes: number;
  microseconds: number;
}

/** Runs the command to its end. */
async function run(args: readonly string[]): Promise<{ code: number; said: string; used: Used }> {
  const child = begin(args);
  let said = '';
  let used = '';
  child.stdout?.on('data', (chunk) => {
    said += chunk;
  });
  child.stdio[3]?.on('data', (chunk) => {
    used += chunk;
  });
  const [code] = await once(child, 'close');
  return { code, said, used: JSON.parse(used) };
}

type Content = string | Buffer | Iterable<Buffer>;

/** Imports a file of that content; the summary is what the command has left beside the catalogue. */
async function importFile(kind: string, name: string, content: Content, ...more: string[]) {
  const file = join(folder, name);
  await writeFile(file, content);
  const { code, used } = await run([kind, file, ...more]);
  const reports = readdirSync(join(shop.dataDir, 'imports')).sort();
  const newest = reports.filter((report) => report.endsWith('.summary.json')).at(-1) as string;
  return { code, used, summary: JSON.parse(readFileSync(join(shop.dataDir, 'imports', newest), 'utf8')) };
}

function served(): { file: string; database: DatabaseSync } {
  const state = new DatabaseSync(join(shop.dataDir, 'state.db'), { readOnly: true });
  const file = String(state.prepare('select file from catalogue_pointer').get()?.file);
  state.close();
  return { file, database: new DatabaseSync(join(shop.dataDir, file), { readOnly: true }) };
}

interface SoldOffer {
  id: number;
  key: string;
  price: number;
  stock: number;
  condition: string;
  brand: string;
  number: string;
  shop: string;
}

/** Everything that the shop of a product's cheapest offer sells. */
function offersOfOneShop(): SoldOffer[] {
  const { database } = served();
  const rows = database
    .prepare(
      `select o.id, o.key, o.price, o.stock, o.condition, b.name as brand, p.article_number as number, s.name as shop from offer o
       join product p on p.id = o.product_id join brand b on b.id = p.brand_id join shop s on s.id = o.shop_id
       where o.shop_id = (select shop_id from shop_rate where country = 'DE' order by shop_id limit 1) order by o.id`,
    )
    .all();
  database.close();
  return rows as unknown as SoldOffer[];
}

const feedOf = (offers: readonly SoldOffer[]): string =>
  [
    'key;brand;number;price;stock;condition',
    ...offers.map((o) =>
      [o.key, o.brand, o.number, (o.price / 100).toFixed(2).replace('.', ','), o.stock, o.condition].join(';'),
    ),
    '',
  ].join('\n');

const json = { accept: 'application/json', 'content-type': 'application/json' };

test('prices change and offers go under a running shop, and a cart says so', async () => {
  const offers = offersOfOneShop();
  const [dearer, gone, ...others] = offers as [SoldOffer, SoldOffer, ...SoldOffer[]];
  let cookie = '';
  for (const { id } of [dearer, gone]) {
    const added = await fetch(`${shop.origin}/api/Warenkorb/Hinzufuegen/${id}`, {
      method: 'POST',
      headers: { ...json, origin: shop.origin, cookie },
      body: '{"quantity":1}',
    });
    expect(added.status).toBe(200);
    cookie ||=
      added.headers
        .getSetCookie()
        .find((line) => line.startsWith('partavo='))
        ?.split(';')[0] ?? '';
  }
  const feed = feedOf([{ ...dearer, price: dearer.price + 111 }, ...others]);
  const { file: before, database } = served();
  const withheld = database
    .prepare('select count(*) as n from withheld_offer w join shop s on s.id = w.shop_id where s.name = ?')
    .get(dearer.shop);
  database.close();
  const dry = await importFile('offers', 'dry.csv', feed, '--shop', dearer.shop, '--dry-run');
  expect([dry.code, dry.summary.outcome, served().file]).toEqual([0, 'dry run', before]);
  const { code, summary } = await importFile('offers', 'offers.csv', feed, '--shop', dearer.shop);
  expect([code, summary.outcome, summary.rejected]).toEqual([0, 'active', 0]);
  expect(summary.changes).toMatchObject({ added: 0, removed: 1 + Number(withheld?.n) });
  expect(served().file).not.toBe(before);
  const wanted = (dearer.price + 111) / 100;
  let lines: { offerId: string; price?: number; unitPrice?: number }[] = [];
  let text = '';
  for (const end = Date.now() + 10_000; Date.now() < end && !text.includes(String(wanted)); ) {
    const cart = await (await fetch(`${shop.origin}/api/Warenkorb`, { headers: { cookie } })).json();
    lines = cart.cartData.cartArticles;
    text = JSON.stringify(lines);
  }
  expect(lines).toHaveLength(2);
  expect(text).toContain(String(wanted));
}, 120_000);

const rss = (item: string): string => `<?xml version="1.0"?><rss><channel><item>${item}</item></channel></rss>`;
const offer = '<id>1</id><price>1.00 EUR</price><mpn>X</mpn>';
const rows = (row: (n: number) => string): string =>
  ['key;brand;number;price', ...Array.from({ length: 20 }, (_, n) => row(n)), ''].join('\n');
const laughs = Array.from({ length: 10 }, (_, n) => `<!ENTITY l${n + 1} "${`&l${n};`.repeat(10)}">`).join('');
const isLong = process.env.TEST_LONG === '1';
/** A line without an end; 1 GB where there is time. */
function* endless(): Generator<Buffer> {
  yield Buffer.from('key;brand;number;price\n');
  const piece = Buffer.alloc(1024 ** 2, 'x');
  for (let megabytes = isLong ? 1024 : 64; megabytes > 0; megabytes--) yield piece;
}
/** Each is refused as a whole for this reason. */
const hostile: readonly (readonly [name: string, content: () => Content, reason: RegExp])[] = [
  [
    'billion laughs',
    () => `<?xml version="1.0"?><!DOCTYPE r [<!ENTITY l0 "lol">${laughs}]><rss>&l10;</rss>`,
    /DOCTYPE/,
  ],
  ['an entity outside', () => '<!DOCTYPE rss [<!ENTITY x SYSTEM "file:///etc/passwd">]><rss>&x;</rss>', /DOCTYPE/],
  ['a document type elsewhere', () => '<!DOCTYPE rss SYSTEM "http://127.0.0.1:1/x.dtd"><rss/>', /DOCTYPE/],
  ['a gzip bomb', () => gzipSync(Buffer.alloc(200 * 1024 ** 2, 'a')), /unpacks to more than/],
  ['a cut gzip', () => gzipSync(rows((n) => `${n};B;${Math.sin(n)};1`)).subarray(0, 60), /damaged or cut off/],
  ['an endless line', endless, /longer than 256 kB/],
  [
    'a row of endless cells',
    () => `key;brand;number;price\n1;B;2;3${';'.repeat(20 * 1024 ** 2)}`,
    /longer than 256 kB/,
  ],
  ['an endless header', () => 'x'.repeat(20 * 1024 ** 2), /first line is longer/],
  ['an open quote', () => 'key;brand;number;price\n1;B;"2;3\n', /quote is not closed/],
  ['an endless text', () => rss(`<id>${'x'.repeat(20 * 1024 ** 2)}</id>`), /1 MB/],
  ['an endless comment', () => rss(`<!--${'<a>'.repeat(5 * 1024 ** 2)}-->`), /1 MB/],
  ['an endless attribute', () => rss(`<id a="${'x'.repeat(20 * 1024 ** 2)}"/>`), /1 MB/],
  ['depth', () => rss('<a>'.repeat(100_000)), /nested more than/],
  ['a cut XML', () => rss(offer).slice(0, -30), /not XML/],
  ['a cut table', () => 'key;brand;number;price\n1;B;2;3\n2;B', /cut off/],
  ['a page instead of a feed', () => '<!doctype html><html><body>Please log in</body></html>', /not XML/],
  ['zeros', () => Buffer.alloc(1000), /no text/],
  ['nothing', () => '', /is empty/],
  ['a header alone', () => 'key;brand;number;price\n', /no rows/],
  ['a missing column', () => 'key;brand;number\n1;B;2\n', /lacks price/],
  [
    'a wrong encoding',
    () => Buffer.from('<?xml version="1.0" encoding="UTF-8"?><rss>\xe4</rss>', 'latin1'),
    /says that it is UTF-8/,
  ],
  ['prices that could be two', () => rows((n) => `${n};B;N${n};1.234`), /rows were rejected/],
  ['formulas', () => rows((n) => `=cmd|' /C calc'!A${n};B;N${n};1,00`), /rows were rejected/],
  ['missing values', () => rows((n) => `;B;N${n};1,00`), /rows were rejected/],
  [
    'negative and huge prices',
    () => rows((n) => `${n};B;N${n};${n % 2 ? '-1,00' : '99999999999,00'}`),
    /rows were rejected/,
  ],
  ['one id for all', () => rows((n) => `1;B;N${n};1,00`), /rows were rejected/],
  ['numbers that a spreadsheet rounded', () => rows((n) => `${n};B;4,01E+12;1,00`), /rows were rejected/],
  ['unknown parts', () => rows((n) => `${n};B;N${n};1,00`), /rows were rejected/],
];

/** Of Node and the program itself, which are there before the first byte of a file is: what `--help` takes. */
const memoryOfNothing = async (): Promise<number> => (await run(['--help'])).used.kibibytes;
const hashOf = (file: string): string =>
  createHash('sha256')
    .update(readFileSync(join(shop.dataDir, file)))
    .digest('hex');

test('hostile files are refused with a reason, in 5 seconds and 200 MB, and the served catalogue stays to the byte', async () => {
  expect(hostile.length).toBeGreaterThanOrEqual(25);
  const before = served().file;
  const content = hashOf(before);
  const name = offersOfOneShop()[0]?.shop ?? '';
  const nothing = await memoryOfNothing();
  for (const [what, make, reason] of hostile) {
    const { code, summary, used } = await importFile('offers', 'hostile', make(), '--shop', name);
    expect({ what, code, refusal: summary.refusal }).toEqual({ what, code: 1, refusal: expect.stringMatching(reason) });
    // Processor time, which a busy machine does not distort; on the clock only where the suite runs alone.
    const seconds = isLong ? summary.seconds : used.microseconds / 1e6;
    const megabytes = (used.kibibytes - nothing) / 1024;
    expect({ what, seconds, isQuick: seconds <= 5 }).toEqual({ what, seconds, isQuick: true });
    expect({ what, megabytes, isSmall: megabytes <= 200 }).toEqual({ what, megabytes, isSmall: true });
  }
  expect([served().file, hashOf(before)]).toEqual([before, content]);
  expect((await fetch(`${shop.origin}/Ersatzteile/Alle-Fahrzeuge/--`)).status).toBe(200);
}, 600_000);

test('scripts in titles, terms and names of attributes are taken out, and the report says what was not taken', async () => {
  const [known] = offersOfOneShop() as [SoldOffer];
  const evil = '<script>alert(1)</script><img src=x onerror=alert(2)><a href="javascript:alert(3)">Scheibe</a>';
  const shops = await importFile(
    'shops',
    'shops.csv',
    `name;country;terms;policy\n"${known.shop}";DE;"<p onclick="x()">AGB</p>${evil.replaceAll('"', '""')}";"<iframe src=//evil.example></iframe><p>Widerruf</p>"\n`.replace(
      'onclick="x()"',
      'onclick=""x()""',
    ),
  );
  expect([shops.code, shops.summary.rejected]).toEqual([0, 0]);
  const products = await importFile(
    'products',
    'products.csv',
    `brand;number;category;title;attributes\n"${known.brand}";EVIL-1;1523;"${evil.replaceAll('"', '""')}";\n"${known.brand}";EVIL-2;1523;Scheibe;"<b>=288 mm"\n`,
    '--max-rejects',
    '50',
  );
  expect([products.code, products.summary.rejected]).toEqual([0, 1]);
  expect(Object.keys(products.summary.reasons)).toEqual(['attributes is a formula of a spreadsheet, not a text']);
  const { database } = served();
  const stored = JSON.stringify([
    database.prepare('select terms, policy from shop where name = ?').get(known.shop),
    database.prepare("select title from product where norm_number = 'EVIL1'").get(),
  ]);
  database.close();
  expect(stored).toContain('Scheibe');
  expect(stored).toContain('Widerruf');
  expect(stored).not.toMatch(/script|alert|onclick|onerror|iframe|<img/i);
}, 120_000);

test('a duplicate and a bad row are named with line, field, value and reason; the rest is imported', async () => {
  const offers = offersOfOneShop();
  const [first] = offers as [SoldOffer];
  const feed = `${feedOf(offers)}${first.key};${first.brand};${first.number};5,00;1;new\nZZ1;${first.brand};NOSUCH;5,00;1;new\n`;
  const { code, summary } = await importFile('offers', 'two-bad.csv', feed, '--shop', first.shop);
  expect([code, summary.rejected, summary.changes.unchanged]).toEqual([0, 2, offers.length]);
  const folderOfReports = join(shop.dataDir, 'imports');
  const newest = readdirSync(folderOfReports)
    .filter((name) => name.endsWith('.jsonl'))
    .sort()
    .at(-1) as string;
  const lines = readFileSync(join(folderOfReports, newest), 'utf8').trim().split('\n');
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    {
      line: offers.length + 2,
      field: 'key',
      value: first.key,
      reason: 'stands in line 2 already',
      outcome: 'rejected',
    },
    { line: offers.length + 3, field: 'number', value: 'NOSUCH', outcome: 'rejected' },
  ]);
}, 120_000);

test('an update takes off what has been sold out, and nothing that it does not name', async () => {
  const offers = offersOfOneShop();
  const [first, second, ...others] = offers as [SoldOffer, SoldOffer, ...SoldOffer[]];
  const feed = feedOf([first, { ...second, stock: 0 }]);
  const { code, summary } = await importFile('offers', 'update.csv', feed, '--shop', first.shop, '--update');
  expect([code, summary.leftOut, summary.changes.removed]).toEqual([0, 1, 1]);
  expect(offersOfOneShop()).toEqual([first, ...others]);
  const { database } = served();
  const cheapest = database.prepare('select count(*) as n from product_price where offer_id = ?').get(second.id);
  database.close();
  expect(cheapest?.n).toBe(0);
});

test('a slip in a row leaves its offer as it was, and an update of sold out offers only is no bad feed', async () => {
  const offers = offersOfOneShop();
  const [first, second] = offers as [SoldOffer, SoldOffer, ...SoldOffer[]];
  const feed = feedOf(offers).split('\n');
  const slip = feed.map((line) => (line.startsWith(`${first.key};`) ? line.replace(/;[^;]*;new$/, ';many;new') : line));
  const faulty = await importFile('offers', 'slip.csv', slip.join('\n'), '--shop', first.shop);
  expect([faulty.code, faulty.summary.rejected, faulty.summary.changes.removed]).toEqual([0, 1, 0]);
  expect(offersOfOneShop()).toEqual(offers);
  const soldOut = feedOf([{ ...second, stock: 0 }]);
  const { code, summary } = await importFile('offers', 'gone.csv', soldOut, '--shop', second.shop, '--update');
  expect([code, summary.outcome, summary.changes.removed]).toEqual([0, 'active', 1]);
  expect(offersOfOneShop()).toEqual(offers.filter(({ id }) => id !== second.id));
});
