import type { Locale } from '../contract/locales.js';
import type { Env } from '../env.js';
import type { Variables } from '../env-values.js';
import { type IdentityField, missingDuties } from './identity.js';
import { ShopFileError } from './shop-file-content.js';
import type { ShopSettings } from './shop-settings.js';

/** Fields of the file and the variables with the same meaning. */
const variableOf = {
  name: 'SHOP_NAME',
  socialLinks: 'SOCIAL_LINKS',
  pages: 'INFORMATION_URLS',
  rating: 'TRUSTED_SHOPS_ID',
} as const;

interface IncompleteEdition {
  locale: Locale;
  missing: { field: IdentityField; act: string }[];
}

/** Editions of the file that lack legal data. */
export const incompleteEditions = (
  { INFORMATION_URLS }: Pick<Env, 'INFORMATION_URLS'>,
  { editions }: ShopSettings,
): IncompleteEdition[] =>
  [...editions]
    .map(([locale, { identity }]) => ({ locale, missing: missingDuties(locale, identity, INFORMATION_URLS) }))
    .filter(({ missing }) => missing.length > 0);

/**
 * Joins the environment with the operator's file. A value comes from one of the two; both together are an error (P95).
 * @param source the variables as they are set
 * @throws ShopFileError with a sentence for each value in both, and for each host whose edition the file lacks
 */
export function joinEnvironment(env: Env, settings: ShopSettings | null, source: Variables): Env {
  if (!settings) return env;
  const twice = Object.entries(variableOf)
    .filter(([field, variable]) => settings.keys.has(field) && source[variable])
    .map(([field, variable]) => `${variable}: is set, and ${field} in shop.json says the same; take one of them away.`);
  const off = [...env.EDITION_HOSTS.values()]
    .filter((locale) => !settings.editions.has(locale))
    .map((locale) => `EDITION_HOSTS: names ${locale}, which editions in shop.json does not have.`);
  if (twice.length + off.length > 0) throw new ShopFileError([...twice, ...off].join('\n'));
  const editions = [...settings.editions];
  const joined = { ...env, SHOP_NAME: settings.name };
  if (settings.keys.has('socialLinks'))
    joined.SOCIAL_LINKS = new Map(editions.map(([locale, { socialLinks }]) => [locale, socialLinks]));
  if (settings.keys.has('pages'))
    joined.INFORMATION_URLS = new Map(
      editions.flatMap(([locale, { pages }]) =>
        Object.entries(pages).map(([page, address]): [string, string] => [`${locale}:${page}`, address]),
      ),
    );
  const { rating } = settings;
  if (rating !== undefined) joined.TRUSTED_SHOPS_ID = typeof rating === 'object' ? rating.trustedShops : undefined;
  // An edition without the seller's legal data takes no orders (P142).
  joined.CHECKOUT_URL = { ...env.CHECKOUT_URL };
  for (const { locale } of incompleteEditions(joined, settings)) delete joined.CHECKOUT_URL[locale];
  return joined;
}
