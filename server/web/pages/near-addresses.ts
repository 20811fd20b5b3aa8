import { LRUCache } from 'lru-cache';
import { informationPages, type Url } from '../../../views/links.js';
import type { NearPage } from '../../../views/models.js';
import type { Clock } from '../../clock/clock.js';
import type { Directory, DirectoryKind } from '../../contract/directory.js';
import { parseTail } from '../../contract/tail.js';
import type { Client } from '../api/client.js';
import { TokenBuckets } from '../http/token-buckets.js';
import { informationTitle } from '../information/content.js';
import type { Edition } from '../routes/editions.js';
import { informationPathNames, localPath } from '../routes/paths.js';
import { matchPath } from '../routes/route-table.js';
import type { EditionPath } from '../routes/routes.js';
import { addressesOf } from '../search-engines/sitemap.js';
import { helpFor } from './help-pages.js';
import { type NamedPage, NameIndex, nameKey } from './near-names.js';
import { type NearAddresses, searchAddress } from './search-address.js';
import usualNames from './usual-names.json' with { type: 'json' };

/**
 * Finds pages for an unknown address; paths have no edition prefix. Never fails: without the catalogue it finds nothing.
 * @param accept header of the request; only browsers, which ask for HTML, cause a search
 */
export type FindNearAddresses = (path: EditionPath, accept?: string) => Promise<NearAddresses>;

const nothing: NearAddresses = { meaning: null, pages: [] };
/** Most pages in the list of an error page. */
const mostPages = 6;
/** Milliseconds that an error page waits for the catalogue's names. */
const patienceMs = 400;
/** Milliseconds that it waits for a search of the words in its address. */
const searchMs = 50;
/** Unknown addresses that are looked up at once, and that are added each second; others get a plain error page. */
const searchesAtOnce = 60;
const searchesPerSecond = 20;
const hourMs = 3_600_000;
/** Milliseconds without a further search after a failed one. */
const failedMs = 2000;

const kinds = ['manufacturers', 'series-pages', 'categories', 'universal-categories', 'brands', 'shops'] as const;

/** Yields the pages of a directory in the order of its entries. */
function* pagesOf(edition: Edition, directory: Directory): Generator<NamedPage> {
  const paths = addressesOf(directory, (name, parameters) => localPath(edition, name, parameters), edition.language);
  for (const entry of directory.entries) {
    const { value: path } = paths.next();
    if (!path) return;
    if ('title' in entry) {
      const category = { urlId: entry.urlId, seoAlias: entry.seoAliases[edition.language] };
      const ofVehicles = directory.kind === 'categories' && { category };
      yield { slug: category.seoAlias, label: entry.title, path, ...ofVehicles };
    } else if ('seoName' in entry) yield { slug: entry.seoName, label: entry.name, path, manufacturer: entry };
    else if ('name' in entry) {
      const ofSeries = directory.kind === 'series-pages' && { seriesPage: entry };
      yield { slug: entry.slug, label: entry.name, path, ...ofSeries };
    }
  }
}

function* informationOf(edition: Edition, shopName: string): Generator<NamedPage> {
  for (const page of informationPages) {
    const path = localPath(edition, 'information', { page });
    const title = path === '/' ? null : informationTitle(edition, page, shopName);
    if (title) yield { slug: informationPathNames[edition.language][page], label: title, path };
  }
}

/** Whether an address has a complete tail, and so names its page already. */
const isTail = (path: string): boolean => path.split('/').some((segment) => parseTail(segment) !== null);

type UsualPage = keyof typeof usualNames;

/** Returns pages by their names in the addresses of other shops. An edition that is off has no addresses (P142). */
function usualPages(editions: readonly Edition[]): Map<string, UsualPage> {
  const languages = new Set(['any', ...editions.map(({ language }) => language)]);
  const pages = (['home', 'cart', 'login'] as const).flatMap((page) =>
    Object.entries(usualNames[page])
      .filter(([language]) => languages.has(language))
      .flatMap(([, names]) => names.split(' ').map((name) => [nameKey(name, ''), page] as const)),
  );
  return new Map(pages);
}
/** Signs that end a sentence around a link. */
const sentenceEnd = /(?:[.,;:!?)\]]|%20|%22|%27)+$/;

/** Returns the page of an address that needs no catalogue; null for all others. */
function plainMeaning(edition: Edition, path: string, usualPage: ReadonlyMap<string, UsualPage>): string | null {
  const clean = path.replace(sentenceEnd, '');
  const page = clean === path ? null : matchPath(edition, clean);
  if (page) return 'redirect' in page ? page.redirect : clean;
  const { language, pathNames } = edition;
  const { section, allVehicles } = pathNames;
  const [, first = ''] = path.split('/');
  const isOf = (word: string): boolean => nameKey(first, language) === nameKey(word, language);
  if (!isTail(path) && (isOf(section) || isOf(allVehicles)) && wordsOf(edition, path).length === 0)
    return localPath(edition, 'vehicles', {});
  const usual = /^\/[^/]+\/?$/.test(path) ? usualPage.get(nameKey(path, '')) : undefined;
  if (!usual) return null;
  return usual === 'login' && !edition.hasLogin ? null : localPath(edition, usual, {});
}

/** Returns the words of an address without ids and fixed segments. */
function wordsOf({ pathNames, language }: Edition, path: string): string[] {
  const { section, allVehicles, shop, partNumbers, partNumberDefaults, information } = pathNames;
  const fixed = [section, allVehicles, shop, partNumbers, ...partNumberDefaults, information];
  const known = new Set(fixed.map((word) => nameKey(word, language)));
  const ofBrand = new RegExp(`-${section}$`, 'i');
  return path
    .split('/')
    .slice(1, 5)
    .map((segment) => decodeURIComponent(segment).replace(ofBrand, ''))
    .filter((word) => word !== '' && !/^[\d-]+$/.test(word) && !parseTail(word) && !known.has(nameKey(word, language)));
}

/** Returns the page that a truncated or guessed address names; null unless there is exactly one. */
function meaningOf(edition: Edition, path: string, words: readonly string[], names: NameIndex): string | null {
  const segments = path.split('/').filter((segment) => segment !== '');
  if (segments.length > 3 || isTail(path)) return null;
  const [first, second] = words.map((word) => names.named(word));
  if (words.length === 1) return first?.length === 1 ? (first[0]?.path ?? null) : null;
  const categories = first?.filter((page) => page.category) ?? [];
  const vehicles = second?.filter((page) => page.manufacturer ?? page.seriesPage) ?? [];
  const [{ category } = {}, { manufacturer, seriesPage } = {}] = [categories[0], vehicles[0]];
  if (words.length > 2 || categories.length !== 1 || vehicles.length !== 1 || !category) return null;
  if (manufacturer) return localPath(edition, 'manufacturerCategory', { category, manufacturer });
  return seriesPage ? localPath(edition, 'seriesCategory', { category, seriesPage }) : null;
}

/** Drops repeated pages, and the group or the leaf if both have one name. */
function distinct(pages: readonly (NearPage & Pick<NamedPage, 'category'>)[]): NearPage[] {
  const known = new Set<string>();
  return pages.filter(({ path, label, category }) => {
    const keys = category ? [path, `category ${label}`] : [path];
    const isNew = !keys.some((key) => known.has(key));
    for (const key of keys) known.add(key);
    return isNew;
  });
}

interface Needs {
  client: Pick<Client, 'for' | 'generation'>;
  shopName: string;
  /** The shop's editions. */
  editions: readonly Edition[];
  clock: Clock;
}

/** Waits for `work`, at most as long as an error page may wait. @throws Error after that time */
async function soon<T>(clock: Clock, work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = clock.after(patienceMs, () => reject(new Error('late')));
  try {
    return await Promise.race([work, promise]);
  } finally {
    timer.cancel();
  }
}

/**
 * Finds pages that an unknown address may have meant, by the names of the edition's pages, else by one search. Reads the
 * names once an hour and generation, caches results, and limits lookups a second.
 */
export function createNearAddresses({ client, shopName, editions, clock }: Needs): FindNearAddresses {
  const usualPage = usualPages(editions);
  const budget = new TokenBuckets(searchesAtOnce, clock, searchesPerSecond);
  const perf = { now: () => clock.steady() };
  const indexes = new LRUCache<string, Promise<NameIndex>>({ max: 12, ttl: hourMs, perf });
  const answers = new LRUCache<string, NearAddresses>({ max: 1000, ttl: hourMs, perf });
  async function readNames(edition: Edition): Promise<NameIndex> {
    const { locale, country, language } = edition;
    const api = client.for({ locale, country });
    const read = (kind: DirectoryKind): Promise<Directory> => api.call('directory', { kind, page: 1 });
    const directories = await Promise.all(kinds.map(read));
    const found = directories.flatMap((directory) => [...pagesOf(edition, directory)]);
    return new NameIndex([...found, ...informationOf(edition, shopName)], language);
  }
  function namesOf(edition: Edition, key: string): Promise<NameIndex> {
    const known = indexes.get(key);
    if (known) return known;
    const reading = readNames(edition);
    indexes.set(key, reading);
    reading.catch(() => indexes.delete(key));
    return reading;
  }
  /** Searches the words of an address; null if the search failed. */
  async function search(edition: Edition, words: readonly string[]): Promise<NearAddresses | null> {
    if (words.length === 0) return nothing;
    const { locale, country } = edition;
    const url: Url = (name, parameters, page) => localPath(edition, name, parameters, page);
    return searchAddress(client.for({ locale, country }, searchMs), url, words).catch(() => null);
  }
  return async ({ edition, path }, accept = '') => {
    const isSearched = accept.includes('text/html');
    const key = `${edition.locale} ${client.generation()}`;
    const answerKey = `${key} ${isSearched} ${path.slice(0, 300)}`;
    const known = answers.get(answerKey);
    if (known) return known;
    try {
      const plain = plainMeaning(edition, path, usualPage);
      if (plain !== null) return { meaning: plain, pages: [] };
      if (!budget.take('')) return nothing;
      const words = wordsOf(edition, path);
      const names = await soon(clock, namesOf(edition, key));
      const named = meaningOf(edition, path, words, names);
      const found = named === null && isSearched ? await search(edition, words) : nothing;
      const near = words.flatMap((word) => names.near(word, mostPages));
      const about = helpFor(words.join(' '), edition, shopName).map(({ page, title }) => ({
        label: title,
        path: localPath(edition, 'information', { page }),
      }));
      const pages = distinct([...near, ...about, ...(found?.pages ?? [])]).slice(0, mostPages);
      const answer = {
        meaning: named ?? (isTail(path) ? null : (found?.meaning ?? null)),
        pages: pages.map(({ label, path: to }) => ({ label, path: to })),
      };
      // The error page asks again at once. A failed search is repeated later.
      answers.set(answerKey, answer, found ? {} : { ttl: failedMs });
      return answer;
    } catch {
      return nothing;
    }
  };
}
