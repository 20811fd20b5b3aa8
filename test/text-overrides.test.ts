import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { decodeHTML } from 'entities';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { root } from './support/catalogue.js';
import { catalogueDatabase } from './support/catalogue-database.js';
import { proofIn, type ShopWithConsole, signInOperator, startShopWithConsole, visit } from './support/console.js';
import { hurried } from './support/hurried.js';
import { until } from './support/until.js';

/** Texts of an operator that replace imported ones (P160), corrected over HTTP and imported by the real program. */
let shop: ShopWithConsole;
let cookie: string;
let product: { id: number; number: string; brand: string };
let trader: { id: number; slug: string; name: string };
beforeAll(async () => {
  shop = await startShopWithConsole({ NODE_OPTIONS: hurried, MARKETPLACE_SECONDS: '8' });
  cookie = await signInOperator(shop.console);
  const catalogue = catalogueDatabase(shop.dataDir);
  product = catalogue
    .prepare(
      `select p.id, norm_number as number, seo_name as brand from leaf_product l join product p on p.id = product_id
       join brand b on b.id = brand_id where l.category_id = 1523 and rank = 1`,
    )
    .get() as typeof product;
  trader = catalogue
    .prepare(
      `select s.id, s.slug, s.name from offers.shop s join offers.offer o on o.shop_id = s.id
       where o.product_id = ? and o.withheld = 0 limit 1`,
    )
    .get(product.id) as typeof trader;
  catalogue.close();
});
afterAll(() => shop.stop());

const page = (path: string) => visit(`${shop.console}${path}`, { cookie });
async function correct(subject: string, texts: Record<string, string>) {
  const place = `${shop.console}/texts/${subject}`;
  const { html } = await visit(place, { cookie });
  // A browser sends all fields of the form.
  const known = [
    ...html.matchAll(/<(?:input|textarea)[^>]* name="([\w.]+)"[^>]*?(?: value="([^"]*)"|>([^<]*)<\/textarea)/g),
  ];
  const shown = Object.fromEntries(
    known.map(([, name = '', value, inner]) => [name, decodeHTML(value ?? inner ?? '')]),
  );
  return visit(place, { cookie, fields: { ...shown, proof: proofIn(html), ...texts } });
}
/** Reads a page. Its address may change with its words. */
async function shown(path: string) {
  const response = await fetch(`${shop.origin}${path}`);
  return { status: response.status, headers: response.headers, html: await response.text() };
}
const cached = ({ headers }: { headers: Headers }): string | undefined =>
  /cache;desc=(\w+)/.exec(headers.get('server-timing') ?? '')?.[1];
/** Asks until the page comes from the cache. */
const untilCached = (path: string): Promise<void> =>
  until(`${path} is cached`, async () => cached(await shown(path)) === 'hit');

const discs = '/Bremsscheiben/Alle-Fahrzeuge/--1523';
const filters = '/Oelfilter/Alle-Fahrzeuge/--243';
/** Runs a command asynchronously, so that this process notices connections that the shop closes. @returns its output */
async function program(name: string, ...words: string[]): Promise<string> {
  const parameters = [join(root, `dist/${name}.js`), ...words, '--data-dir', shop.dataDir];
  return (await promisify(execFile)(process.execPath, parameters)).stdout;
}
const untilShown = (path: string, words: string): Promise<void> =>
  until(`${path} says ${words}`, async () => (await shown(path)).html.includes(words));

test('a category is found and corrected, and only what shows it is made again', async () => {
  await Promise.all([untilCached(discs), untilCached(filters)]);
  expect((await page('/texts?q=bremsscheiben')).html).toContain('href="/de-DE/texts/category-1523"');
  const { status, headers } = await correct('category-1523', {
    'title.de': '  Scheiben <zum> Bremsen ',
    'singleTitle.de': 'Scheibe zum Bremsen',
    'seoText.fr': 'Texte de l’exploitant',
  });
  expect([status, headers.get('location')]).toEqual([303, '/de-DE/texts/category-1523?feedback=saved']);
  await untilShown(discs, 'Scheiben &lt;zum&gt; Bremsen');
  expect(cached(await shown(filters))).toBe('hit');
  await untilShown(`/Teilenummernsuche/${product.brand}/${product.number}`, 'Scheiben &lt;zum&gt; Bremsen');
  await untilShown('/fr-FR/Disques-de-frein/tout-type-de-vehicule/--1523', 'Texte de l’exploitant');
  const { html } = await page('/texts');
  expect(html).toContain('Scheiben &lt;zum&gt; Bremsen');
  expect(html).toContain('3 Texte');
});

test('titles of products and words of shops are corrected wherever they stand', async () => {
  const article = `/Teilenummernsuche/${product.brand}/${product.number}`;
  expect((await page(`/texts?q=${product.number}`)).html).toContain(`texts/product-${product.id}"`);
  await Promise.all([untilCached(discs), untilCached(`/Shop/${trader.slug}`)]);
  await correct(`product-${product.id}`, { 'title.de': 'Die Scheibe des Betreibers' });
  for (const path of [article, discs]) await untilShown(path, 'Die Scheibe des Betreibers');
  const suggested = await (await fetch(`${shop.origin}/api/search/suggestions?query=${product.number}`)).json();
  expect(JSON.stringify(suggested)).toContain('Die Scheibe des Betreibers');

  await correct(`shop-${trader.id}`, {
    'name.': 'Teilehaus & Söhne',
    'terms.': '<h2>Neu</h2><script>alert(1)</script><p onclick="x()">Es gilt das Gute.</p>',
  });
  for (const path of [`/Shop/${trader.slug}`, article]) await untilShown(path, 'Teilehaus &amp; Söhne');
  const terms = await shown(`/Shop/${trader.slug}/AGB`);
  expect(terms.html).toContain('<p>Es gilt das Gute.</p>');
  expect(terms.html).not.toMatch(/alert\(1\)|onclick="x/);
});

test('text overrides outlive imports with other texts, and an empty field removes them', async () => {
  const file = join(shop.dataDir, 'new.csv');
  writeFileSync(
    file,
    'id;parent;leaf_number;title_de;title_fr;title_es;title_it;title_nl;seo_text_de\n1523;301;1001;Neue Bremsscheiben;Disques;Discos;Dischi;Schijven;Neuer Ratgeber\n',
  );
  await program('import', 'categories', file);
  await untilShown(discs, 'Neuer Ratgeber');
  const { html } = await shown(discs);
  expect(html).toContain('Scheiben &lt;zum&gt; Bremsen');
  expect(html).not.toContain('Neue Bremsscheiben');
  expect(html).toContain('Die Scheibe des Betreibers');
  const subject = await page('/texts/category-1523');
  expect(subject.html).toContain('Neue Bremsscheiben');

  const listed = (await program('operate', 'text-overrides', 'list'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(listed).toHaveLength(6);
  expect(listed).toContainEqual(
    expect.objectContaining({
      kind: 'category',
      subject: 1523,
      field: 'title',
      language: 'de',
      text: 'Scheiben <zum> Bremsen',
    }),
  );

  await correct('category-1523', { 'title.de': '', 'singleTitle.de': '' });
  await untilShown(discs, 'Neue Bremsscheiben');
  const state = new DatabaseSync(join(shop.dataDir, 'state.db'), { readOnly: true });
  const acts = state.prepare("select event, what from operator_audit where event like 'text%' order by id").all();
  state.close();
  expect(acts.map(({ event, what }) => `${event} ${what}`)).toEqual([
    'text_corrected category 1523: title de, singleTitle de, seoText fr',
    `text_corrected product ${product.id}: title de`,
    `text_corrected shop ${trader.id}: name, terms`,
    'text_restored category 1523: title de, singleTitle de',
  ]);
});

test('lost or restored offers get their overrides from the state', async () => {
  const offers = new DatabaseSync(join(shop.dataDir, 'offers.db'), { timeout: 5000 });
  offers.exec("begin; delete from correction; update meta set value = 'lost' where key = 'corrections'");
  offers.exec(
    "insert into change (number, at, products, best_ids, best, leaves, shops, flags) select max(number) + 1, 0, x'', x'', x'', x'', x'', 4 from change",
  );
  offers.exec('commit');
  const count = offers.prepare('select count(*) as count from correction');
  await until('the texts are there again', () => count.get()?.count === 4);
  offers.close();
});

test('a field that is no text, too long or from another form changes nothing', async () => {
  const before = await program('operate', 'text-overrides', 'list');
  expect((await correct('category-1523', { 'title.de': 'x'.repeat(121) })).status).toBe(422);
  for (const subject of ['category-999999999', 'brand-1', 'category-0', 'category-x'])
    expect([subject, (await page(`/texts/${subject}`)).status]).toEqual([subject, 404]);
  const place = `${shop.console}/texts/category-1523`;
  expect((await visit(place, { cookie, fields: { 'title.de': 'von anderswo' } })).status).toBe(403);
  expect((await visit(place, { fields: { 'title.de': 'ohne Anmeldung' } })).status).toBe(401);
  expect(await program('operate', 'text-overrides', 'list')).toBe(before);
});
