import { BarChart } from '../components/bar-chart.js';
import { TimeChart } from '../components/time-chart.js';
import { Part, type PortalParts, usePortal } from '../layout/portal-frame.js';
import { Small } from '../layout/portal-report.js';
import type { LoadSpan, RecentLoad } from '../load.js';

/** Returns a duration with two digits, in milliseconds below a second. */
function durationText(format: PortalParts['format'], seconds: number): string {
  const [value, unit] = seconds < 0.9995 ? [seconds * 1000, 'ms'] : [seconds, 's'];
  return `${format.number(value < 100 ? Number(value.toPrecision(2)) : Math.round(value))}\u00a0${unit}`;
}

/** Figures of a period. @param when formats its ends */
function Span({ when, span: { whole, steps, to } }: { when: PortalParts['time']; span: LoadSpan }) {
  const { t, format } = usePortal();
  const ends = [when(steps[0]?.from ?? to), when(to)] as const;
  const { times } = whole;
  const figures = times && {
    p50: durationText(format, times.p50),
    p95: durationText(format, times.p95),
    p99: durationText(format, times.p99),
  };
  const bad = whole.failed + whole.refused;
  return (
    <div className="portal-charts">
      <TimeChart
        title={t('console:load.times')}
        total={figures?.p95 ?? '–'}
        sentence={
          figures
            ? t('console:load.timesSentence', { requests: format.number(whole.requests), ...figures })
            : t('console:load.noTimes')
        }
        times={steps.map((step) => step.times)}
        figures={figures}
        ends={ends}
      />
      <BarChart
        title={t('console:load.errors')}
        total={format.number(bad)}
        sentence={
          bad === 0
            ? t('console:load.noErrors')
            : t('console:load.errorsSentence', {
                failed: format.number(whole.failed),
                refused: format.number(whole.refused),
              })
        }
        bars={steps.map(({ from, failed, refused }) => ({ name: from, value: failed + refused, part: failed }))}
        ends={ends}
      />
    </div>
  );
}

/** Recent response times, failures and refusals of this process. */
export function ConsoleLoad({ load }: { load: RecentLoad }) {
  const { t, time, clock } = usePortal();
  return (
    <Part id="h-load" title={t('console:load.title')}>
      <Small>{t('console:load.since', { time: time(load.since) })}</Small>
      <h3>{t('console:load.hour')}</h3>
      <Span when={clock} span={load.hour} />
      <h3>{t('console:load.day')}</h3>
      <Span when={time} span={load.day} />
    </Part>
  );
}
