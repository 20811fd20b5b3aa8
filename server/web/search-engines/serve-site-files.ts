import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Request, RequestHandler, Response } from 'express';
import type { Clock } from '../../clock/clock.js';
import { ProblemError } from '../../contract/problem.js';
import { rawPath } from '../http/edition-path.js';
import { type EnvironmentSettings, environmentOf } from '../http/environment.js';
import type { Edition } from '../routes/editions.js';
import type { Routes } from '../routes/routes.js';
import { isClosed } from '../routes/shop-editions.js';
import { type FileNeeds, openSearch, securityTxt, webManifest } from './site-files.js';
import { type SitemapKind, type SitemapNeeds, sitemap, sitemapIndexXml, sitemapKinds, sitemapXml } from './sitemap.js';
import { speculationRules } from './speculation-rules.js';

const forAnHour = 'public, max-age=3600';
const yearMs = 31_536_000_000;

type Answer = (request: Request, response: Response, parts: readonly string[]) => void | Promise<void>;

/** Shared caches keep a sitemap with offers for at most a minute (D90). */
function limitSitemap({ notes }: Request, response: Response): void {
  if (notes.lifetime.madeOf.length > 0) response.setHeader('Cache-Control', `${forAnHour}, s-maxage=60`);
}

/** Returns the edition of a file's address. @throws ProblemError `not_found` for another spelling */
function namedEdition({ editions }: Routes, locale: string | undefined): Edition {
  const edition = editions.of(locale);
  if (edition?.locale !== locale) throw new ProblemError('not_found', 'no such edition');
  return edition as Edition;
}
const editionHere = ({ editionPath, host }: Request, routes: Routes): Edition =>
  routes.isMapped(host ?? '') ? editionPath.edition : routes.editions.default;

interface Needs extends FileNeeds, SitemapNeeds {
  clock: Clock;
  env: EnvironmentSettings & FileNeeds['env'] & SitemapNeeds['env'];
}

/** Addresses of the files, with the route that log and metrics name. */
const patterns = [
  ['robots', 'robots', /^\/robots\.txt$/],
  ['security', 'security', /^\/\.well-known\/security\.txt$/],
  ['openSearch', 'opensearch', /^\/opensearch\/([\w-]+)\.xml$/],
  ['manifest', 'manifest', /^\/manifest\/([\w-]+)\.webmanifest$/],
  // A header names the rules with their hash. Browsers that need a script to read them ask without it.
  ['prefetch', 'prefetch', /^\/prefetch(?:-\w{8})?\.json$/],
  ['sitemapIndex', 'sitemap', /^\/sitemap\.xml$/],
  ['sitemap', 'sitemap', /^\/sitemaps\/([\w-]+)\/([a-z-]+)-([1-9]\d{0,3})\.xml\.gz$/],
] as const;

/** Serves the files about the site, which are the same for everybody. */
export function siteFiles(needs: Needs): RequestHandler {
  const { env, routes, clock } = needs;
  const expires = new Date(clock.now() + yearMs);
  const answers: Readonly<Record<(typeof patterns)[number][0], Answer>> = {
    robots(request, response) {
      const host = request.host ?? '';
      const origin = URL.parse(routes.publicBase(editionHere(request, routes), host))?.origin;
      const isStaging = environmentOf(env, host) === 'staging';
      response.type('text/plain').send(robotsTxt(routes, host, origin ? `${origin}/sitemap.xml` : null, isStaging));
    },
    security(request, response) {
      const text = securityTxt(needs, editionHere(request, routes), request.host ?? '', expires);
      response.type('text/plain').send(text);
    },
    openSearch(request, response, [locale]) {
      const text = openSearch(needs, namedEdition(routes, locale), request.host ?? '');
      response.type('application/opensearchdescription+xml').send(text);
    },
    manifest(request, response, [locale]) {
      const text = webManifest(needs, namedEdition(routes, locale), request.host ?? '');
      response.type('application/manifest+json').send(text);
    },
    prefetch: (_, response) => void response.type('application/speculationrules+json').send(speculationRules),
    async sitemapIndex(request, response) {
      const text = await sitemapIndexXml(needs, request.host ?? '');
      limitSitemap(request, response);
      response.type('application/xml').send(text);
    },
    async sitemap(request, response, [locale, kind = '', page]) {
      const edition = namedEdition(routes, locale);
      const host = request.host ?? '';
      const isKnown =
        (sitemapKinds as readonly string[]).includes(kind) && routes.serves(edition, host) && !isClosed(edition);
      if (!isKnown) throw new ProblemError('not_found', 'no such sitemap');
      const file = await sitemap(needs, edition, host, { kind: kind as SitemapKind, page: Number(page) });
      limitSitemap(request, response);
      response.setHeader('Content-Type', 'application/gzip');
      if (request.method === 'HEAD') return void response.end();
      await pipeline(Readable.from(sitemapXml(file)), createGzip(), response).catch((error) => {
        // A client that left early is no error.
        if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
      });
    },
  };
  return async (request, response, next) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return next();
    const path = rawPath(request);
    for (const [file, route, pattern] of patterns) {
      const match = pattern.exec(path);
      if (!match) continue;
      request.notes.route = route;
      // A sitemap needs many calls, each with its own timeout, and no person waits for it.
      request.notes.deadline = Number.POSITIVE_INFINITY;
      response.setHeader('Cache-Control', forAnHour);
      return answers[file](request, response, match.slice(1));
    }
    next();
  };
}

/**
 * Returns paths that search engines must not crawl. Each ends at the end of the path, a query or a slash, because
 * `/recherche` alone would also match article pages.
 */
function closedPaths({ pathNames, hasLogin }: Edition, base: string): string[] {
  const closed = [
    pathNames.cart,
    pathNames.compare,
    pathNames.fullText,
    'search',
    ...(hasLogin ? ['Einloggen', pathNames.account] : []),
  ];
  return closed.flatMap((word) => [`${base}/${word}$`, `${base}/${word}?`, `${base}/${word}/`]);
}

/**
 * Returns `/robots.txt` (RFC 9309). Pages with `noindex` stay open, because crawlers must read them to see it.
 *
 * @param sitemap absolute address; null if the shop does not know its origin (D56)
 * @param isClosed closes a staging host
 */
export function robotsTxt(routes: Routes, host: string, sitemap: string | null, isClosed: boolean): string {
  if (isClosed) return 'User-agent: *\nDisallow: /\n';
  const closed = routes.editions.all
    .filter((edition) => routes.serves(edition, host))
    .flatMap((edition) => closedPaths(edition, routes.base(edition, host)));
  const lines = [
    'User-agent: *',
    'Allow: /',
    'Allow: /api/Bilder/',
    'Disallow: /api/',
    ...closed.map((path) => `Disallow: ${path}`),
  ];
  return `${[...lines, ...(sitemap ? ['', `Sitemap: ${sitemap}`] : [])].join('\n')}\n`;
}
