import { PortalFrame, type PortalParts, SignIn, usePortal } from '../layout/portal-frame.js';
import { ConsoleCustomers } from './console-customers.js';
import { ConsoleFeedReport, ConsoleFeedsPage, ConsoleUploadPage } from './console-feeds.js';
import { ConsoleLog, ConsoleOffersPage, ConsoleSearchesPage } from './console-lists.js';
import type { ConsoleModel } from './console-models.js';
import { ConsoleOverviewPage } from './console-overview.js';
import { ConsoleTextPage, ConsoleTextsPage } from './console-texts.js';
import './console.css';

/** Pages without an entry in the navigation, and the entry that is marked for them. */
const placesAbove: Readonly<Partial<Record<ConsoleModel['page'], string>>> = {
  text: 'texts',
  report: 'feeds',
  upload: 'feeds',
};
const places = ['overview', 'feeds', 'offers', 'searches', 'customers', 'texts', 'log'] as const;

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
 * @param proof null before signing in
 */
export function ConsoleView({
  model,
  parts,
  proof,
}: {
  model: ConsoleModel;
  parts: PortalParts;
  proof: string | null;
}) {
  const { t, prefix } = parts;
  const visitor = proof !== null && {
    name: t('console:title'),
    proof,
    places: places.map((place) => ({
      name: t(`console:places.${place}`),
      href: `${prefix}/${place}`,
      isHere: place === (placesAbove[model.page] ?? model.page),
    })),
  };
  return (
    <PortalFrame parts={parts} visitor={visitor || null}>
      <Content model={model} />
    </PortalFrame>
  );
}
