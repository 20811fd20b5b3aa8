import type { Overview } from '../../server/contract/console.js';
import { Part, type PortalParts, usePortal } from '../layout/portal-frame.js';
import { DayCharts } from '../layout/portal-merchant.js';
import { Small } from '../layout/portal-report.js';
import { ConsoleLoad } from './console-load.js';
import { type ConsoleModels, placeActs } from './console-models.js';

/** Open tasks with the page on which each is done or explained. */
const todo = [
  ['held', 'feeds'],
  ['feeds', 'feeds'],
  ['withheld', 'offers'],
  ['shops', 'offers'],
  ['withdrawals', 'customers'],
  ['dataReports', 'customers'],
  ['messages', 'feeds'],
  ['overdueRows', 'overview'],
] as const;

/** Formats bytes in the largest unit that leaves a whole number. */
function sizeText(format: PortalParts['format'], bytes: number): string {
  const units = ['kB', 'MB', 'GB', 'TB'];
  let size = bytes / 1000;
  let at = 0;
  for (; size >= 1000 && at < units.length - 1; at += 1) size /= 1000;
  return `${format.number(Math.round(size))} ${units[at]}`;
}

/** Shown while something is in progress or has failed. @param place path of the page that asks again */
export function NotThere({ failure, place }: { failure: string | null; place: string }) {
  const { t, prefix } = usePortal();
  if (failure !== null) return <p className="note error">{t('console:failure', { reason: failure })}</p>;
  return (
    <p className="note">
      {t('console:pending')} <a href={`${prefix}${place}`}>{t('merchant:report.again')}</a>
    </p>
  );
}

function Figures({ overview: { catalogue, trouble, disk } }: { overview: Overview }) {
  const { t, format, time } = usePortal();
  const counts = catalogue
    ? (['vehicles', 'products', 'productsWithoutOffer', 'offers', 'shops'] as const).map(
        (name) => [t(`console:figure.${name}`), format.number(catalogue[name])] as const,
      )
    : [];
  const sizes = (['free', 'catalogue', 'offers', 'state'] as const).map(
    (name) => [t(`console:disk.${name}`), sizeText(format, disk[name])] as const,
  );
  return (
    <>
      {trouble !== null && <p className="note error">{trouble}</p>}
      {catalogue && (
        <p className="lead">
          {t('console:catalogue', { generation: catalogue.generation, time: time(catalogue.activatedAt) })}
          {catalogue.isDemonstration && ` ${t('console:demonstration')}`}
        </p>
      )}
      <dl className="console-figures">
        {[...counts, ...sizes].map(([name, value]) => (
          <div key={name}>
            <dt className="small soft">{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

/** Open tasks of the operator, recent events, and sizes. */
export function ConsoleOverviewPage({ overview, failure, load }: ConsoleModels['overview']) {
  const { t, format, time, prefix, may } = usePortal();
  const title = <h1>{t('console:places.overview')}</h1>;
  if (!overview)
    return (
      <>
        {title}
        <NotThere failure={failure} place="/overview" />
        <ConsoleLoad load={load} />
      </>
    );
  const waiting = todo.filter(([name, place]) => overview.open[name] > 0 && may(placeActs[place]));
  return (
    <>
      {title}
      <Small>{t('console:asOf', { time: time(overview.at) })}</Small>
      <Part id="h-todo" title={t('console:todo.title')}>
        {waiting.length === 0 && <p className="tone-ok">{t('console:todo.none')}</p>}
        <ul className="console-todo">
          {waiting.map(([name, place]) => (
            <li key={name}>
              <a href={`${prefix}/${place}`}>
                <b>{format.number(overview.open[name])}</b> {t(`console:todo.${name}`, { count: overview.open[name] })}
              </a>
            </li>
          ))}
        </ul>
      </Part>
      <Part id="h-days" title={t('console:chart.title')}>
        <DayCharts days={overview.days} kinds={['added', 'handovers', 'searches', 'rejectedRows']} />
      </Part>
      <ConsoleLoad load={load} />
      <Part id="h-figures" title={t('console:figure.title')}>
        <Figures overview={overview} />
      </Part>
    </>
  );
}
