/**
 * `npm run budgets`: compares the costs of pages, islands and rendering with `scripts/budgets.json`. It measures the
 * built shop with the demonstration. Bytes are those of a page's first response (brotli), in the most expensive
 * edition. Rendering costs the amount of source that it runs, which is the same beside other work and on any machine
 * (P219). Each budget has its reason, which changes with the limit. Costs above their budget fail. Lines of production code have budgets by room
 * (`lines.server/web`): a file counts in the innermost room with a budget. `--all` prints every cost, `--lines` counts
 * and prints lines alone.
 */
import { readFileSync } from 'node:fs';
import { brotliCompressSync, constants } from 'node:zlib';
import { copyBuild } from '../test/support/build.ts';
import { copyCatalogue, findPages, type Pages, startShop, stopShop } from '../test/support/measured-shop.ts';
import { linesByRoom, productionLines } from './count-lines.ts';
import { at, buildIfStale } from './lib-run.ts';

/** Brotli qualities of first answers, and the length beyond which a body is compressed better (`encoding.ts`). */
const [bestQuality, keptQuality, quickQuality, roundTripBytes] = [11, 7, 4, 13_540];
const sizeAt = (text: string, quality: number): number =>
  brotliCompressSync(text, {
    params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_LGWIN]: 18 },
  }).length;
/** Bytes of a page's first answer from an idle shop; those of its parts at the usual quality. */
function brotli(text: string, isPrivate = false): number {
  if (isPrivate) return sizeAt(text, quickQuality);
  const bytes = sizeAt(text, keptQuality);
  return bytes > roundTripBytes && bytes < 1.1 * roundTripBytes ? sizeAt(text, bestQuality) : bytes;
}
/** Bytes of the first answer with its headers. */
const answerCost = (html: string, headers: Headers): number =>
  [...headers].reduce(
    (sum, header) => sum + header.join(': \r\n').length,
    brotli(html, headers.get('cache-control')?.includes('no-store')),
  ) + 'HTTP/1.1 200 OK\r\n\r\n'.length;
const joined = (html: string, pattern: RegExp): string => [...html.matchAll(pattern)].map((match) => match[1]).join('');

/** The number of files that a page fetches without interaction. */
export function requestsOf(html: string): number {
  const found = new Set<string>();
  for (const [tag] of html.matchAll(/<(?:img|script|use|link)\b[^>]*>/g)) {
    if (tag.includes('loading="lazy"')) continue;
    if (tag.startsWith('<link') && !/rel="(?:stylesheet|preload|modulepreload)"/.test(tag)) continue;
    const address = tag.match(/\s(?:src|href)="([^"#][^"#]*)/)?.[1];
    if (address) found.add(address);
  }
  return found.size;
}

type Costs = Record<string, number>;

/** Costs of one page, in bytes and numbers of files. */
export function costsOf(html: string) {
  return {
    page: brotli(html),
    style: brotli(joined(html, /<style[^>]*>([\s\S]*?)<\/style>/g)),
    script: brotliCompressSync(joined(html, /<script>([\s\S]*?)<\/script>/g)).length,
    scriptFiles: [...html.matchAll(/<script[^>]+src=/g)].length,
    requests: requestsOf(html),
  };
}

/**
 * Bytes of each island's own files, of the files that all islands share, and of the deferred script and style sheet.
 */
function fileCosts(): Costs {
  const manifest = readFileSync(at('static/build/manifest.json'), 'utf8');
  const {
    islands,
    deferred,
    scripts,
  }: Record<'islands', Record<string, string[]>> & Record<'deferred', string[]> & { scripts: { buying: string } } =
    JSON.parse(manifest);
  const size = (files: readonly string[]): number =>
    files.reduce((sum, file) => sum + readFileSync(at(`static${file}.br`)).length, 0);
  const all = Object.values(islands);
  const isShared = (file: string): boolean => all.every((files) => files.includes(file));
  const [script = 0, style = 0] = deferred.map((file) => size([file]));
  const costs: Costs = {
    'deferred.script': script,
    'deferred.buying': size([scripts.buying]),
    'deferred.style': style,
    'island.shared': size(all[0]?.filter(isShared) ?? []),
  };
  for (const [name, files] of Object.entries(islands))
    costs[`island.${name}`] = size(files.filter((file) => !isShared(file)));
  return costs;
}

/**
 * Measures the source that one rendering of a page runs, in thousands of characters. Other programs cannot change it.
 * Work of the first renderings and of timers adds to some rounds, so the least counts.
 * @param ask makes the shop render the page once
 * @param report returns the characters of source for each page since the last report
 */
export async function renderCost(ask: () => Promise<unknown>, report: () => Promise<number>): Promise<number> {
  const rounds: number[] = [];
  for (let round = 0; round < 3; round += 1) {
    for (let i = 0; i < 24; i += 1) await ask();
    rounds.push(await report());
  }
  return Math.round(Math.min(...rounds) / 1000);
}

/** The addresses of a page in every edition, from the switcher in its footer. */
export const editionsOf = (html: string): [locale: string, address: string][] =>
  [...html.matchAll(/<a href="([^"]+)"[^>]* hreflang="([\w-]+)"/gi)].map(([, href = '', locale = '']) => [
    locale,
    href.replaceAll('&amp;', '&'),
  ]);

/** The highest cost of a page in any edition, with this edition. */
async function pageCosts(kind: string, path: string, ask: (address: string) => Promise<Response>) {
  const costliest: Record<string, { cost: number; locale: string }> = {};
  const editions = editionsOf(await (await ask(path)).text());
  if (editions.length < 2) throw new Error(`${path} leads to no other edition`);
  for (const [locale, address] of editions) {
    const response = await ask(address);
    const html = await response.text();
    const costs = { ...costsOf(html), answer: answerCost(html, response.headers) };
    for (const [name, cost] of Object.entries(costs)) {
      const known = costliest[`${kind}.${name}`];
      if (!known || cost > known.cost) costliest[`${kind}.${name}`] = { cost, locale };
    }
  }
  return costliest;
}

/** Finds the pages. It retries, since the shop on a busy machine may answer with an incomplete page. */
async function findWholePages(address: string, tries = 10): ReturnType<typeof findPages> {
  return findPages(address).catch((error) => {
    if (tries === 0) throw error;
    return findWholePages(address, tries - 1);
  });
}

/** All costs by the name of their budget, and the most expensive editions. */
async function measure(): Promise<{ costs: Costs; where: Record<string, string> }> {
  const catalogue = copyCatalogue();
  // A copy without compiled code, because V8 counts only blocks of code that it compiles itself.
  const build = copyBuild();
  // Without its cache the shop renders every response.
  const shop = await startShop(
    catalogue.dataDir,
    // Long timeouts for a busy machine.
    { PAGE_CACHE_MB: '0', LOG_LEVEL: 'silent', MARKETPLACE_SECONDS: '20' },
    { probe: at('scripts/render-probe.ts'), program: build.program },
  );
  try {
    const { pages } = await findWholePages(shop.address);
    const costs: Costs = {};
    const where: Record<string, string> = {};
    const ask = async ([address, headers]: Pages[keyof Pages]): Promise<Response> => {
      const response = await fetch(shop.address + address, { headers: { 'accept-encoding': 'br', ...headers } });
      if (!response.ok) throw new Error(`${address} answered ${response.status}`);
      return response;
    };
    for (const [kind, [path, headers]] of Object.entries(pages)) {
      const inEditions = await pageCosts(kind, path, (address) => ask([address, headers]));
      for (const [name, { cost, locale }] of Object.entries(inEditions)) {
        costs[name] = cost;
        where[name] = locale;
      }
    }
    Object.assign(costs, fileCosts());
    costs['render.executed'] = await renderCost(async () => (await ask(pages.article)).arrayBuffer(), shop.report);
    return { costs, where };
  } finally {
    await stopShop(shop);
    build.forget();
    catalogue.forget();
  }
}

export interface Budget {
  limit: number;
  /** A room of code needs it only when its limit is raised. */
  reason?: string;
}

/** Budgets of `scripts/budgets.json` that pass a filter of names. */
export function readBudgets(isWanted: (name: string) => boolean): Record<string, Budget> {
  const all: Record<string, Budget> = JSON.parse(readFileSync(at('scripts/budgets.json'), 'utf8'));
  return Object.fromEntries(Object.entries(all).filter(([name]) => isWanted(name)));
}

/** Lines of production code for the budgets `lines.` and the path of a room. */
function lineCosts(budgets: Readonly<Record<string, Budget>>): Costs {
  const rooms = Object.keys(budgets).flatMap((name) => /^lines\.((?!all$|other$).+)$/.exec(name)?.[1] ?? []);
  const lines = Object.entries(linesByRoom(productionLines(), rooms));
  return Object.fromEntries(lines.map(([room, count]) => [`lines.${room}`, count]));
}

/** Costs without a budget or above it, budgets without a cost, and budgets without a reason, as sentences. */
export function violations(
  costs: Readonly<Costs>,
  budgets: Readonly<Record<string, Budget>>,
  where: Readonly<Record<string, string>> = {},
): string[] {
  const found: string[] = [];
  for (const [name, cost] of Object.entries(costs)) {
    const limit = budgets[name]?.limit;
    if (limit === undefined) found.push(`${name} has no budget: it costs ${cost}`);
    else if (cost > limit)
      found.push(`${name} costs ${cost}${where[name] ? ` in ${where[name]}` : ''}, its budget is ${limit}`);
  }
  for (const [name, { reason }] of Object.entries(budgets)) {
    if (costs[name] === undefined) found.push(`${name} has a budget, but there is no such thing`);
    if (!/\S/.test(reason ?? '') && !/^lines\.(?!all$)/.test(name)) found.push(`${name} has a budget without a reason`);
  }
  return found;
}

if (import.meta.main) {
  const isLinesAlone = process.argv.includes('--lines');
  // `npm test` counts the starts.
  const budgets = readBudgets((name) => (isLinesAlone ? name.startsWith('lines.') : !name.startsWith('starts.')));
  if (!isLinesAlone) await buildIfStale();
  const { costs, where }: Awaited<ReturnType<typeof measure>> = isLinesAlone
    ? { costs: {}, where: {} }
    : await measure();
  Object.assign(costs, lineCosts(budgets));
  const found = violations(costs, budgets, where);
  if (isLinesAlone || process.argv.includes('--all'))
    console.table(
      Object.fromEntries(
        Object.keys(costs).map((name) => [
          name,
          { cost: costs[name], budget: budgets[name]?.limit, edition: where[name] },
        ]),
      ),
    );
  for (const sentence of found) console.error(sentence);
  process.exit(found.length > 0 ? 1 : 0);
}
