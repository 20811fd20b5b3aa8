import { z } from 'zod';
import { informationPages } from '../views/links.js';
import { type ConsoleRole, consoleRoles } from './contract/console.js';
import { type Locale, locales } from './contract/locales.js';
import { isGuardedUrl } from './env-values.js';

/** A list of names with commas between them, all of one pattern. */
const names = (pattern: RegExp) =>
  z
    .string()
    .transform((text) => text.split(',').map((name) => name.trim()))
    .refine((all) => all.every((name) => pattern.test(name)), {
      message: 'must be host names separated by commas',
      abort: true,
    });

/** A list of `name=value` pairs with commas between them. @param message the sentence about a wrong pair */
const pairs = (isPair: (name: string, value: string) => boolean, message: string) =>
  z
    .string()
    .transform((text) =>
      text
        .split(',')
        .map((pair) => pair.trim())
        .filter(Boolean)
        .map((pair): [name: string, value: string] => {
          const at = pair.indexOf('=');
          return at < 0 ? [pair, ''] : [pair.slice(0, at).trim(), pair.slice(at + 1).trim()];
        }),
    )
    .refine((all) => all.every(([name, value]) => isPair(name, value)), { message, abort: true });

const isLocale = (text: string): text is Locale => (locales as readonly string[]).includes(text);
const isHttps = (text: string): boolean => URL.parse(text)?.protocol === 'https:';
/** The two parts of `edition:name`. */
const inEdition = (text: string): [edition: string, name: string] => {
  const [edition = '', name = ''] = text.split(':');
  return [edition, name.trim()];
};

/** `host=edition` pairs: the edition of each host, in lower case. Each edition once. */
export const editionHosts = pairs(
  (host, name) => /^[a-z0-9.-]+(:\d+)?$/i.test(host) && isLocale(name),
  `must be host=edition pairs such as www.example.fr=fr-FR; editions are ${locales.join(', ')}`,
)
  .refine((all) => new Set(all.map(([, name]) => name)).size === all.length, { message: 'must name each edition once' })
  .transform(
    (all): ReadonlyMap<string, Locale> => new Map(all.map(([host, name]) => [host.toLowerCase(), name as Locale])),
  );

/** `edition=https-address` pairs: the checkouts of editions. */
export const checkoutUrls = pairs(
  (name, url) => isLocale(name) && isGuardedUrl(url),
  'must be edition=https-address pairs such as de-DE=https://pay.example.de/cart',
).transform((all): Readonly<Partial<Record<Locale, string>>> => Object.fromEntries(all));

const externalNames: readonly string[] = [...informationPages, 'login'];
/** `edition:page=https-address` pairs: information pages, or `login`, on other sites. */
export const informationUrls = pairs((name, url) => {
  const [edition, page] = inEdition(name);
  return isLocale(edition) && externalNames.includes(page) && isHttps(url);
}, 'must be edition:page=https-address pairs such as de-DE:imprint=https://www.example.de/impressum').transform(
  (all): ReadonlyMap<string, string> => new Map(all),
);

/** `edition:name=https-address` pairs: links of each edition, in the order given. */
export const socialLinks = pairs((name, url) => {
  const [edition, label] = inEdition(name);
  return isLocale(edition) && label !== '' && isHttps(url);
}, 'must be edition:name=https-address pairs such as de-DE:Mastodon=https://social.example/@shop').transform(
  (all): ReadonlyMap<Locale, readonly { name: string; href: string }[]> => {
    const links = all.map(([place, href]) => {
      const [locale, name] = inEdition(place);
      return { locale: locale as Locale, name, href };
    });
    return Map.groupBy(links, ({ locale }) => locale);
  },
);

/** `name=value` pairs of HTTP headers, their values percent-decoded. */
export const collectorHeaders = pairs(
  (name, value) => /^[\w!#$%&'*+.^`|~-]+$/.test(name) && value !== '' && !/%(?![\da-f]{2})/i.test(value),
  'must be name=value pairs separated by commas',
).transform(
  (all): Readonly<Record<string, string>> =>
    Object.fromEntries(all.map(([name, value]) => [name, decodeURIComponent(value)])),
);

const isRole = (text: string): text is ConsoleRole => (consoleRoles as readonly string[]).includes(text);
/** `value=role` pairs: what a claim or a verified e-mail address permits at the console. A value alone means `owner`. */
export const consoleRolePairs = pairs(
  (value, role) => value !== '' && (role === '' || isRole(role)),
  `must be value=role pairs such as shop-operator=owner,ada@example.de=support; roles are ${consoleRoles.join(', ')}`,
).transform((all) => all.map(([value, role]) => ({ value, role: isRole(role) ? role : 'owner' }) as const));
export type ConsoleRolePairs = z.output<typeof consoleRolePairs>;

/** Public hosts of pictures, with or without `https://`; a star means all subdomains. */
export const imageHosts = names(/^(https:\/\/)?(localhost|[a-z0-9-]+(\.[a-z0-9-]+)+|\*(\.[a-z0-9-]+)+)(:\d+)?$/i);

/** Returns whether IMAGE_HOSTS names a host, with its port unless that is the scheme's default. */
export function isAllowedHost(allowed: readonly string[], host: string): boolean {
  return allowed.some((entry) => {
    const name = entry.replace(/^https:\/\//i, '').toLowerCase();
    return name.startsWith('*.') ? host.endsWith(name.slice(1)) : host === name;
  });
}

/** Names of hosts, in lower case. */
export const hostNames = names(/^[a-z0-9.-]+(:\d+)?$/i).transform((all) => all.map((name) => name.toLowerCase()));
