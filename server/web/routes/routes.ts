import type { Locale } from '../../contract/locales.js';
import type { Edition } from './editions.js';
import { matchPath } from './route-table.js';
import { everyEdition, type ShopEditions } from './shop-editions.js';

/** Edition of a request, with its path. */
export interface EditionPath {
  edition: Edition;
  /** Prefix of the edition's addresses on this host: empty, or `/fr-FR`. */
  prefix: string;
  /** Raw path below the prefix, with leading slash. */
  path: string;
  /** The request used another spelling of `prefix` + `path`, or another host. */
  moved: boolean;
  /** Origin that serves the edition, if it is another one. */
  origin: string;
}
/** Addresses of the editions on the configured hosts. */
export interface Routes {
  readonly editions: ShopEditions;
  /** Finds the edition by host, prefix or word (D2). A bare `/` belongs to the default edition. */
  locate(host: string, rawPath: string): EditionPath;
  /** Returns the prefix of links to an edition from a page on `host`, with an origin if needed. */
  base(edition: Edition, host: string): string;
  /**
   * Returns the prefix for external readers such as search engines. It has an origin if one is configured, but never
   * one from the Host header (D56).
   */
  publicBase(edition: Edition, host: string): string;
  /** Returns whether `host` serves the edition, so that files about the edition belong there. */
  serves(edition: Edition, host: string): boolean;
  isMapped(host: string): boolean;
  /** Returns the configured name of a mapped host; empty for all others, which look the same. */
  hostId(host: string): string;
}

/** Returns the words of addresses that belong to only one edition. They identify it without a prefix (D2). */
function editionsByPathName({ all }: ShopEditions): Map<string, Edition> {
  const found = new Map<string, Edition>();
  for (const edition of [...all].reverse()) {
    const { section, allVehicles, cart, compare, fullText, partNumbers, shop, information } = edition.pathNames;
    for (const word of [section, allVehicles, cart, compare, fullText, partNumbers, shop, information]) {
      found.set(word.toLowerCase(), edition);
    }
  }
  return found;
}

/** Decodes escaped letters, digits and hyphens, which mean the same (RFC 3986, 6.2.2.2). */
const withoutNeedlessEscapes = (path: string): string =>
  path.replace(/%(2d|3\d|[46][1-9a-f]|[57][0-9a])/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );

/** A path without page, for all addresses of an edition that is off. */
const offPath = '/-/-/-/-';

function hasPage(edition: Edition, path: string): boolean {
  try {
    return matchPath(edition, path) !== null;
  } catch (error) {
    if (error instanceof URIError) return false;
    throw error;
  }
}

const withoutPort = (host: string): string => host.toLowerCase().replace(/:\d+$/, '');
const isSameHost = (one: string, other: string): boolean => withoutPort(one) === withoutPort(other);

export function createRoutes(
  hosts: ReadonlyMap<string, Locale>,
  publicOrigin: string | undefined,
  editions: ShopEditions = everyEdition,
): Routes {
  const byPathName = editionsByPathName(editions);
  const editionOfPathName = (path: string): Edition => {
    const [, first = '', second = ''] = path.toLowerCase().split('/');
    return byPathName.get(first) ?? byPathName.get(second) ?? editions.default;
  };
  const hostOf = new Map([...hosts].map(([host, locale]) => [locale, host]));
  const scheme = publicOrigin?.startsWith('http:') ? 'http' : 'https';
  const publicHost = publicOrigin === undefined ? '' : new URL(publicOrigin).host;
  const mapped = (host: string): Edition | undefined => {
    const name = host.toLowerCase();
    const locale = hosts.get(name) ?? hosts.get(withoutPort(name));
    return editions.of(locale);
  };
  const whereabouts = (edition: Edition, host: string): { prefix: string; origin: string } => {
    const here = mapped(host);
    if (here === edition) return { prefix: '', origin: '' };
    const own = hostOf.get(edition.locale);
    if (own) return { prefix: '', origin: `${scheme}://${own}` };
    if (!here) return { prefix: edition.prefix, origin: '' };
    // Without a prefix this host serves its own edition, so every other one needs a prefix.
    const named = `/${edition.locale}`;
    if (!publicOrigin || isSameHost(host, publicHost)) return { prefix: named, origin: '' };
    return { prefix: mapped(publicHost) ? named : edition.prefix, origin: publicOrigin };
  };
  return {
    editions,
    locate(host, rawPath) {
      const plain = withoutNeedlessEscapes(rawPath);
      const written = /^\/+([a-z]{2}(?:[-_][a-z]{2})?)(?=\/|$)/i.exec(plain);
      const locale = written?.[1]?.replace('_', '-') ?? '';
      const here = mapped(host) ?? editions.default;
      // A group of products may have the name of a country, so a page of this host goes before a short name.
      const named = editions.of(locale) ?? (hasPage(here, plain) ? undefined : editions.ofShort(locale));
      if (editions.isOff(locale)) {
        const { prefix } = whereabouts(here, host);
        return { edition: here, prefix, path: offPath, moved: false, origin: '' };
      }
      const edition = named ?? mapped(host) ?? editionOfPathName(plain);
      const { prefix, origin } = whereabouts(edition, host);
      const below = (named && written ? plain.slice(written[0].length) : plain) || '/';
      // Browsers read `//` and `/\\` at the start of a redirect as another host.
      const path = below.replace(/\\/g, '%5C').replace(/\/{2,}/g, '/');
      return { edition, prefix, path, moved: origin !== '' || prefix + path !== rawPath, origin };
    },
    base(edition, host) {
      const { prefix, origin } = whereabouts(edition, host);
      return origin + prefix;
    },
    publicBase(edition, host) {
      const own = hostOf.get(edition.locale);
      if (own) return `${scheme}://${own}`;
      return publicOrigin ? publicOrigin + edition.prefix : whereabouts(edition, host).prefix;
    },
    serves(edition, host) {
      const here = mapped(host);
      return here ? here === edition : !hostOf.has(edition.locale);
    },
    isMapped: (host) => mapped(host) !== undefined,
    hostId(host) {
      const name = host.toLowerCase();
      if (hosts.has(name)) return name;
      return hosts.has(withoutPort(name)) ? withoutPort(name) : '';
    },
  };
}
