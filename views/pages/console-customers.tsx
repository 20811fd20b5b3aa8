import { PortalForm, usePortal } from '../layout/portal-frame.js';
import { dataReportRow, sentText } from '../layout/portal-merchant.js';
import { Badge, ListPart } from '../layout/portal-report.js';
import type { ConsoleModels } from './console-models.js';

function Done({ kind, number, handledAt }: { kind: string; number: string; handledAt: string | null }) {
  const { t, time } = usePortal();
  if (handledAt !== null) return <Badge>{t('console:customers.handled', { time: time(handledAt) })}</Badge>;
  return (
    <PortalForm action="/customers">
      <input type="hidden" name="kind" value={kind} />
      <input type="hidden" name="number" value={number} />
      <button className="button" type="submit" aria-describedby={number}>
        {t('console:customers.done')}
      </button>
    </PortalForm>
  );
}

/** Open withdrawals and reported errors, and carts that went to the checkout. */
export function ConsoleCustomers({ customers, all }: ConsoleModels['customers']) {
  const portal = usePortal();
  const { t, format, time, prefix } = portal;
  const { withdrawals, dataReports, handovers } = customers;
  return (
    <>
      <h1>{t('console:places.customers')}</h1>
      <p>
        <a className="button" href={all ? `${prefix}/customers` : `${prefix}/customers?all=1`}>
          {t(all ? 'console:customers.showOpen' : 'console:customers.showAll')}
        </a>
      </p>
      {withdrawals && (
        <ListPart
          id="h-withdrawals"
          title={t('console:customers.withdrawals')}
          none={t('console:customers.none')}
          isGood
          rows={withdrawals.map(({ number, name, email, orderId, handledAt, ...sent }) => ({
            key: number,
            id: number,
            title: number,
            lines: [
              <>
                {name} · <a href={`mailto:${email}`}>{email}</a>
              </>,
              t('console:customers.order', { order: orderId }),
            ],
            small: [sentText(portal, sent)],
            end: <Done kind="withdrawal" number={number} handledAt={handledAt} />,
          }))}
        />
      )}
      <ListPart
        id="h-reports"
        title={t('console:customers.dataReports')}
        none={t('console:customers.none')}
        isGood
        rows={dataReports.map((report) => ({
          ...dataReportRow(portal, report),
          end: <Done kind="dataReport" number={report.number} handledAt={report.handledAt} />,
        }))}
      />
      <ListPart
        id="h-handovers"
        title={t('console:customers.handovers')}
        none={t('console:customers.noHandovers')}
        rows={handovers.map(({ at, locale, country, lines, total }) => ({
          key: `${at} ${locale} ${total}`,
          lines: [`${time(at)} · ${format.country(country)} · ${t('console:customers.lines', { count: lines })}`],
          figure: format.money(total),
        }))}
      />
    </>
  );
}
