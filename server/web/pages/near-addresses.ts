import { LRUCache } from 'lru-cache';
import { informationPages } from '../../../views/links.js';
import type { NearPage } from '../../../views/models.js';
import type { Clock } from '../../clock/clock.js';
import type { Directory, DirectoryKind } from '../../contract/directory.js';
import { parseTail } from '../../contract/tail.js';
import type { Client } from '../api/client.js';
import { TokenBuckets } from '../http/token-buckets.js';
import { informationTitle } from '../information/content.js';
import type { Edition } from '../routes/editions.js';
import { informationPathNames, localPath } from '../routes/paths.js';
import type { EditionPath } from '../routes/routes.js';
import { addressesOf } from '../search-engines/sitemap.js';
import { type NamedPage, NameIndex, nameKey } from './near-names.js';

/** Pages that an unknown address may have meant; paths have no edition prefix. */
export interface NearAddresses {
  /** The only page whose name matches the words of the address; null without one. */
  readonly meaning: string | null;
  /** Pages with similar names. */
  readonly pages: readonly NearPage[];
}
/** Never fails: without the catalogue it finds nothing. */
export type FindNearAddresses = (path: EditionPath) => Promise<NearAddresses>;

const nothing: NearAddresses = { meaning: null, pages: [] };
/** Most pages in the list of an error page. */
const mostPages = 6;
/** Milliseconds that an error page waits for the catalogue's names. */
const patienceMs = 400;
/** Unknown addresses that are looked up at once, and that are added each second; others get a plain error page. */
const searchesAtOnce = 60;
const searchesPerSecond = 20;
const hourMs = 3_600_000;

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

/** Returns the words of an address without ids and fixed segments. */
function wordsOf({ pathNames, language }: Edition, path: string): string[] {
  const { section, allVehicles, shop, partNumbers, information } = pathNames;
  const known = new Set([section, allVehicles, shop, partNumbers, information].map((word) => nameKey(word, language)));
  const ofBrand = new RegExp(`-${section}$`, 'i');
  return path
    .split('/')
    .slice(1, 5)
    .map((segment) => decodeURIComponent(segment).replace(ofBrand, ''))
    .filter((word) => word !== '' && !/^[\d-]+$/.test(word) && !parseTail(word) && !known.has(nameKey(word, language)));
}

/** Returns the page that a truncated or guessed address names; null unless there is exactly one. */
function meaningOf(edition: Edition, path: string, words: readonly string[], names: NameIndex): string | null {
  const { section, allVehicles } = edition.pathNames;
  const segments = path.split('/').filter((segment) => segment !== '');
  const isOf = (segment: string | undefined, word: string): boolean =>
    segment !== undefined && nameKey(segment, edition.language) === nameKey(word, edition.language);
  // An address with a complete tail names its page already.
  if (segments.length > 3 || segments.some((segment) => parseTail(segment) !== null)) return null;
  if (words.length === 0)
    return isOf(segments[0], section) || isOf(segments[0], allVehicles) ? localPath(edition, 'vehicles', {}) : null;
  const [first, second] = words.map((word) => names.named(word));
  if (words.length === 1) return first?.length === 1 ? (first[0]?.path ?? null) : null;
  const categories = first?.filter((page) => page.category) ?? [];
  const vehicles = second?.filter((page) => page.manufacturer ?? page.seriesPage) ?? [];
  const [{ category } = {}, { manufacturer, seriesPage } = {}] = [categories[0], vehicles[0]];
  if (words.length > 2 || categories.length !== 1 || vehicles.length !== 1 || !category) return null;
  if (manufacturer) return localPath(edition, 'manufacturerCategory', { category, manufacturer });
  return seriesPage ? localPath(edition, 'seriesCategory', { category, seriesPage }) : null;
}

interface Needs {
  client: Pick<Client, 'for' | 'generation'>;
  shopName: string;
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
 * Finds pages that an unknown address may have meant, by the names of the edition's pages. Reads the names once an hour
 * and generation, caches results, and limits lookups a second.
 */
export function createNearAddresses({ client, shopName, clock }: Needs): FindNearAddresses {
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
  return async ({ edition, path }) => {
    const key = `${edition.locale} ${client.generation()}`;
    const answerKey = `${key} ${path.slice(0, 300)}`;
    const known = answers.get(answerKey);
    if (known) return known;
    if (!budget.take('')) return nothing;
    try {
      const words = wordsOf(edition, path);
      const names = await soon(clock, namesOf(edition, key));
      const pages = new Map(words.flatMap((word) => names.near(word, mostPages)).map((page) => [page.path, page]));
      const near = [...pages.values()].slice(0, mostPages).map(({ label, path: to }) => ({ label, path: to }));
      const answer = { meaning: meaningOf(edition, path, words, names), pages: near };
      answers.set(answerKey, answer);
      return answer;
    } catch {
      return nothing;
    }
  };
}
