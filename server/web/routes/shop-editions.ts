import type { Env } from '../../env.js';
import { missingDuties } from '../../shop-file/identity.js';
import type { EditionSettings, ShopSettings } from '../../shop-file/shop-settings.js';
import { allEditions, defaultEdition, type Edition, type ShopWords } from './editions.js';
import { externalPage } from './external-pages.js';

/** The shop's editions. Others have no addresses and no links (P142). */
export interface ShopEditions {
  readonly all: readonly Edition[];
  /** The edition of the bare address. */
  readonly default: Edition;
  /** Returns the edition of a locale in any case; undefined for an unknown one. */
  of(locale: unknown): Edition | undefined;
  /** Returns the edition of a country such as `at`, else of a language in two letters; undefined for an unknown one. */
  ofShort(name: string): Edition | undefined;
  /** Returns whether a locale belongs to an edition that the shop does not have. */
  isOff(locale: string): boolean;
}

/** First word of account pages in a shop with its own name. */
const ownAccount = 'Mein-Konto';

type Settings = Pick<Env, 'INFORMATION_URLS' | 'OIDC_ISSUER'>;

/** Returns an edition with the data of the operator's file. A demonstration's account cannot log in there (D29). */
function ownEdition(env: Settings, edition: Edition, settings: EditionSettings): Edition {
  const { identity, deliveryServices, paymentServices } = settings;
  return {
    ...edition,
    hasLogin: edition.hasLogin && (env.OIDC_ISSUER !== undefined || externalPage(env, edition, 'login') !== null),
    pathNames: { ...edition.pathNames, account: ownAccount },
    own: {
      email: identity.email ?? null,
      deliveryServices,
      paymentServices,
      identity,
      missing: missingDuties(edition.locale, identity, env.INFORMATION_URLS).map(({ field }) => field),
    },
  };
}

/** @param settings null for the demonstration, which has all editions */
export function createEditions(env: Settings, settings: Pick<ShopSettings, 'editions'> | null): ShopEditions {
  const own = allEditions.flatMap((edition) => {
    const settingsOfEdition = settings?.editions.get(edition.locale);
    if (!settings) return [edition];
    return settingsOfEdition ? [ownEdition(env, edition, settingsOfEdition)] : [];
  });
  const [first] = own;
  if (!first) throw new Error('the shop has no edition');
  // The bare address always has an edition. If the default one is off, it is the first that is on.
  const bare = own.find(({ locale }) => locale === defaultEdition.locale) ?? first;
  const all = own.map((edition) => (edition === bare && bare.prefix !== '' ? { ...edition, prefix: '' } : edition));
  const byLocale = new Map(all.map((edition) => [edition.locale.toLowerCase(), edition]));
  return {
    all,
    default: byLocale.get(bare.locale.toLowerCase()) ?? bare,
    of: (locale) => (typeof locale === 'string' ? byLocale.get(locale.toLowerCase()) : undefined),
    ofShort(name) {
      const short = name.toLowerCase();
      return (
        all.find(({ country }) => country.toLowerCase() === short) ?? all.find(({ language }) => language === short)
      );
    },
    isOff: (locale) =>
      !byLocale.has(locale.toLowerCase()) &&
      allEditions.some((edition) => edition.locale.toLowerCase() === locale.toLowerCase()),
  };
}

export const everyEdition = createEditions({ INFORMATION_URLS: new Map() }, null);

const nothing: ShopWords = { email: null, deliveryServices: [], paymentServices: [] };
/** Returns contact and services: the operator's, or those of the demonstration. */
export const shopWords = ({ own, example }: Edition, isDemonstration: boolean): ShopWords =>
  own ?? (isDemonstration ? example : nothing);

/** Returns whether legal data are missing, so that the edition is not indexed and sells nothing (P142). */
export const isClosed = ({ own }: Edition): boolean => own !== null && own.missing.length > 0;

/** Returns whether pages must say that operator data are missing. A shop without a file is not closed (P142). */
export const isIncomplete = (
  env: Pick<Env, 'INFORMATION_URLS'>,
  edition: Edition,
  isDemonstration: boolean,
): boolean => (edition.own ? isClosed(edition) : !isDemonstration && externalPage(env, edition, 'imprint') === null);
