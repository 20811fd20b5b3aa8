import type { ConsoleSearches } from '../../server/contract/console.js';
import { usePortal } from '../layout/portal-frame.js';
import { capitalised, ListPart, type PortalRow, Rows } from '../layout/portal-report.js';
import type { ConsoleModels } from './console-models.js';
import { NotThere } from './console-overview.js';

/** Offers that are not sold, by reason, and shops that do not name their trader. */
export function ConsoleOffersPage({ offers, failure }: ConsoleModels['offers']) {
  const { t, format, locale } = usePortal();
  const title = <h1>{t('console:places.offers')}</h1>;
  if (!offers)
    return (
      <>
        {title}
        <NotThere failure={failure} place="/offers" />
      </>
    );
  const { withheld, unsold, first, shops } = offers;
  const reasonText = (reason: string): string =>
    reason === 'shipsNowhere' ? t('console:offers.shipsNowhere') : t(`merchant:withheld.${reason as 'maker'}`);
  const fieldsText = (fields: readonly string[]): string =>
    fields.map((field) => t(`console:field.${field as 'phone'}`)).join(', ');
  return (
    <>
      {title}
      <ListPart
        id="h-withheld"
        title={t('console:offers.withheld')}
        lead={t('console:offers.withheldLead')}
        none={t('console:offers.none')}
        isGood
        rows={withheld.map(({ reason, law, offers: count }) => ({
          key: reason,
          title: capitalised(reasonText(reason), locale),
          small: [law],
          figure: format.number(count),
        }))}
      />
      <ListPart
        id="h-first"
        title={t('console:offers.first')}
        rows={first.map(({ shop, offerKey, reason, brand, articleNumber }) => ({
          key: `${shop} ${offerKey} ${reason}`,
          lines: [`${brand} ${articleNumber}`],
          small: [`${shop} · ${offerKey}`],
          badge: reasonText(reason),
        }))}
      />
      <ListPart
        id="h-unsold"
        title={t('console:offers.unsold')}
        none={t('console:offers.none')}
        rows={unsold.map(({ reason, offers: count }) => ({
          key: reason,
          lines: [reasonText(reason)],
          figure: format.number(count),
        }))}
      />
      <ListPart
        id="h-shops"
        title={t('console:offers.shops')}
        lead={t('console:offers.shopsLead')}
        none={t('console:offers.noShops')}
        isGood
        rows={shops.map(({ id, name, missing, offers: count }) => ({
          key: id,
          title: name,
          lines: [t('console:offers.missing', { fields: fieldsText(missing) })],
          end: <span>{t('console:offers.count', { count, number: format.number(count) })}</span>,
        }))}
      />
    </>
  );
}

/** The most frequent recent searches, and those without results. */
export function ConsoleSearchesPage({ searches: { since, withoutResults, frequent } }: ConsoleModels['searches']) {
  const { t, format } = usePortal();
  const row = ({ language, term, times }: ConsoleSearches['frequent'][number]): PortalRow => ({
    key: `${language} ${term}`,
    lines: [
      <span key="term" lang={language}>
        {term}
      </span>,
    ],
    badge: language,
    figure: format.number(times),
  });
  const none = t('console:searches.none');
  return (
    <>
      <h1>{t('console:places.searches')}</h1>
      <p className="lead">{t('console:searches.lead', { day: format.date(new Date(since)) })}</p>
      <ListPart id="h-lost" title={t('console:searches.lost')} none={none} rows={withoutResults.map(row)} />
      <ListPart id="h-frequent" title={t('console:searches.frequent')} none={none} rows={frequent.map(row)} />
    </>
  );
}

/** The audit trail of the console. */
export function ConsoleLog({ acts }: ConsoleModels['log']) {
  const { t, time } = usePortal();
  return (
    <>
      <h1>{t('console:places.log')}</h1>
      <p className="lead">{t('console:log.lead')}</p>
      <Rows
        rows={acts.map(({ at, session, person, event, what }) => ({
          key: `${at} ${event} ${what}`,
          lines: [
            <>
              {t(`console:log.${event as 'signed_in'}`)} {what !== null && <span className="number">{what}</span>}
            </>,
          ],
          small: [[time(at), ...(person === null ? [] : [person]), session].join(' · ')],
        }))}
      />
    </>
  );
}
