import type { Env } from '../../env.js';
import { missingDuties } from '../../shop-file/identity.js';
import type { EditionSettings, ShopSettings } from '../../shop-file/shop-settings.js';
import { allEditions, defaultEdition, type Edition, type ShopWords } from './editions.js';
import { externalPage } from './external-pages.js';

/** The editions that the shop has. Those that are off have no addresses and no links (P142). */
export interface ShopEditions {
  readonly all: readonly Edition[];
  /** That of the bare address. */
  readonly default: Edition;
  /** The edition of a locale as people and browsers write it, in any case; undefined for an unknown one. */
  of(locale: unknown): Edition | undefined;
  /** Whether a locale is one of an edition that the shop does not have. */
  isOff(locale: string): boolean;
}

/** First word of a visitor's own pages where the shop has a name of its own. */
const ownAccount = 'Mein-Konto';

type Settings = Pick<Env, 'INFORMATION_URLS' | 'OIDC_ISSUER'>;

/** An edition as the operator's file has it. Nobody logs in with an example's account (D29). */
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

/** @param settings null: all editions, as the demonstration has them. */
export function createEditions(env: Settings, settings: Pick<ShopSettings, 'editions'> | null): ShopEditions {
  const own = allEditions.flatMap((edition) => {
    const told = settings?.editions.get(edition.locale);
    if (!settings) return [edition];
    return told ? [ownEdition(env, edition, told)] : [];
  });
  const [first] = own;
  if (!first) throw new Error('the shop has no edition');
  // The bare address is never without an edition: where the usual one is off, the first that is on stands there.
  const bare = own.find(({ locale }) => locale === defaultEdition.locale) ?? first;
  const all = own.map((edition) => (edition === bare && bare.prefix !== '' ? { ...edition, prefix: '' } : edition));
  const byLocale = new Map(all.map((edition) => [edition.locale.toLowerCase(), edition]));
  return {
    all,
    default: byLocale.get(bare.locale.toLowerCase()) ?? bare,
    of: (locale) => (typeof locale === 'string' ? byLocale.get(locale.toLowerCase()) : undefined),
    isOff: (locale) =>
      !byLocale.has(locale.toLowerCase()) &&
      allEditions.some((edition) => edition.locale.toLowerCase() === locale.toLowerCase()),
  };
}

/** As the demonstration has them. */
export const everyEdition = createEditions({ INFORMATION_URLS: new Map() }, null);

const nothing: ShopWords = { email: null, deliveryServices: [], paymentServices: [] };
/** What the shop says of itself: its operator's words, else the example's where the catalogue is one too. */
export const shopWords = ({ own, example }: Edition, isDemonstration: boolean): ShopWords =>
  own ?? (isDemonstration ? example : nothing);

/** Whether the file lacks what the law asks for: search engines skip the edition, and it sells nothing (P142). */
export const isClosed = ({ own }: Edition): boolean => own !== null && own.missing.length > 0;

/** Whether visitors learn too little about the operator. A shop without a file runs on, and says so (P142). */
export const isIncomplete = (
  env: Pick<Env, 'INFORMATION_URLS'>,
  edition: Edition,
  isDemonstration: boolean,
): boolean => (edition.own ? isClosed(edition) : !isDemonstration && externalPage(env, edition, 'imprint') === null);
