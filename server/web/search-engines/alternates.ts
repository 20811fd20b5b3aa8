import type { Url } from '../../../views/links.js';
import type { Edition } from '../routes/editions.js';
import { urlsBelow } from '../routes/paths.js';
import type { Routes } from '../routes/routes.js';
import { isClosed } from '../routes/shop-editions.js';

/** Address of a page in another edition. */
export interface Alternate {
  /** Language as `de-AT`, or `x-default`. */
  hreflang: string;
  href: string;
}

interface Located {
  /** Configured name of a mapped host. */
  host: string;
}
interface Counterpart {
  address: string;
  canonical?: string;
  head: { isIndexed: boolean };
  alternate(edition: Edition, url: Url): string;
}

/** Returns a function that makes paths of the page's edition absolute, if the shop knows its origin (D56). */
export function absoluteFrom(
  routes: Routes,
  { edition, host, prefix }: Located & { edition: Edition; prefix: string },
): (address: string) => string {
  const base = routes.publicBase(edition, host);
  // Pictures and files have no edition prefix.
  const origin = URL.parse(base)?.origin ?? '';
  return (address) => {
    if (!address.startsWith('/')) return address;
    const isOwn = prefix === '' || address === prefix || address.startsWith(`${prefix}/`);
    const isFile = address.startsWith('/api/') || /^\/[\w-]+\.\w+$/.test(address);
    return isOwn && !isFile ? base + address.slice(prefix.length) : origin + address;
  };
}

/**
 * Returns the addresses of an indexable page in all editions, and `x-default`. A page whose canonical address is
 * another one has none, because its counterparts would not point back. Editions without the page and closed editions
 * are omitted (D60).
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
