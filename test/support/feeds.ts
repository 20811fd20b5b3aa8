import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { root } from './catalogue.js';
import { catalogueDatabase } from './catalogue-database.js';

/** Reports the peak memory (KiB) of a process at its end, from Linux: `maxRSS` would include that of its parent. */
const telling = `data:text/javascript,import{readFileSync,writeFileSync}from'node:fs';process.on('exit',()=>
  writeFileSync(3,/VmHWM:\\s*(\\d+)/.exec(readFileSync('/proc/self/status','utf8'))[1]))`.replaceAll('\n', '');

function begin(dataDir: string, args: readonly string[]): ChildProcess {
  return spawn(process.execPath, ['--import', telling, join(root, 'dist/import.js'), ...args], {
    cwd: root,
    env: { PATH: process.env.PATH, DATA_DIR: dataDir, IMPORT_PRIORITY: 'normal' },
    stdio: ['ignore', 'ignore', 'inherit', 'pipe'],
  });
}

/** Runs the import command. @returns its exit code and peak memory */
export async function runImport(
  dataDir: string,
  args: readonly string[],
): Promise<{ code: number; kibibytes: number }> {
  const child = begin(dataDir, args);
  let kibibytes = '';
  child.stdio[3]?.on('data', (chunk) => {
    kibibytes += chunk;
  });
  const [code] = await once(child, 'close');
  return { code, kibibytes: Number(kibibytes) };
}

export type Content = string | Buffer | Iterable<Buffer>;

/** Imports a file with this content. @returns the summary that the command has written */
export async function importFile(dataDir: string, kind: string, name: string, content: Content, ...more: string[]) {
  const file = join(dataDir, name);
  await writeFile(file, content);
  const { code, kibibytes } = await runImport(dataDir, [kind, file, ...more]);
  const reports = readdirSync(join(dataDir, 'imports')).sort();
  const newest = reports.filter((report) => report.endsWith('.summary.json')).at(-1) as string;
  return { code, kibibytes, summary: JSON.parse(readFileSync(join(dataDir, 'imports', newest), 'utf8')) };
}

/** Opens the catalogue that the shop serves, with its offers. */
export function served(dataDir: string): { file: string; database: DatabaseSync } {
  const state = new DatabaseSync(join(dataDir, 'state.db'), { readOnly: true });
  const file = String(state.prepare('select file from catalogue_pointer').get()?.file);
  state.close();
  return { file, database: catalogueDatabase(dataDir) };
}

export interface SoldOffer {
  id: number;
  key: string;
  price: number;
  stock: number;
  condition: string;
  brand: string;
  number: string;
  shop: string;
}

/** Returns all offers of a shop that sells a product cheapest. */
export function offersOfOneShop(dataDir: string): SoldOffer[] {
  const { database } = served(dataDir);
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

/** Returns an offer of such a shop, with the article's page that shows it and the id of its product. */
export async function shownOffer(
  origin: string,
  dataDir: string,
): Promise<{ offer: SoldOffer; page: string; product: string }> {
  const database = catalogueDatabase(dataDir);
  const articleOf = database.prepare(
    `select p.id, b.seo_name as brand, p.norm_number as number from offers.offer o
     join product p on p.id = o.product_id join brand b on b.id = p.brand_id where o.id = ? and o.price < 90000`,
  );
  for (const offer of offersOfOneShop(dataDir)) {
    const article = articleOf.get(offer.id);
    if (!article) continue;
    const page = `/Teilenummernsuche/${article.brand}/${article.number}`;
    const html = await (await fetch(origin + page)).text();
    if (!html.includes(`id="o${offer.id}"`)) continue;
    database.close();
    return { offer, page, product: String(article.id) };
  }
  throw new Error('no page shows an offer of the shop');
}

/** Writes a feed of these offers. */
export const feedOf = (offers: readonly SoldOffer[]): string =>
  [
    'key;brand;number;price;stock;condition',
    ...offers.map((o) =>
      [o.key, o.brand, o.number, (o.price / 100).toFixed(2).replace('.', ','), o.stock, o.condition].join(';'),
    ),
    '',
  ].join('\n');
