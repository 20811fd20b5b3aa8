import type { Url } from '../../../views/links.js';
import type { Edition } from '../routes/editions.js';
import { urlsBelow } from '../routes/paths.js';
import type { Routes } from '../routes/routes.js';
import { isClosed } from '../routes/shop-editions.js';

/** The same page in another edition, for search engines. */
export interface Alternate {
  /** `de-AT`, or `x-default`. */
  hreflang: string;
  href: string;
}

interface Located {
  /** Configured name of a mapped host. */
  host: string;
}
/** A page as far as its counterparts in other editions need to know it. */
interface Counterpart {
  address: string;
  canonical?: string;
  head: { isIndexed: boolean };
  alternate(edition: Edition, url: Url): string;
}

/** Makes path-absolute addresses of the page's own edition absolute, where the shop knows its origin (D56). */
export function absoluteFrom(
  routes: Routes,
  { edition, host, prefix }: Located & { edition: Edition; prefix: string },
): (address: string) => string {
  const base = routes.publicBase(edition, host);
  // Pictures and files stand beside the editions, below no prefix.
  const origin = URL.parse(base)?.origin ?? '';
  return (address) => {
    if (!address.startsWith('/')) return address;
    const isOwn = prefix === '' || address === prefix || address.startsWith(`${prefix}/`);
    const isFile = address.startsWith('/api/') || /^\/[\w-]+\.\w+$/.test(address);
    return isOwn && !isFile ? base + address.slice(prefix.length) : origin + address;
  };
}

/**
 * Every edition's address of an indexable page, itself included, and `x-default`. A page that points elsewhere by its
 * canonical address has none, since its counterparts would not point back to it; an edition without the page is left
 * out, though the switcher leads to its home (D60), and so is one that nobody is to find yet.
 */
export function alternatesOf(
  routes: Routes,
  page: Located & { match: { name: string } },
  prepared: Counterpart,
): Alternate[] {
  const canonical = prepared.canonical ?? prepared.address;
  if (!prepared.head.isIndexed || canonical !== prepared.address || canonical.includes('?')) return [];
  const found = routes.editions.all.flatMap((edition) => {
    if (isClosed(edition)) return [];
    const url = urlsBelow(routes.publicBase(edition, page.host), edition);
    const href = prepared.alternate(edition, url);
    const isMissing = page.match.name !== 'home' && href === url('home', {});
    return isMissing ? [] : [{ hreflang: edition.locale as string, href }];
  });
  const own = found.find(({ hreflang }) => hreflang === routes.editions.default.locale);
  return own ? [...found, { hreflang: 'x-default', href: own.href }] : found;
}
