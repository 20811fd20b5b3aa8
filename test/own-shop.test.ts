import { spawnSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { root } from './support/catalogue.js';
import { catalogueDatabase } from './support/catalogue-database.js';
import { ownShopCommands } from './support/own-shop.js';
import { type Shop, startShop } from './support/shop.js';
import { Visitor } from './support/visitor.js';

/** Runs the chapter "Your own shop", from an empty folder to a cart for the checkout. */
const secret = 'only-the-shop-and-its-checkout-know';
const checkout = 'https://pay.shop.example';
const { commands, container } = ownShopCommands();
let dataDir: string;
let shop: Shop;
const output: { command: string; code: number | null; words: string }[] = [];

function run(program: string, ...args: string[]): { code: number | null; words: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, 'dist', program), ...args], {
    cwd: root,
    env: { PATH: process.env.PATH, DATA_DIR: dataDir, IMPORT_PRIORITY: 'normal' },
    encoding: 'utf8',
  });
  return { code: status, words: stdout + stderr };
}

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'own-shop-'));
  for (const command of commands) {
    const args = /^npm run import -- (.*)$/.exec(command)?.[1]?.split(' ');
    if (args) output.push({ command, ...run('import.js', ...args) });
  }
  shop = await startShop({ CHECKOUT_URL: `de-DE=${checkout}/cart`, CHECKOUT_SECRET: secret }, dataDir);
});
afterAll(async () => {
  await shop?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Visible text of a page. */
const plain = (html: string): string =>
  html
    .replace(/<(script|style|template)\b.*?<\/\1>/gs, ' ')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&#x27;/g, "'")
    .replace(/[\s\u00a0]+/g, ' ');
async function pageOf(path: string): Promise<string> {
  const visitor = new Visitor(shop.origin);
  const { status, text } = await visitor.follow(await visitor.ask(path));
  expect([path, status]).toEqual([path, 200]);
  return text;
}
const listed = async (category: number) =>
  (await (await fetch(`${shop.origin}/api/-/-/--${category}`)).json()).spareParts;

test('one command imports all samples as one change', () => {
  expect([commands.length, commands.at(-1)]).toEqual([2, 'npm start']);
  const [{ code, words } = { code: null, words: '' }] = output;
  expect([code, words]).toEqual([0, expect.stringMatching(/Catalogue \w+ is active\.\nCommit \d+ is visible\./)]);
  for (const file of readdirSync(join(root, 'docs/samples')))
    expect(words).toMatch(new RegExp(`^${file.replace('.csv', '')}: \\d+ rows: 0 rejected, 0 left out`, 'm'));
});

test('the container gets the same imports in the same order', () => {
  const inContainer = container.flatMap((line) => {
    const [, args] = /node dist\/import\.js (.*)$/.exec(line) ?? [];
    return args === undefined ? [] : [`npm run import -- ${args.replace('/samples', 'docs/samples')}`];
  });
  expect(inContainer).toEqual(commands.slice(0, -1));
  expect(container.at(-1)).toBe('docker run -p 3000:3000 -v my-shop:/data partavo');
});

test('all offers are sold and all files are sound', () => {
  expect(output[0]?.words).not.toContain('Not sold');
  expect(run('operate.js', 'validate')).toEqual({ code: 0, words: expect.stringContaining('All files are sound') });
});

test.each([
  ['', 'Bremsscheiben', 'Durchmesser', 'Beschichtung', 'Zinklamellen'],
  ['/de-AT', 'Bremsscheiben', 'Durchmesser', 'Beschichtung', 'Zinklamellen'],
  ['/fr-FR', 'Disques de frein', 'Diamètre', 'Revêtement', 'Lamelles de zinc'],
  ['/es-ES', 'Discos de freno', 'Diámetro', 'Revestimiento', 'Láminas de cinc'],
  ['/it-IT', 'Dischi freno', 'Diametro', 'Rivestimento', 'Lamelle di zinco'],
  ['/nl-NL', 'Remschijven', 'Diameter', 'Coating', 'Zinklamellen'],
])('%s: home, list and article', async (prefix, title, diameter, coating, zinc) => {
  expect(plain(await pageOf(`${prefix}/`))).toContain(title);
  const list = await pageOf(`${prefix}/x/x/--110`);
  for (const words of ['Kelvo', coating, zinc]) expect(plain(list)).toContain(words);
  const [, article = ''] = /href="?([^" >]+\/Kelvo\/K12033)/.exec(list) ?? [];
  const text = plain(await pageOf(article));
  for (const words of ['K 120.33', diameter, '288 mm', coating, zinc, '0,03 mm']) expect(text).toContain(words);
});

test('an attribute of its own is in the comparison as well', async () => {
  const parts: { id: string }[] = await listed(110);
  const text = plain(await pageOf(`/Vergleichen?ids=${parts.map(({ id }) => id).join('.')}`));
  for (const words of ['Beschichtung', 'Zinklamellen', 'Lack', 'Seitenschlag', '0,03', '0,05'])
    expect(text).toContain(words);
});

test('an electric car without power has a page without it', async () => {
  const database = catalogueDatabase(dataDir);
  const [car, ...others] = database.prepare('select id, ccm from model where kw = 0').all();
  database.close();
  expect([others, car?.ccm]).toEqual([[], 0]);
  for (const path of [`/Ersatzteile/One/3-${car?.id}-`, `/Sommerreifen/One/3-${car?.id}-410`]) {
    const text = plain(await pageOf(path));
    expect(text).toContain('Voltara One EV');
    expect(text).not.toMatch(/\b0 (kW|PS|cm)|undefined|NaN|null/);
  }
});

test.each([
  ['', 'Sicherheitsdatenblatt', 'Tenir', 'Motoröle in Lyon', 'Jana M.', 'Kauf bestätigt'],
  ['/fr-FR', 'Fiche de données de sécurité', 'Tenir hors de portée', 'à Lyon', 'Luc B.', 'Achat vérifié'],
])('%s: documents, warnings, brands and reviews', async (prefix, sheet, warning, brandText, author, verified) => {
  const list = await pageOf(`${prefix}/x/x/--310`);
  const html = await pageOf(/href="?([^" >]+\/Oleana\/O5W305)/.exec(list)?.[1] ?? '');
  const article = plain(html);
  expect(article).toContain(sheet);
  expect(article.includes(warning)).toBe(prefix === '/fr-FR');
  const disc = plain(
    await pageOf(/href="?([^" >]+\/Kelvo\/K12033)/.exec(await pageOf(`${prefix}/x/x/--110`))?.[1] ?? ''),
  );
  expect(disc).toContain(prefix === '' ? 'Bremsen nur von Fachkräften' : 'Faire monter les freins');
  const [, brand = ''] = /href="?([^" >]*\/Oleana-[^" >/]+\/[^" >/]+\/[^" >]+)/.exec(html) ?? [];
  expect(plain(await pageOf(brand))).toContain(brandText);
  const home = plain(await pageOf(`${prefix}/`));
  for (const words of [author, verified]) expect(home).toContain(words);
});

test('a part fits the cars that keys of another system name, and the cart is signed', async () => {
  const database = catalogueDatabase(dataDir);
  const car = database
    .prepare("select m.id from model m join vehicle_key on model_number = m.number where key = '90001'")
    .get()?.id;
  database.close();
  expect(plain(await pageOf(`/x/x/3-${car}-110`))).toMatch(/K 120\.33/);
  const [part] = await listed(110);
  const visitor = new Visitor(shop.origin);
  const headers = { accept: 'application/json', 'content-type': 'application/json' };
  const added = await visitor.ask(`/api/Warenkorb/Hinzufuegen/${part.offerId}`, {
    method: 'POST',
    headers,
    body: '{"quantity":2}',
  });
  expect(added.status).toBe(200);
  const { text } = await visitor.ask('/Warenkorb');
  const cart = /name="?cart"? value="?([\w.-]+)/.exec(text)?.[1] ?? '';
  const [header = '', payload = '', signature = ''] = cart.split('.');
  expect(createHmac('sha256', secret).update(`${header}.${payload}`).digest('base64url')).toBe(signature);
  expect(JSON.parse(Buffer.from(payload, 'base64url').toString())).toMatchObject({
    aud: checkout,
    priceSum: 6980,
    lines: [{ brand: 'Kelvo', articleNumber: 'K 120.33', quantity: 2 }],
  });
});

test('a manual is taxed as a book: by its article, in the cart and at the checkout', async () => {
  const [manual] = await listed(510);
  const { product } = await (await fetch(`${shop.origin}/api/Teilenummernsuche/Werkstattverlag/WH2003`)).json();
  const visitor = new Visitor(shop.origin);
  const headers = { accept: 'application/json', 'content-type': 'application/json' };
  await visitor.ask(`/api/Warenkorb/Hinzufuegen/${manual.offerId}`, { method: 'POST', headers, body: '{}' });
  const { cartData } = JSON.parse((await visitor.ask('/api/Warenkorb')).text);
  const { text } = await visitor.ask('/Warenkorb');
  const [, payload = ''] = (/name="?cart"? value="?([\w.-]+)/.exec(text)?.[1] ?? '').split('.');
  const handed = JSON.parse(Buffer.from(payload, 'base64url').toString());
  expect([product.taxClass, cartData.cartArticles[0].taxClass]).toEqual(['reduced', 'reduced']);
  expect(handed.lines[0].tax).toEqual({ included: true, class: 'reduced', rate: 7 });
  expect([handed.priceSum, cartData.priceSum]).toEqual([2690, 26.9]);
});

test('trade item numbers of the samples are for use inside a company only', () => {
  const numbers = readFileSync(join(root, 'docs/samples/products.csv'), 'utf8').match(/\b\d{13}\b/g) ?? [];
  expect(numbers.filter((number) => !number.startsWith('20'))).toEqual([]);
  expect(numbers).toHaveLength(9);
});
