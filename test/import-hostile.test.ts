import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Content, importFile, offersOfOneShop, type SoldOffer, served } from './support/feeds.js';
import { inTurn, isLong } from './support/sample.js';
import { type Shop, startShop } from './support/shop.js';

/** Hostile and broken feeds for a running shop: none changes data, and none stops the shop. */
let shop: Shop;
beforeAll(async () => {
  shop = await startShop();
});
afterAll(() => shop?.stop());

const rss = (item: string): string => `<?xml version="1.0"?><rss><channel><item>${item}</item></channel></rss>`;
const offer = '<id>1</id><price>1.00 EUR</price><mpn>X</mpn>';
const rows = (row: (n: number) => string): string =>
  ['key;brand;number;price', ...Array.from({ length: 20 }, (_, n) => row(n)), ''].join('\n');
const laughs = Array.from({ length: 10 }, (_, n) => `<!ENTITY l${n + 1} "${`&l${n};`.repeat(10)}">`).join('');
/** A line without an end; 1 GB in the long suite. */
function* endless(): Generator<Buffer> {
  yield Buffer.from('key;brand;number;price\n');
  const piece = Buffer.alloc(1024 ** 2, 'x');
  for (let megabytes = isLong ? 1024 : 64; megabytes > 0; megabytes--) yield piece;
}
/** Each feed is refused as a whole for its reason. */
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

const hashOf = (file: string): string =>
  createHash('sha256')
    .update(readFileSync(join(shop.dataDir, file)))
    .digest('hex');

test('hostile files are refused with a reason, in 200 MB, and the served catalogue stays to the byte', async () => {
  expect(hostile.length).toBeGreaterThanOrEqual(25);
  const before = served(shop.dataDir).file;
  const content = hashOf(before);
  const name = offersOfOneShop(shop.dataDir)[0]?.shop ?? '';
  for (const [what, make, reason] of inTurn(hostile, 3)) {
    const { code, summary, kibibytes } = await importFile(shop.dataDir, 'offers', 'hostile', make(), '--shop', name);
    expect({ what, code, refusal: summary.refusal }).toEqual({ what, code: 1, refusal: expect.stringMatching(reason) });
    const megabytes = kibibytes / 1024;
    expect({ what, megabytes, isSmall: megabytes <= 200 }).toEqual({ what, megabytes, isSmall: true });
  }
  expect([served(shop.dataDir).file, hashOf(before)]).toEqual([before, content]);
  expect((await fetch(`${shop.origin}/Ersatzteile/Alle-Fahrzeuge/--`)).status).toBe(200);
});

test('scripts in titles, terms and names of attributes are taken out, and the report says what was not taken', async () => {
  const [known] = offersOfOneShop(shop.dataDir) as [SoldOffer];
  const evil = '<script>alert(1)</script><img src=x onerror=alert(2)><a href="javascript:alert(3)">Scheibe</a>';
  const shops = await importFile(
    shop.dataDir,
    'shops',
    'shops.csv',
    `name;country;terms;policy\n"${known.shop}";DE;"<p onclick="x()">AGB</p>${evil.replaceAll('"', '""')}";"<iframe src=//evil.example></iframe><p>Widerruf</p>"\n`.replace(
      'onclick="x()"',
      'onclick=""x()""',
    ),
  );
  expect([shops.code, shops.summary.rejected]).toEqual([0, 0]);
  const products = await importFile(
    shop.dataDir,
    'products',
    'products.csv',
    `brand;number;category;title;attributes\n"${known.brand}";EVIL-1;1523;"${evil.replaceAll('"', '""')}";\n"${known.brand}";EVIL-2;1523;Scheibe;"<b>=288 mm"\n`,
    '--max-rejects',
    '50',
  );
  expect([products.code, products.summary.rejected]).toEqual([0, 1]);
  expect(Object.keys(products.summary.reasons)).toEqual(['attributes is a formula of a spreadsheet, not a text']);
  const { database } = served(shop.dataDir);
  const stored = JSON.stringify([
    database.prepare('select terms, policy from shop where name = ?').get(known.shop),
    database.prepare("select title from product where norm_number = 'EVIL1'").get(),
  ]);
  database.close();
  expect(stored).toContain('Scheibe');
  expect(stored).toContain('Widerruf');
  expect(stored).not.toMatch(/script|alert|onclick|onerror|iframe|<img/i);
});
