import type { ConsoleWho } from '../../server/contract/console.js';
import { mayDo } from '../../server/contract/console-rights.js';
import { PortalFrame, type PortalParts, SignIn, usePortal } from '../layout/portal-frame.js';
import { ConsoleCustomers } from './console-customers.js';
import { ConsoleFeedReport, ConsoleFeedsPage, ConsoleUploadPage } from './console-feeds.js';
import { ConsoleLog, ConsoleOffersPage, ConsoleSearchesPage } from './console-lists.js';
import { type ConsoleModel, placeActs } from './console-models.js';
import { ConsoleOverviewPage } from './console-overview.js';
import { ConsoleShopPage, ConsoleShopsPage } from './console-shops.js';
import { ConsoleTextPage, ConsoleTextsPage } from './console-texts.js';
import './console.css';

/** Pages without an entry in the navigation, and the entry that is marked for them. */
const placesAbove: Readonly<Partial<Record<ConsoleModel['page'], string>>> = {
  text: 'texts',
  shop: 'shops',
  report: 'feeds',
  upload: 'feeds',
};
const places = Object.keys(placeActs) as (keyof typeof placeActs)[];

function Content({ model }: { model: ConsoleModel }) {
  const { t, prefix, proof } = usePortal();
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
  if (model.page === 'signIn' || proof === '') {
    const fault = model.page === 'signIn' ? model.fault : null;
    return (
      <SignIn
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
      return <ConsoleOverviewPage {...model} />;
    case 'feeds':
      return <ConsoleFeedsPage {...model} />;
    case 'upload':
      return <ConsoleUploadPage {...model} />;
    case 'report':
      return <ConsoleFeedReport {...model} />;
    case 'offers':
      return <ConsoleOffersPage {...model} />;
    case 'shops':
      return <ConsoleShopsPage {...model} />;
    case 'shop':
      return <ConsoleShopPage {...model} />;
    case 'searches':
      return <ConsoleSearchesPage {...model} />;
    case 'customers':
      return <ConsoleCustomers {...model} />;
    case 'texts':
      return <ConsoleTextsPage {...model} />;
    case 'text':
      return <ConsoleTextPage {...model} />;
    case 'log':
      return <ConsoleLog {...model} />;
  }
}

/**
 * The pages of the operator's console: plain forms and links in the shop's design.
 * @param person null before signing in
 */
export function ConsoleView({
  model,
  parts,
  person,
}: {
  model: ConsoleModel;
  parts: PortalParts;
  person: (ConsoleWho & { readonly proof: string }) | null;
}) {
  const { t, prefix } = parts;
  const may = (act: Parameters<typeof mayDo>[1]): boolean => person !== null && mayDo(person.roles, act);
  const visitor = person && {
    name: person.by ?? t('console:title'),
    roles: person.roles.map((role) => t(`console:role.${role}`)).join(', '),
    proof: person.proof,
    may,
    places: places
      .filter((place) => may(placeActs[place]))
      .map((place) => ({
        name: t(`console:places.${place}`),
        href: `${prefix}/${place}`,
        isHere: place === (placesAbove[model.page] ?? model.page),
      })),
  };
  return (
    <PortalFrame parts={parts} visitor={visitor}>
      <Content model={model} />
    </PortalFrame>
  );
}
