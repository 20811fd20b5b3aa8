import { expect, test } from 'vitest';
import { allEditions, type Edition } from '../server/web/routes/editions.js';
import { fetchPage, type PageHead, readPage } from './support/page.js';
import { isLong } from './support/sample.js';
import { sharedShop } from './support/shared-shop.js';

/** A crawler that follows every link from the home page of each edition, breadth first. */
const shop = sharedShop();

const pagesInAll = isLong ? 3000 : 120;
const perEdition = pagesInAll / allEditions.length;

interface Crawled {
  /** Pages by their address. */
  pages: Map<string, PageHead>;
  errors: string[];
}

/** Returns the edition of an address of this site. */
function editionOfPath(path: string): Edition {
  const named = allEditions.find(({ locale }) => path === `/${locale}` || path.startsWith(`/${locale}/`));
  return named ?? (allEditions[0] as Edition);
}

/**
 * Crawls breadth first. It takes only a share of each page's new links first, so that a short crawl meets every kind of
 * page.
 */
async function crawl(edition: Edition): Promise<Crawled> {
  const pages = new Map<string, PageHead>();
  const errors: string[] = [];
  const home = `${edition.prefix}/`;
  const seen = new Set([home]);
  // A queue for each shape of address. The crawl alternates between them.
  const queues = new Map<string, { path: string; from: string }[]>([['home', [{ path: home, from: '' }]]]);
  const shapeOf = (path: string): string =>
    path
      .slice(edition.prefix.length)
      .replace(/\?.*/, '?')
      .replace(
        /\/[^/]*\/[^/]*\/(\d?)-(\w*)-(\w*)(-?)\w*/,
        (_, type, __, category) => `tail ${type} ${category ? 'c' : ''}`,
      )
      .replace(/\/[^/]*\/8-.*/, 'universal')
      .replace(/^(\/[^/]+)\/.*/, '$1');
  while (pages.size < perEdition) {
    const turn = [...queues.values()].filter((queue) => queue.length > 0);
    if (turn.length === 0) break;
    for (const queue of turn) {
      const { path, from } = queue.shift() as { path: string; from: string };
      const response = await fetchPage(shop.origin, path);
      if (response.status !== 200) {
        errors.push(`${path} on ${from} answers ${response.status} ${response.headers.location ?? ''}`);
        continue;
      }
      // A file that all editions share is followed, but belongs to no edition.
      if (!String(response.headers['content-type']).startsWith('text/html')) continue;
      const page = readPage(response.body);
      pages.set(path, page);
      if (page.lang !== edition.locale) errors.push(`${path} speaks ${page.lang}`);
      for (const { href, hreflang } of page.links) {
        if (!href.startsWith('/') || hreflang) {
          if (/^(https?:|mailto:|tel:|#|\/)/.test(href)) continue;
          errors.push(`${path} has a link to ${href}`);
          continue;
        }
        const [target = ''] = href.split('#');
        const isShared = target.startsWith('/.well-known/');
        // The login redirects to the provider (specification 2, D67), which is outside.
        if (target.startsWith(`${edition.prefix}/Einloggen?`)) continue;
        if (!isShared && editionOfPath(target) !== edition)
          errors.push(`${path} leads to another edition at ${target}`);
        // Downloads and pictures are no pages.
        if (target === '' || seen.has(target) || target.startsWith('/api/')) continue;
        seen.add(target);
        const shape = shapeOf(target);
        const waiting = queues.get(shape) ?? [];
        queues.set(shape, [...waiting, { path: target, from: path }]);
      }
    }
  }
  return { pages, errors };
}

const crawled = new Map<string, Crawled>();
test.each(allEditions.map((edition) => [edition.locale, edition] as const))(
  '%s: every link leads straight to a page of the edition',
  async (locale, edition) => {
    const result = await crawl(edition);
    crawled.set(locale, result);
    expect(result.errors).toEqual([]);
    expect(result.pages.size).toBeGreaterThanOrEqual(perEdition);
  },
);

test('hreflang goes both ways and names the page itself', async () => {
  const known = new Map([...crawled.values()].flatMap(({ pages }) => [...pages]));
  const errors: string[] = [];
  const load = async (path: string): Promise<PageHead | null> => {
    const page = known.get(path);
    if (page) return page;
    const response = await fetchPage(shop.origin, path);
    if (response.status !== 200) return null;
    const read = readPage(response.body);
    known.set(path, read);
    return read;
  };
  // Loaded counterparts have the same set, so that checking one suffices.
  for (const [path, { lang = '', alternates, robots, canonical }] of [...known]) {
    if (alternates.size === 0) {
      const isOwn = robots !== 'noindex' && canonical === path && !path.includes('?');
      if (isOwn) errors.push(`${path} names no counterparts`);
      continue;
    }
    if (alternates.get(lang) !== canonical) errors.push(`${path} does not name itself but ${alternates.get(lang)}`);
    if (alternates.get('x-default') !== alternates.get('de-DE')) errors.push(`${path} has another x-default`);
    for (const [language, target] of alternates) {
      if (language === 'x-default') continue;
      const other = await load(target);
      if (!other) errors.push(`${path} names ${target}, which is no page`);
      else if (other.alternates.get(lang) !== canonical) errors.push(`${target} does not point back to ${path}`);
    }
  }
  expect(errors).toEqual([]);
});
