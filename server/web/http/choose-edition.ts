import type { Request, RequestHandler } from 'express';
import type { Edition } from '../routes/editions.js';
import type { Routes } from '../routes/routes.js';
import type { ShopEditions } from '../routes/shop-editions.js';
import { rawPath, rawQuery } from './edition-path.js';
import { isSameOriginNavigation } from './origin.js';

/** Returns the edition of the browser's preferred language; undefined if the shop has none of them. */
export function editionByLanguage(editions: ShopEditions, header: string): Edition | undefined {
  const wishes = header
    .split(',')
    .map((wish) => {
      const [tag = '', ...options] = wish.trim().toLowerCase().split(';');
      const q = options.map((option) => /^\s*q=([\d.]+)$/.exec(option)?.[1]).find(Boolean);
      return { tag, q: q === undefined ? 1 : Number(q) };
    })
    .filter(({ q }) => q > 0)
    .sort((a, b) => b.q - a.q);
  for (const { tag } of wishes) {
    const exact = editions.of(tag);
    const found = exact ?? editions.all.find(({ language }) => language === tag.split('-')[0]);
    if (found) return found;
  }
  return undefined;
}

/**
 * Redirects the bare address `/` of an unmapped host to the visitor's edition, found by cookie or Accept-Language (D2,
 * D60). Without either, and for visitors who come from the shop's own pages, it stays the home of the default edition.
 */
export function chooseEdition(routes: Routes): RequestHandler {
  const { editions } = routes;
  const wished = (request: Request): Edition => {
    if (isSameOriginNavigation(request)) return editions.default;
    return (
      editions.of(request.cookies?.locale) ??
      editionByLanguage(editions, request.get('accept-language') ?? '') ??
      editions.default
    );
  };
  return (request, response, next) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (!isRead || rawPath(request) !== '/' || routes.isMapped(request.host ?? '')) return next();
    response.vary('Accept-Language, Cookie');
    const edition = wished(request);
    if (edition === editions.default) return next();
    request.notes.route = `root___${edition.locale}`;
    response.setHeader('Cache-Control', 'private, no-store');
    response.redirect(302, `${routes.base(edition, request.host ?? '')}/${rawQuery(request)}`);
  };
}
