import type {
  ConsoleActs,
  ConsoleFeeds,
  ConsoleOrders,
  ConsoleReport,
  ConsoleSearches,
  OfferFaults,
  Overview,
} from '../../server/contract/console.js';
import type { ConsoleText, ConsoleTexts } from '../../server/contract/corrections.js';
import { DoorFrame, type DoorParts, SignIn } from '../layout/door-frame.js';
import type { RecentLoad } from '../load.js';
import { ConsoleCustomers } from './console-customers.js';
import { ConsoleFeedReport, ConsoleFeedsPage, type HeldAnswer } from './console-feeds.js';
import { ConsoleLog, ConsoleOffersPage, ConsoleSearchesPage } from './console-lists.js';
import { ConsoleOverviewPage } from './console-overview.js';
import { ConsoleTextPage, ConsoleTextsPage, type TextAnswer, type TextFault } from './console-texts.js';
import './console.css';

/** Why somebody is not let in. */
export type SignInFault = 'token' | 'limit' | 'role' | 'login' | 'provider';

export type ConsoleModel =
  | {
      readonly page: 'signIn';
      readonly fault: SignInFault | null;
      /** Whether there is a provider of logins. */
      readonly hasLogin: boolean;
    }
  /** Comes back from the provider: the session counts from the next page on. */
  | { readonly page: 'signedIn' }
  | {
      readonly page: 'overview';
      readonly overview: Overview | null;
      readonly failure: string | null;
      /** Of the process that answers. */
      readonly load: RecentLoad;
    }
  | {
      readonly page: 'feeds';
      readonly feeds: ConsoleFeeds;
      readonly answer: HeldAnswer | null;
      /** Why a held feed could not be taken in. */
      readonly failure: string | null;
    }
  | { readonly page: 'report'; readonly report: ConsoleReport }
  | { readonly page: 'offers'; readonly offers: OfferFaults | null; readonly failure: string | null }
  | { readonly page: 'searches'; readonly searches: ConsoleSearches }
  | { readonly page: 'customers'; readonly customers: ConsoleOrders; readonly all: boolean }
  | { readonly page: 'texts'; readonly query: string; readonly texts: ConsoleTexts }
  | {
      readonly page: 'text';
      readonly subject: ConsoleText;
      readonly answer: TextAnswer | null;
      readonly fault: TextFault | null;
    }
  | { readonly page: 'log'; readonly acts: ConsoleActs['acts'] };

/** Pages that are reached from another: where the navigation says that one is. */
const placesAbove: Readonly<Partial<Record<ConsoleModel['page'], string>>> = { text: 'texts', report: 'feeds' };
const places = ['overview', 'feeds', 'offers', 'searches', 'customers', 'texts', 'log'] as const;

function Content({ model, parts, proof }: { model: ConsoleModel; parts: DoorParts; proof: string | null }) {
  const { t, prefix } = parts;
  if (model.page === 'signedIn')
    return (
      <>
        <h1>{t('console:title')}</h1>
        <p>
          <a className="button filled" href={`${prefix}/overview`}>
            {t('console:login.go')}
          </a>
        </p>
      </>
    );
  if (model.page === 'signIn' || proof === null) {
    const fault = model.page === 'signIn' ? model.fault : null;
    return (
      <SignIn
        {...parts}
        title={t('console:title')}
        lead={t('console:lead')}
        fault={
          fault &&
          t(fault === 'token' || fault === 'limit' ? `merchant:fault.${fault}` : `console:login.fault.${fault}`)
        }
        isWrong={fault === 'token'}
      >
        {model.page === 'signIn' && model.hasLogin && (
          <p>
            <a className="button filled" href={`${prefix}/login`}>
              {t('console:login.begin')}
            </a>
          </p>
        )}
      </SignIn>
    );
  }
  switch (model.page) {
    case 'overview':
      return <ConsoleOverviewPage {...parts} {...model} />;
    case 'feeds':
      return <ConsoleFeedsPage {...parts} {...model} proof={proof} />;
    case 'report':
      return <ConsoleFeedReport {...parts} report={model.report} />;
    case 'offers':
      return <ConsoleOffersPage {...parts} {...model} />;
    case 'searches':
      return <ConsoleSearchesPage {...parts} searches={model.searches} />;
    case 'customers':
      return <ConsoleCustomers {...parts} {...model} proof={proof} />;
    case 'texts':
      return <ConsoleTextsPage {...parts} {...model} />;
    case 'text':
      return <ConsoleTextPage {...parts} {...model} proof={proof} />;
    case 'log':
      return <ConsoleLog {...parts} acts={model.acts} />;
  }
}

/**
 * The pages of the operator's console: plain forms and links, in the shop's look.
 * @param proof null before signing in
 */
export function ConsoleView({ model, parts, proof }: { model: ConsoleModel; parts: DoorParts; proof: string | null }) {
  const { t, prefix } = parts;
  const who = proof !== null && {
    name: t('console:title'),
    proof,
    places: places.map((place) => ({
      name: t(`console:places.${place}`),
      href: `${prefix}/${place}`,
      isHere: place === (placesAbove[model.page] ?? model.page),
    })),
  };
  return (
    <DoorFrame {...parts} who={who || null}>
      <Content model={model} parts={parts} proof={proof} />
    </DoorFrame>
  );
}
