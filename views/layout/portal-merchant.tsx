import type { ReactNode } from 'react';
import type { DayFigures } from '../../server/contract/console.js';
import type { MerchantPage } from '../../server/contract/merchant-page.js';
import { BarChart } from '../components/bar-chart.js';
import type { Translate } from '../formats.js';
import { Part, type PortalParts, usePortal } from './portal-frame.js';
import { Badge, ListPart, type PortalRow, Rows, rowCounts, statusText } from './portal-report.js';

/** Returns the name of a kind of import. */
export const kindText = (t: Translate, kind: string): string => t(`console:kind.${kind as 'offers'}`);

/** A feed that the shop fetches, with its state. */
export function feedRow(portal: PortalParts, feed: MerchantPage['feeds'][number]): PortalRow {
  const { t, time } = portal;
  const { name, shop, kind, succeededAt, nextAt, reason, isOverdue, status } = feed;
  const success =
    succeededAt === null ? t('console:feeds.never') : t('console:feeds.success', { time: time(succeededAt) });
  return {
    key: name,
    title: name,
    small: [
      `${shop} · ${kindText(t, kind)} · ${rowCounts(portal, feed)}`,
      `${success} ${t('console:feeds.next', { time: time(nextAt) })}`,
    ],
    failure: reason,
    badge: isOverdue ? t('console:feeds.overdue') : statusText(t, status),
  };
}

/** Returns the time of a customer's message, and the country of the edition in which it was sent. */
export const sentText = (
  { time, format }: PortalParts,
  { receivedAt, locale }: { receivedAt: string; locale: string },
) => `${time(receivedAt)} · ${format.country(locale.slice(-2))}`;

/** An error in data that a visitor has reported. */
export function dataReportRow(portal: PortalParts, report: MerchantPage['dataReports'][number]): PortalRow {
  const { number, article, reason, text } = report;
  return {
    key: number,
    id: number,
    title: article,
    lines: [<Badge key="reason">{portal.t(`article:report.reasons.${reason}`)}</Badge>, text],
    small: [`${number} · ${sentText(portal, report)}`],
  };
}

type Kind = 'added' | 'handovers' | 'searches' | 'rejectedRows';
type Day = Pick<DayFigures, 'day'> & Partial<DayFigures>;

/** Figures of the last days as charts with sentences. */
export function DayCharts({ days, kinds }: { days: readonly Day[]; kinds: readonly Kind[] }) {
  const { t, format } = usePortal();
  return (
    <div className="portal-charts">
      {kinds.map((kind) => {
        const values = days.map((each) => ({
          name: each.day,
          value: each[kind] ?? 0,
          ...(kind === 'searches' && { part: each.withoutResults ?? 0 }),
        }));
        const sum = values.reduce((all, { value }) => all + value, 0);
        const best = values.reduce((one, other) => (other.value > one.value ? other : one), { name: '', value: 0 });
        const parts = {
          total: format.number(sum),
          day: best.name && format.date(new Date(best.name)),
          most: format.number(best.value),
          lost: format.number(values.reduce((all, { part = 0 }) => all + part, 0)),
        };
        let sentence = t('console:chart.none');
        if (sum > 0 && kind === 'searches') sentence = t('console:chart.searches', parts);
        else if (sum > 0) sentence = t('console:chart.sentence', parts);
        return (
          <BarChart
            key={kind}
            title={t(`console:chart.${kind === 'searches' ? 'searched' : kind}`)}
            total={parts.total}
            sentence={sentence}
            bars={values}
          />
        );
      })}
    </div>
  );
}

/** How a merchant ships, and who pays for a return. */
function Terms({ returns, countries }: Pick<MerchantPage, 'returns' | 'countries'>) {
  const { t, format } = usePortal();
  const { paidBy, cost, days } = returns;
  const payer = cost !== null && paidBy === 'buyer' ? 'cost' : (paidBy ?? 'unknown');
  return (
    <>
      <Part id="h-returns" title={t('shop:returns.title')}>
        <p className={paidBy === null ? 'tone-bad' : undefined}>
          {t(`merchant:page.returns.${payer}`, { days, cost: format.money(cost ?? 0) })}
        </p>
      </Part>
      <ListPart
        id="h-tariffs"
        title={t('shop:shipping.title')}
        none={t('merchant:withheld.shipsNowhere')}
        rows={countries.map(({ country, tariff, freeFrom, days: { min, max } }) => ({
          key: country,
          lines: [format.country(country)],
          small: [
            t('part:days', { count: max, range: min === max ? `${min}` : `${min}–${max}` }),
            ...(freeFrom === null ? [] : [`${t('shop:shipping.freeFrom')} ${format.money(freeFrom)}`]),
          ],
          figure: format.money(tariff),
        }))}
      />
    </>
  );
}

/**
 * Contact, terms, feeds, offers and figures of a merchant, alike for the merchant and the operator.
 * @param terms a form that replaces the terms
 */
export function MerchantFacts({ page, terms }: { page: MerchantPage; terms?: ReactNode }) {
  const portal = usePortal();
  const { t, format } = portal;
  const { trader, sold, unsold, feeds, days, dataReports } = page;
  const { street, postcode, city, country, phone, email, register, vatId } = trader;
  const place = [street, [postcode, city].filter(Boolean).join(' '), format.country(country)]
    .filter(Boolean)
    .join(', ');
  const contact = Object.entries({ address: street && place, phone, email, register, vat: vatId } as const);
  return (
    <>
      <Part id="h-contact" title={t('merchant:page.contact')}>
        <Rows
          rows={contact.map(([name, value]) => ({
            key: name,
            small: [t(`shop:trader.${name as 'phone'}`)],
            lines: [value ?? <span className="tone-bad">{t('shop:trader.unknown')}</span>],
          }))}
        />
      </Part>
      {terms || <Terms {...page} />}
      <ListPart
        id="h-unsold"
        title={t('merchant:page.offers')}
        rows={[
          { key: 'sold', lines: [t('merchant:page.sold')], figure: format.number(sold) },
          ...unsold.map(({ reason, offers }) => ({
            key: reason,
            lines: [t('merchant:offer.withheld', { reasons: t(`merchant:withheld.${reason as 'maker'}`) })],
            figure: format.number(offers),
          })),
        ]}
      />
      {days.length > 0 && (
        <Part id="h-days" title={t('console:chart.title')}>
          <DayCharts days={days} kinds={['added', 'handovers']} />
        </Part>
      )}
      <ListPart id="h-got" title={t('console:feeds.got')} rows={feeds.map((feed) => feedRow(portal, feed))} />
      <ListPart
        id="h-reports"
        title={t('console:customers.dataReports')}
        rows={dataReports.map((report) => dataReportRow(portal, report))}
      />
    </>
  );
}
