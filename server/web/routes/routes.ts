import type { Locale } from '../../contract/locales.js';
import type { Edition } from './editions.js';
import { everyEdition, type ShopEditions } from './shop-editions.js';

/** A request's edition, its address prefix on this host, and the path without that prefix. */
export interface EditionPath {
  edition: Edition;
  /** Prefix of the edition's addresses on this host: empty, or `/fr-FR`. */
  prefix: string;
  /** Raw path below the prefix, beginning with a slash. */
  path: string;
  /** Path of the request is another spelling of `prefix` + `path`, or belongs to another host. */
  moved: boolean;
  /** Origin the edition is served on, where that is not this host. */
  origin: string;
}
/** Names of all pages to addresses, and back; made once from the configured hosts and editions. */
export interface Routes {
  readonly editions: ShopEditions;
  /** The edition a request is for, by host, prefix or word (D2). Bare `/` is the default edition's. */
  locate(host: string, rawPath: string): EditionPath;
  /** Prefix of links to `edition` from a page on `host`; may include an origin. */
  base(edition: Edition, host: string): string;
  /**
   * Prefix of the edition's addresses for outside readers, such as search engines: with an origin where one is
   * configured, else as seen from `host`; never made from the Host header (D56).
   */
  publicBase(edition: Edition, host: string): string;
  /** Whether `host` serves the edition itself, so that files about it belong there. */
  serves(edition: Edition, host: string): boolean;
  isMapped(host: string): boolean;
  /** The configured name of a mapped host; empty for every other, since none of them makes a page look different. */
  hostId(host: string): string;
}

/** Words that only one edition uses, and that edition: an unprefixed address with one of them is its (D2). */
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

/** Letters, digits and hyphens are the same thing escaped and plain (RFC 3986, 6.2.2.2). */
const withoutNeedlessEscapes = (path: string): string =>
  path.replace(/%(2d|3\d|[46][1-9a-f]|[57][0-9a])/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );

/** An address without a page; all addresses of an edition that is off. */
const offPath = '/-/-/-/-';

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
    // A mapped host without a prefix is its own edition's, so that every other edition needs one there.
    const named = `/${edition.locale}`;
    if (!publicOrigin || isSameHost(host, publicHost)) return { prefix: named, origin: '' };
    return { prefix: mapped(publicHost) ? named : edition.prefix, origin: publicOrigin };
  };
  return {
    editions,
    locate(host, rawPath) {
      const plain = withoutNeedlessEscapes(rawPath);
      const written = /^\/+([a-z]{2}-[a-z]{2})(?=\/|$)/i.exec(plain);
      const named = editions.of(written?.[1]);
      if (written?.[1] && editions.isOff(written[1])) {
        const edition = mapped(host) ?? editions.default;
        const { prefix } = whereabouts(edition, host);
        return { edition, prefix, path: offPath, moved: false, origin: '' };
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
