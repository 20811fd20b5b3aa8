import { informationPages, type Url } from '../../../views/links.js';
import { type Directory, type DirectoryEntries, type DirectoryKind, directoryKinds } from '../../contract/directory.js';
import { ProblemError } from '../../contract/problem.js';
import type { Client } from '../api/client.js';
import type { Edition } from '../routes/editions.js';
import { type ExternalAddresses, externalPage } from '../routes/external-pages.js';
import { urlsBelow } from '../routes/paths.js';
import type { Routes } from '../routes/routes.js';
import { isClosed } from '../routes/shop-editions.js';
import { escapeXml } from './site-files.js';

/** Kinds of sitemap files: fixed pages, and the kinds of the directory (D61). */
export const sitemapKinds = ['pages', ...directoryKinds] as const;
export type SitemapKind = (typeof sitemapKinds)[number];

export interface SitemapNeeds {
  env: ExternalAddresses;
  client: Client;
  routes: Routes;
}

export interface Sitemap {
  /**
   * Page addresses, absolute if the shop knows its origin (D56). A sitemap holds at most 10,000; the protocol allows
   * 50,000.
   */
  addresses: Iterable<string>;
  /** Time of the last change in ISO 8601. */
  lastModified: string;
}

type Language = Edition['language'];

const named = (
  { urlId, seoAliases }: DirectoryEntries<'manufacturer-categories'>[number]['category'],
  to: Language,
) => ({
  urlId,
  seoAlias: seoAliases[to],
});

const addresses: {
  readonly [K in DirectoryKind]: (url: Url, entry: DirectoryEntries<K>[number], language: Language) => string;
} = {
  manufacturers: (url, manufacturer) => url('manufacturer', { manufacturer }),
  'series-pages': (url, seriesPage) => url('series', { seriesPage }),
  models: (url, { seriesPage, modelId }) => url('model', { seriesPage, modelId }),
  categories: (url, category, language) => url('category', { category: named(category, language) }),
  'universal-categories': (url, category, language) =>
    url('universalCategory', { category: named(category, language) }),
  'manufacturer-categories': (url, { manufacturer, category }, language) =>
    url('manufacturerCategory', { manufacturer, category: named(category, language) }),
  articles: (url, { brand, number }) => url('article', { brand, number }),
  brands: (url, brand) => url('brand', { brand }),
  shops: (url, { slug }) => url('shop', { shop: slug }),
};

export function* addressesOf({ kind, entries }: Directory, url: Url, language: Language): Generator<string> {
  const addressOf = addresses[kind] as (url: Url, entry: unknown, language: Language) => string;
  for (const entry of entries) yield addressOf(url, entry, language);
}

/** Returns the pages that need no catalogue, without pages that the edition lacks or has elsewhere (D11). */
function pagesOf({ env }: SitemapNeeds, edition: Edition, url: Url): string[] {
  const home = url('home', {});
  const builtIn = informationPages.filter((page) => !externalPage(env, edition, page));
  const information = builtIn.map((page) => url('information', { page }));
  return [home, url('vehicles', {}), ...information.filter((address) => address !== home)];
}

const directoryOf = ({ client }: SitemapNeeds, { locale, country }: Edition, kind: DirectoryKind, page: number) =>
  client.for({ locale, country }).call('directory', { kind, page });

/** @throws ProblemError `not_found` for a page beyond the last one */
export async function sitemap(
  needs: SitemapNeeds,
  edition: Edition,
  host: string,
  { kind, page }: { kind: SitemapKind; page: number },
): Promise<Sitemap> {
  const url = urlsBelow(needs.routes.publicBase(edition, host), edition);
  const isStanding = kind === 'pages';
  const directory = await directoryOf(needs, edition, isStanding ? 'shops' : kind, isStanding ? 1 : page);
  const { lastModified, pageCount } = directory;
  if (page > (isStanding ? 1 : pageCount)) throw new ProblemError('not_found', 'no such sitemap');
  return {
    addresses: isStanding ? pagesOf(needs, edition, url) : addressesOf(directory, url, edition.language),
    lastModified,
  };
}

/** Writes a sitemap in pieces, so that sending starts before it is complete. */
export function* sitemapXml({ addresses, lastModified }: Sitemap): Generator<string> {
  let piece = '<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n';
  for (const address of addresses) {
    piece += `<url><loc>${escapeXml(address)}</loc><lastmod>${lastModified}</lastmod></url>\n`;
    if (piece.length < 16_384) continue;
    yield piece;
    piece = '';
  }
  yield `${piece}</urlset>\n`;
}

/** Returns `/sitemap.xml` with all sitemap files of the editions on the host. */
export async function sitemapIndexXml(needs: SitemapNeeds, host: string): Promise<string> {
  const here = needs.routes.editions.all.filter((edition) => needs.routes.serves(edition, host) && !isClosed(edition));
  const entries = await Promise.all(
    here.flatMap((edition) =>
      sitemapKinds.map(async (kind) => {
        const { pageCount, lastModified } = await directoryOf(needs, edition, kind === 'pages' ? 'shops' : kind, 1);
        const origin = URL.parse(needs.routes.publicBase(edition, host))?.origin ?? '';
        return Array.from({ length: kind === 'pages' ? 1 : pageCount }, (_, index) => {
          const address = `${origin}/sitemaps/${edition.locale}/${kind}-${index + 1}.xml.gz`;
          return `<sitemap><loc>${address}</loc><lastmod>${lastModified}</lastmod></sitemap>\n`;
        }).join('');
      }),
    ),
  );
  return (
    '<?xml version="1.0" encoding="UTF-8"?>\n' +
    `<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join('')}</sitemapindex>\n`
  );
}
