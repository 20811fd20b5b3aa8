import type { Env } from '../env.js';
import type { Variables } from '../env-values.js';
import { incompleteEditions } from './incomplete-editions.js';
import { ShopFileError } from './shop-file-content.js';
import type { ShopSettings } from './shop-settings.js';

/** Fields of the file, and the variables that say the same where there is none. */
const variableOf = {
  name: 'SHOP_NAME',
  socialLinks: 'SOCIAL_LINKS',
  pages: 'INFORMATION_URLS',
  rating: 'TRUSTED_SHOPS_ID',
} as const;

/**
 * The environment with what the operator's file says in place of its variables: one of both says it, never both (P95).
 * @param source the variables as they are set
 * @throws ShopFileError with a sentence for each that stands in both, or that does not fit the editions of the file
 */
export function joinEnvironment(env: Env, settings: ShopSettings | null, source: Variables): Env {
  if (!settings) return env;
  const twice = Object.entries(variableOf)
    .filter(([field, variable]) => settings.told.has(field) && source[variable])
    .map(([field, variable]) => `${variable}: is set, and ${field} in shop.json says the same; take one of them away.`);
  const off = [...env.EDITION_HOSTS.values()]
    .filter((locale) => !settings.editions.has(locale))
    .map((locale) => `EDITION_HOSTS: names ${locale}, which editions in shop.json does not have.`);
  if (twice.length + off.length > 0) throw new ShopFileError([...twice, ...off].join('\n'));
  const editions = [...settings.editions];
  const { rating } = settings;
  const joined: Env = {
    ...env,
    SHOP_NAME: settings.name,
    ...(settings.told.has('socialLinks') && {
      SOCIAL_LINKS: new Map(editions.map(([locale, { socialLinks }]) => [locale, socialLinks])),
    }),
    ...(settings.told.has('pages') && {
      INFORMATION_URLS: new Map(
        editions.flatMap(([locale, { pages }]) =>
          Object.entries(pages).map(([page, address]): [string, string] => [`${locale}:${page}`, address]),
        ),
      ),
    }),
    ...(rating !== undefined && { TRUSTED_SHOPS_ID: typeof rating === 'object' ? rating.trustedShops : undefined }),
  };
  // Nobody orders where it is not told whom from (P142).
  const open = { ...env.CHECKOUT_URL };
  for (const { locale } of incompleteEditions(joined, settings)) delete open[locale];
  return { ...joined, CHECKOUT_URL: open };
}
