import type { DayFigures, Overview } from '../../server/contract/console.js';
import { BarChart } from '../components/bar-chart.js';
import type { DoorParts } from '../layout/door-frame.js';
import type { RecentLoad } from '../load.js';
import { ConsoleLoad } from './console-load.js';

type Parts = Pick<DoorParts, 't' | 'format' | 'time' | 'clock' | 'prefix'>;

/** Where each thing that waits is dealt with; what is dealt with elsewhere leads to the page that tells of it. */
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

/** Bytes in the largest unit that leaves a whole number. */
function sizeText(format: Parts['format'], bytes: number): string {
  const units = ['kB', 'MB', 'GB', 'TB'];
  let size = bytes / 1000;
  let at = 0;
  for (; size >= 1000 && at < units.length - 1; at += 1) size /= 1000;
  return `${format.number(Math.round(size))} ${units[at]}`;
}

/** What stands where something is being made, or could not be. */
export function NotThere({ t, failure, href }: Pick<Parts, 't'> & { failure: string | null; href: string }) {
  if (failure !== null) return <p className="note error">{t('console:failure', { reason: failure })}</p>;
  return (
    <p className="note">
      {t('console:pending')} <a href={href}>{t('merchant:report.again')}</a>
    </p>
  );
}

function Charts({ t, format, days }: Parts & { days: readonly DayFigures[] }) {
  const kinds = ['added', 'handovers', 'searches', 'rejectedRows'] as const;
  return (
    <div className="console-charts">
      {kinds.map((kind) => {
        const values = days.map((each) => ({
          name: each.day,
          value: each[kind],
          ...(kind === 'searches' && { part: each.withoutResults }),
        }));
        const sum = values.reduce((all, { value }) => all + value, 0);
        const best = values.reduce((one, other) => (other.value > one.value ? other : one), { name: '', value: 0 });
        const parts = {
          total: format.number(sum),
          day: best.name && format.date(new Date(best.name)),
          most: format.number(best.value),
          lost: format.number(values.reduce((all, { part = 0 }) => all + part, 0)),
        };
        const sentence =
          sum === 0
            ? t('console:chart.none')
            : kind === 'searches'
              ? t('console:chart.searches', parts)
              : t('console:chart.sentence', { total: parts.total, day: parts.day, most: parts.most });
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

function Figures({ t, format, time, overview }: Parts & { overview: Overview }) {
  const { catalogue, trouble, disk } = overview;
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

/** What waits for the operator, what has happened lately, and how large everything is. */
export function ConsoleOverviewPage({
  overview,
  failure,
  load,
  ...parts
}: Parts & { overview: Overview | null; failure: string | null; load: RecentLoad }) {
  const { t, format, time, prefix } = parts;
  if (!overview)
    return (
      <>
        <h1>{t('console:places.overview')}</h1>
        <NotThere t={t} failure={failure} href={`${prefix}/overview`} />
        <ConsoleLoad {...parts} load={load} />
      </>
    );
  const waiting = todo.filter(([name]) => overview.open[name] > 0);
  return (
    <>
      <h1>{t('console:places.overview')}</h1>
      <p className="small soft">{t('console:asOf', { time: time(overview.at) })}</p>
      <section aria-labelledby="h-todo">
        <h2 id="h-todo">{t('console:todo.title')}</h2>
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
      </section>
      <section aria-labelledby="h-days">
        <h2 id="h-days">{t('console:chart.title')}</h2>
        <Charts {...parts} days={overview.days} />
      </section>
      <ConsoleLoad {...parts} load={load} />
      <section aria-labelledby="h-figures">
        <h2 id="h-figures">{t('console:figure.title')}</h2>
        <Figures {...parts} overview={overview} />
      </section>
    </>
  );
}
