import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pricedDatabase } from './support/catalogue-database.js';
import { feedOf, importFile, offersOfOneShop, type SoldOffer, served } from './support/feeds.js';
import { type Shop, startShop } from './support/shop.js';
import { until } from './support/until.js';

/** Effects of offer feeds on a running shop. */
let shop: Shop;
beforeAll(async () => {
  shop = await startShop();
});
afterAll(() => shop?.stop());

const json = { accept: 'application/json', 'content-type': 'application/json' };

test('prices change and offers go under a running shop, and a cart says so', async () => {
  const offers = offersOfOneShop(shop.dataDir);
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
  const { database } = served(shop.dataDir);
  const commits = (): unknown => {
    const { database: now } = served(shop.dataDir);
    const last = now.prepare('select max(number) as last from change').get()?.last;
    now.close();
    return last;
  };
  const before = commits();
  const withheld = database
    .prepare('select count(*) as n from withheld_offer w join shop s on s.id = w.shop_id where s.name = ?')
    .get(dearer.shop);
  database.close();
  const dry = await importFile(shop.dataDir, 'offers', 'dry.csv', feed, '--shop', dearer.shop, '--dry-run');
  expect([dry.code, dry.summary.outcome, commits()]).toEqual([0, 'dry run', before]);
  const { code, summary } = await importFile(shop.dataDir, 'offers', 'offers.csv', feed, '--shop', dearer.shop);
  expect([code, summary.outcome, summary.rejected]).toEqual([0, 'active', 0]);
  expect(summary.changes).toMatchObject({ added: 0, removed: 1 + Number(withheld?.n) });
  expect(commits()).toBe(summary.commit);
  const wanted = (dearer.price + 111) / 100;
  let lines: { offerId: string; price?: number; unitPrice?: number }[] = [];
  let text = '';
  await until('the cart has the new price', async () => {
    const cart = await (await fetch(`${shop.origin}/api/Warenkorb`, { headers: { cookie } })).json();
    lines = cart.cartData.cartArticles;
    text = JSON.stringify(lines);
    return text.includes(String(wanted));
  });
  expect(lines).toHaveLength(2);
});

test('a duplicate and a bad row are named with line, field, value and reason; the rest is imported', async () => {
  const offers = offersOfOneShop(shop.dataDir);
  const [first] = offers as [SoldOffer];
  const feed = `${feedOf(offers)}${first.key};${first.brand};${first.number};5,00;1;new\nZZ1;${first.brand};NOSUCH;5,00;1;new\n`;
  const { code, summary } = await importFile(shop.dataDir, 'offers', 'two-bad.csv', feed, '--shop', first.shop);
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
      reason: 'is already in line 2',
      outcome: 'rejected',
    },
    { line: offers.length + 3, field: 'number', value: 'NOSUCH', outcome: 'rejected' },
  ]);
});

test('an update takes off what has been sold out, and nothing that it does not name', async () => {
  const offers = offersOfOneShop(shop.dataDir);
  const [first, second, ...others] = offers as [SoldOffer, SoldOffer, ...SoldOffer[]];
  const feed = feedOf([first, { ...second, stock: 0 }]);
  const { code, summary } = await importFile(
    shop.dataDir,
    'offers',
    'update.csv',
    feed,
    '--shop',
    first.shop,
    '--update',
  );
  expect([code, summary.leftOut, summary.changes.removed]).toEqual([0, 1, 1]);
  expect(offersOfOneShop(shop.dataDir)).toEqual([first, ...others]);
  const database = pricedDatabase(shop.dataDir);
  const cheapest = database.prepare('select count(*) as n from product_price where offer_id = ?').get(second.id);
  database.close();
  expect(cheapest?.n).toBe(0);
});

test('a slip in a row leaves its offer as it was, and an update of sold out offers only is no bad feed', async () => {
  const offers = offersOfOneShop(shop.dataDir);
  const [first, second] = offers as [SoldOffer, SoldOffer, ...SoldOffer[]];
  const feed = feedOf(offers).split('\n');
  const slip = feed.map((line) => (line.startsWith(`${first.key};`) ? line.replace(/;[^;]*;new$/, ';many;new') : line));
  const faulty = await importFile(shop.dataDir, 'offers', 'slip.csv', slip.join('\n'), '--shop', first.shop);
  expect([faulty.code, faulty.summary.rejected, faulty.summary.changes.removed]).toEqual([0, 1, 0]);
  expect(offersOfOneShop(shop.dataDir)).toEqual(offers);
  const soldOut = feedOf([{ ...second, stock: 0 }]);
  const { code, summary } = await importFile(
    shop.dataDir,
    'offers',
    'gone.csv',
    soldOut,
    '--shop',
    second.shop,
    '--update',
  );
  expect([code, summary.outcome, summary.changes.removed]).toEqual([0, 'active', 1]);
  expect(offersOfOneShop(shop.dataDir)).toEqual(offers.filter(({ id }) => id !== second.id));
});

test('BMEcat deletes and price lists arrive in the answers of the running shop', async () => {
  const [gone, cheaper] = offersOfOneShop(shop.dataDir) as [SoldOffer, SoldOffer];
  const { database } = served(shop.dataDir);
  const productOf = database.prepare('select product_id as id from offer where id = ?');
  const [gonePart, cheaperPart] = [gone, cheaper].map(({ id }) => productOf.get(id)?.id);
  database.close();
  const catalogue = (transaction: string, article: string) =>
    `<BMECAT version="1.2"><HEADER/><${transaction} prev_version="1">${article}</${transaction}></BMECAT>`;
  const deletion = `<ARTICLE mode="delete"><SUPPLIER_AID>${gone.key}</SUPPLIER_AID></ARTICLE>`;
  const price = `<ARTICLE_PRICE price_type="gros_list"><PRICE_AMOUNT>${(cheaper.price - 1) / 100}</PRICE_AMOUNT><PRICE_CURRENCY>EUR</PRICE_CURRENCY></ARTICLE_PRICE>`;
  const prices = `<ARTICLE mode="update"><SUPPLIER_AID>${cheaper.key}</SUPPLIER_AID><ARTICLE_PRICE_DETAILS>${price}</ARTICLE_PRICE_DETAILS></ARTICLE>`;
  const codes: number[] = [];
  for (const content of [catalogue('T_UPDATE_PRODUCTS', deletion), catalogue('T_UPDATE_PRICES', prices)])
    codes.push((await importFile(shop.dataDir, 'offers', 'update.xml', content, '--shop', gone.shop)).code);
  expect(codes).toEqual([0, 0]);
  const response = async (part: unknown, offer: number) => {
    const answered = await fetch(`${shop.origin}/api/Angebote?sparePartId=${part}&locale=de-DE`);
    const { offers } = (await answered.json()) as { offers: { offerId: string; price: number; stock: number }[] };
    return offers.find(({ offerId }) => offerId === String(offer)) ?? null;
  };
  const wanted = (cheaper.price - 1) / 100;
  await until('the new price is sold', async () => (await response(cheaperPart, cheaper.id))?.price === wanted);
  expect(await response(cheaperPart, cheaper.id)).toMatchObject({ price: wanted, stock: cheaper.stock });
  expect(await response(gonePart, gone.id)).toBeNull();
  const { file } = served(shop.dataDir);
  const again = await importFile(
    shop.dataDir,
    'offers',
    'again.xml',
    catalogue('T_UPDATE_PRODUCTS', deletion),
    '--shop',
    gone.shop,
  );
  expect([again.code, again.summary.outcome, served(shop.dataDir).file]).toEqual([0, 'unchanged', file]);
});
