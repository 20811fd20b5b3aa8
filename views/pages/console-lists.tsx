import type { ConsoleActs, ConsoleSearches, OfferFaults } from '../../server/contract/console.js';
import type { DoorParts } from '../layout/door-frame.js';
import { NotThere } from './console-overview.js';

type Parts = Pick<DoorParts, 't' | 'format' | 'time' | 'prefix'>;

/** Offers that are not sold, by reason, and shops that have not said who they are. */
export function ConsoleOffersPage({
  offers,
  failure,
  ...parts
}: Parts & { offers: OfferFaults | null; failure: string | null }) {
  const { t, format, prefix } = parts;
  if (!offers)
    return (
      <>
        <h1>{t('console:places.offers')}</h1>
        <NotThere t={t} failure={failure} href={`${prefix}/offers`} />
      </>
    );
  const { withheld, unsold, first, shops } = offers;
  const reasonText = (reason: string): string =>
    reason === 'shipsNowhere' ? t('console:offers.shipsNowhere') : t(`merchant:withheld.${reason as 'maker'}`);
  return (
    <>
      <h1>{t('console:places.offers')}</h1>
      <section aria-labelledby="h-withheld">
        <h2 id="h-withheld">{t('console:offers.withheld')}</h2>
        <p className="lead">{t('console:offers.withheldLead')}</p>
        {withheld.length === 0 && <p className="tone-ok">{t('console:offers.none')}</p>}
        <ul className="door-list">
          {withheld.map(({ reason, law, offers: count }) => (
            <li key={reason}>
              <div className="door-wide">
                <h3 className="console-reason">{reasonText(reason)}</h3>
                <p className="small soft" lang="en">
                  {law}
                </p>
              </div>
              <b>{format.number(count)}</b>
            </li>
          ))}
        </ul>
      </section>
      {first.length > 0 && (
        <section aria-labelledby="h-first">
          <h2 id="h-first">{t('console:offers.first')}</h2>
          <ul className="door-list">
            {first.map((each) => (
              <li key={`${each.shop} ${each.offerKey} ${each.reason}`}>
                <div className="door-wide">
                  <p>
                    {each.brand} {each.articleNumber}
                  </p>
                  <p className="small soft">
                    {each.shop} · {each.offerKey}
                  </p>
                </div>
                <span className="badge">{reasonText(each.reason)}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      <section aria-labelledby="h-unsold">
        <h2 id="h-unsold">{t('console:offers.unsold')}</h2>
        {unsold.length === 0 && <p>{t('console:offers.none')}</p>}
        <ul className="door-list">
          {unsold.map(({ reason, offers: count }) => (
            <li key={reason}>
              {reasonText(reason)} <b>{format.number(count)}</b>
            </li>
          ))}
        </ul>
      </section>
      <section aria-labelledby="h-shops">
        <h2 id="h-shops">{t('console:offers.shops')}</h2>
        <p className="lead">{t('console:offers.shopsLead')}</p>
        {shops.length === 0 && <p className="tone-ok">{t('console:offers.noShops')}</p>}
        <ul className="door-list">
          {shops.map(({ id, name, missing, offers: count }) => (
            <li key={id}>
              <div className="door-wide">
                <h3>{name}</h3>
                <p>
                  {t('console:offers.missing', {
                    fields: missing.map((field) => t(`console:field.${field as 'phone'}`)).join(', '),
                  })}
                </p>
              </div>
              <span>{t('console:offers.count', { count, number: format.number(count) })}</span>
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}

function Terms({
  title,
  id,
  terms,
  none,
  format,
}: Pick<Parts, 'format'> & {
  title: string;
  id: string;
  terms: ConsoleSearches['frequent'];
  none: string;
}) {
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {terms.length === 0 && <p>{none}</p>}
      <ul className="door-list">
        {terms.map(({ language, term, times }) => (
          <li key={`${language} ${term}`}>
            <span className="door-wide" lang={language}>
              {term}
            </span>
            <span className="badge">{language}</span>
            <b>{format.number(times)}</b>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What was searched for lately. */
export function ConsoleSearchesPage({ t, format, searches }: Parts & { searches: ConsoleSearches }) {
  const { since, withoutResults, frequent } = searches;
  return (
    <>
      <h1>{t('console:places.searches')}</h1>
      <p className="lead">{t('console:searches.lead', { day: format.date(new Date(since)) })}</p>
      <Terms
        title={t('console:searches.lost')}
        id="h-lost"
        terms={withoutResults}
        none={t('console:searches.none')}
        format={format}
      />
      <Terms
        title={t('console:searches.frequent')}
        id="h-frequent"
        terms={frequent}
        none={t('console:searches.none')}
        format={format}
      />
    </>
  );
}

/** What was done at the console. */
export function ConsoleLog({ t, time, acts }: Parts & { acts: ConsoleActs['acts'] }) {
  return (
    <>
      <h1>{t('console:places.log')}</h1>
      <p className="lead">{t('console:log.lead')}</p>
      <ul className="door-list">
        {acts.map(({ at, session, event, what }) => (
          <li key={`${at} ${event} ${what}`}>
            <div className="door-wide">
              <p>
                {t(`console:log.${event as 'signed_in'}`)} {what !== null && <span className="number">{what}</span>}
              </p>
              <p className="small soft">
                {time(at)} · {session}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}
