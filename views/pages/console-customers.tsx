import type { ConsoleOrders } from '../../server/contract/console.js';
import { type DoorParts, DoorProof } from '../layout/door-frame.js';

type Parts = Pick<DoorParts, 't' | 'format' | 'time' | 'prefix'> & { readonly proof: string };

function Done({
  t,
  time,
  prefix,
  proof,
  kind,
  each: { number, handledAt },
}: Parts & { kind: 'withdrawal' | 'dataReport'; each: { number: string; handledAt: string | null } }) {
  if (handledAt !== null)
    return <span className="badge">{t('console:customers.handled', { time: time(handledAt) })}</span>;
  return (
    <form method="post" action={`${prefix}/customers`}>
      <DoorProof proof={proof} />
      <input type="hidden" name="kind" value={kind} />
      <input type="hidden" name="number" value={number} />
      <button className="button" type="submit" aria-describedby={number}>
        {t('console:customers.done')}
      </button>
    </form>
  );
}

/** Withdrawals and reported errors to deal with, and carts that went to the checkout. */
export function ConsoleCustomers({ customers, all, ...parts }: Parts & { customers: ConsoleOrders; all: boolean }) {
  const { t, format, time, prefix } = parts;
  const { withdrawals, dataReports, handovers } = customers;
  /** Of the edition in which something was sent. */
  const countryOf = (edition: string): string => format.country(edition.slice(-2));
  return (
    <>
      <h1>{t('console:places.customers')}</h1>
      <p>
        <a className="button" href={all ? `${prefix}/customers` : `${prefix}/customers?all=1`}>
          {t(all ? 'console:customers.showOpen' : 'console:customers.showAll')}
        </a>
      </p>
      <section aria-labelledby="h-withdrawals">
        <h2 id="h-withdrawals">{t('console:customers.withdrawals')}</h2>
        {withdrawals.length === 0 && <p className="tone-ok">{t('console:customers.none')}</p>}
        <ul className="door-list">
          {withdrawals.map((each) => (
            <li key={each.number}>
              <div className="door-wide">
                <h3 id={each.number}>{each.number}</h3>
                <p>
                  {each.name} · <a href={`mailto:${each.email}`}>{each.email}</a>
                </p>
                <p>{t('console:customers.order', { order: each.orderId })}</p>
                <p className="small soft">
                  {time(each.receivedAt)} · {countryOf(each.locale)}
                </p>
              </div>
              <Done {...parts} kind="withdrawal" each={each} />
            </li>
          ))}
        </ul>
      </section>
      <section aria-labelledby="h-reports">
        <h2 id="h-reports">{t('console:customers.dataReports')}</h2>
        {dataReports.length === 0 && <p className="tone-ok">{t('console:customers.none')}</p>}
        <ul className="door-list">
          {dataReports.map((each) => (
            <li key={each.number}>
              <div className="door-wide">
                <h3 id={each.number}>{each.article}</h3>
                <p>
                  <span className="badge">{t(`article:report.reasons.${each.reason}`)}</span>
                </p>
                <p>{each.text}</p>
                <p className="small soft">
                  {each.number} · {time(each.receivedAt)} · {countryOf(each.locale)}
                </p>
              </div>
              <Done {...parts} kind="dataReport" each={each} />
            </li>
          ))}
        </ul>
      </section>
      <section aria-labelledby="h-handovers">
        <h2 id="h-handovers">{t('console:customers.handovers')}</h2>
        {handovers.length === 0 && <p>{t('console:customers.noHandovers')}</p>}
        <ul className="door-list">
          {handovers.map(({ at, locale, country, lines, total }) => (
            <li key={`${at} ${locale} ${total}`}>
              <span className="door-wide">
                {time(at)} · {format.country(country)} · {t('console:customers.lines', { count: lines })}
              </span>
              <b>{format.money(total)}</b>
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}
