/** Runs the built server on a copy of the demonstration catalogue, for commands that measure it. */
import type { ChildProcess } from 'node:child_process';
import { rmSync } from 'node:fs';
import { serverEnv, serverFlags } from '../../scripts/lib-run.ts';
import { freshDataDir } from './catalogue.ts';
import { memoryOf } from './figures.ts';
import { makeCatalogue } from './make-catalogue.ts';
import { endProgram, startProgram } from './program.ts';
import { addressIn, builtServer } from './shop.ts';

/** Copies the catalogue of the tests, which is made if missing; `forget` removes the copy. */
export function copyCatalogue(): { dataDir: string; forget(): void } {
  makeCatalogue();
  const dataDir = freshDataDir();
  return { dataDir, forget: () => rmSync(dataDir, { recursive: true, force: true }) };
}

export interface Server {
  child: ChildProcess;
  address: string;
  /** Asks the probe for its figure. */
  report(): Promise<number>;
  /** Milliseconds from its start to its first page. */
  firstPage: number;
  /** Current memory in MiB; NaN if the system does not report it. */
  memory(): number;
}

/**
 * Starts the built server as an operator does.
 *
 * @param options.pin command that pins the server to one core
 * @param options.probe module that is loaded before the server and reports its measurements on request
 * @param options.path of the first page
 * @param options.program another build's `dist/server.js`
 * @returns process, address, milliseconds to the first page, and a function that asks the probe
 */
export async function startShop(
  dataDir: string,
  env: Readonly<Record<string, string>> = {},
  {
    pin = [],
    probe,
    path = '/',
    program = builtServer,
  }: { pin?: readonly string[]; probe?: string; path?: string; program?: string } = {},
): Promise<Server> {
  const began = performance.now();
  const { child, value: address } = await startProgram({
    name: 'shop',
    command: [...pin, process.execPath, ...serverFlags, ...(probe ? ['--import', probe] : []), program],
    env: { PORT: '0', DATA_DIR: dataDir, ...serverEnv, ...env },
    stdio: ['ignore', 'pipe', 'inherit', probe ? 'ipc' : 'ignore'],
    output: 'stdout',
    read: addressIn,
  });
  const first = await fetch(address + path);
  await first.arrayBuffer();
  return {
    child,
    address,
    firstPage: performance.now() - began,
    memory: () => memoryOf(child.pid ?? 0).all,
    report: () =>
      new Promise((resolve) => {
        child.once('message', (figure: number) => resolve(figure));
        child.send('report');
      }),
  };
}

/** Starts the built server on a fresh copy of the catalogue, and ends it after the work. */
export async function withShop<Result>(
  env: Readonly<Record<string, string>>,
  work: (shop: Server, dataDir: string) => Promise<Result>,
  options?: Parameters<typeof startShop>[2],
): Promise<Result> {
  const { dataDir, forget } = copyCatalogue();
  try {
    const shop = await startShop(dataDir, env, options);
    try {
      return await work(shop, dataDir);
    } finally {
      await stopShop(shop);
    }
  } finally {
    forget();
  }
}

export const stopShop = ({ child }: Server): Promise<void> => endProgram(child);

const links = (html: string, pattern: RegExp): string[] =>
  [...new Set([...html.matchAll(/href="([^"]+)"/g)].map(([, href = '']) => href.replaceAll('&amp;', '&')))].filter(
    (href) => pattern.test(href),
  );

/** Path and request headers of each kind of page. */
export type Pages = Record<'home' | 'category' | 'article' | 'cart', [path: string, headers: Record<string, string>]>;

/**
 * Finds addresses to measure by following links: home, a category, an article with many offers, a filled cart.
 *
 * @returns each page with its request headers, and the articles of five pages of the category
 */
export async function findPages(origin: string): Promise<{ pages: Pages; cold: string[] }> {
  const get = (path: string) => fetch(origin + path, { headers: { 'accept-encoding': 'identity' } });
  const category = (await (await get('/api/navigation?categoryId=1523&locale=de-DE')).json()).category;
  const categoryPath = `/${category.seoAlias}/Alle-Fahrzeuge/--1523`;
  const listing = await (await get(categoryPath)).text();
  const articles = links(listing, /^\/Teilenummernsuche\/[^/]+\/[^/]+/).flatMap((href) => href.split('?')[0] ?? []);
  const [article] = articles;
  if (article === undefined) throw new Error(`${categoryPath} has no articles`);
  const html = await (await get(article)).text();
  const add = html.match(/action="(\/api\/Warenkorb\/Hinzufuegen\/[^"]+)"/)?.[1]?.replaceAll('&amp;', '&');
  const added = await fetch(origin + add, {
    method: 'POST',
    headers: { accept: 'application/json', 'content-type': 'application/json', origin },
    body: JSON.stringify({ quantity: 1, locale: 'de-DE' }),
  });
  const cookie = added.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  const cold: string[] = [];
  for (let page = 1; page <= 5; page++)
    cold.push(...links(await (await get(`${categoryPath}?page=${page}`)).text(), /^\/Teilenummernsuche\//));
  return {
    pages: { home: ['/', {}], category: [categoryPath, {}], article: [article, {}], cart: ['/Warenkorb', { cookie }] },
    cold: [...new Set(cold)],
  };
}
