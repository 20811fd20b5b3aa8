import type { Locale } from '../contract/locales.js';
import type { Env } from '../env.js';
import { type IdentityField, missingDuties } from './identity.js';
import type { ShopSettings } from './shop-settings.js';

interface IncompleteEdition {
  locale: Locale;
  missing: { field: IdentityField; act: string }[];
}

/** Editions of the file that do not tell all that the law asks for. */
export const incompleteEditions = (
  { INFORMATION_URLS }: Pick<Env, 'INFORMATION_URLS'>,
  { editions }: ShopSettings,
): IncompleteEdition[] =>
  [...editions]
    .map(([locale, { identity }]) => ({ locale, missing: missingDuties(locale, identity, INFORMATION_URLS) }))
    .filter(({ missing }) => missing.length > 0);
