import { z } from 'zod';
import { informationPages } from '../views/links.js';
import { type Locale, locales } from './contract/locales.js';
import { isGuardedUrl } from './env-values.js';

/** `key=value` pairs separated by commas. */
const pairs = (text: string): [string, string][] =>
  text
    .split(',')
    .map((pair) => pair.trim())
    .filter(Boolean)
    .map((pair) => {
      const at = pair.indexOf('=');
      return at < 0 ? [pair, ''] : [pair.slice(0, at).trim(), pair.slice(at + 1).trim()];
    });
const isLocale = (text: string): text is Locale => (locales as readonly string[]).includes(text);

/** `host=edition` pairs: the edition of each host, in lower case. Each edition once. */
export const editionHosts = z
  .string()
  .refine((text) => pairs(text).every(([host, name]) => /^[a-z0-9.-]+(:\d+)?$/i.test(host) && isLocale(name)), {
    message: `must be host=edition pairs such as www.example.fr=fr-FR; editions are ${locales.join(', ')}`,
  })
  .refine((text) => new Set(pairs(text).map(([, name]) => name)).size === pairs(text).length, {
    message: 'must name each edition once',
  })
  .transform(
    (text): ReadonlyMap<string, Locale> =>
      new Map(pairs(text).map(([host, name]) => [host.toLowerCase(), name as Locale])),
  );

/** `edition=https-address` pairs: where carts of an edition are handed over. */
export const checkoutUrls = z
  .string()
  .refine((text) => pairs(text).every(([name, url]) => isLocale(name) && isGuardedUrl(url)), {
    message: 'must be edition=https-address pairs such as de-DE=https://pay.example.de/cart',
    abort: true,
  })
  .transform((text): Readonly<Partial<Record<Locale, string>>> => Object.fromEntries(pairs(text)));

const externalNames: readonly string[] = [...informationPages, 'login'];
/** `edition:page=https-address` pairs: information pages, or `login`, that are somewhere else. */
export const informationUrls = z
  .string()
  .refine(
    (text) =>
      pairs(text).every(([name, url]) => {
        const [edition = '', page = ''] = name.split(':');
        return isLocale(edition) && externalNames.includes(page) && URL.parse(url)?.protocol === 'https:';
      }),
    { message: 'must be edition:page=https-address pairs such as de-DE:imprint=https://www.example.de/impressum' },
  )
  .transform((text): ReadonlyMap<string, string> => new Map(pairs(text)));

/** `edition:name=https-address` pairs: links of each edition, in the order given. */
export const socialLinks = z
  .string()
  .refine(
    (text) =>
      pairs(text).every(([name, url]) => {
        const [edition = '', label = ''] = name.split(':');
        return isLocale(edition) && label.trim() !== '' && URL.parse(url)?.protocol === 'https:';
      }),
    { message: 'must be edition:name=https-address pairs such as de-DE:Mastodon=https://social.example/@shop' },
  )
  .transform((text): ReadonlyMap<Locale, readonly { name: string; href: string }[]> => {
    const links = pairs(text).map(([name, href]) => {
      const [locale = '', label = ''] = name.split(':');
      return { locale: locale as Locale, name: label.trim(), href };
    });
    return Map.groupBy(links, ({ locale }) => locale);
  });

/** `name=value` pairs of HTTP headers, their values percent-decoded. */
export const collectorHeaders = z
  .string()
  .refine(
    (text) =>
      pairs(text).every(
        ([name, value]) => /^[\w!#$%&'*+.^`|~-]+$/.test(name) && value !== '' && !/%(?![\da-f]{2})/i.test(value),
      ),
    {
      message: 'must be name=value pairs separated by commas',
    },
  )
  .transform(
    (text): Readonly<Record<string, string>> =>
      Object.fromEntries(pairs(text).map(([name, value]) => [name, decodeURIComponent(value)])),
  );

/** Hosts that pictures may come from, with or without `https://`; a star stands for names below. */
export const imageHosts = z
  .string()
  .refine((text) => text.split(',').every((host) => /^\s*(https:\/\/)?[a-z0-9*.-]+(:\d+)?\s*$/i.test(host)), {
    message: 'must be host names separated by commas',
    abort: true,
  })
  .transform((text) => text.split(',').map((host) => host.trim()));

/** Names of hosts, in lower case. */
export const hostNames = z
  .string()
  .refine((text) => text.split(',').every((host) => /^\s*[a-z0-9.-]+(:\d+)?\s*$/i.test(host)), {
    message: 'must be host names separated by commas',
    abort: true,
  })
  .transform((text) => text.split(',').map((host) => host.trim().toLowerCase()));
