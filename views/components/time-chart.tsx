import type { AnswerTimes } from '../load.js';
import { Chart, ChartEnds, type ChartWords } from './bar-chart.js';
import './time-chart.css';

/** Width of a step, and height of the drawing, of which each power of ten from 1 ms to 10 s takes a quarter. */
const step = 10;
const height = 96;
const decades = 4;
const marks = ['1 s', '100 ms', '10 ms'];
const shares = [
  { share: 'p50', className: 'half' },
  { share: 'p95', className: 'most' },
  { share: 'p99', className: 'slow' },
] as const;

/** Returns the height of a time; longer times are higher. */
function heightOf(seconds: number): number {
  const decade = Math.log10(Math.max(seconds, 0.001) * 1000);
  return Math.round(height - (Math.min(decade, decades) / decades) * height);
}

/** Returns a line of steps, interrupted for periods without requests. */
function lineOf(values: readonly (number | null)[]): string {
  let isDown = false;
  return values
    .map((value, at) => {
      const wasDown = isDown;
      isDown = value !== null;
      if (value === null) return '';
      return `${wasDown ? 'V' : `M${at * step} `}${heightOf(value)}H${(at + 1) * step}`;
    })
    .join('');
}

/** How long requests took: the median, 95 and 99 per cent. @param figures of the whole period, in words */
export function TimeChart({
  times,
  figures,
  ends,
  ...words
}: ChartWords & {
  times: readonly (AnswerTimes | null)[];
  ends: readonly [from: string, to: string];
  figures: Readonly<Record<keyof AnswerTimes, string>> | null;
}) {
  const width = times.length * step;
  return (
    <Chart {...words}>
      {figures && (
        <>
          <div className="time-chart">
            <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
              <path className="grid" d={[24, 48, 72].map((y) => `M0 ${y}H${width}`).join('')} />
              {shares.map(({ share, className }) => (
                <path key={share} className={className} d={lineOf(times.map((each) => each?.[share] ?? null))} />
              ))}
            </svg>
            <ol className="small soft" aria-hidden="true">
              {marks.map((mark) => (
                <li key={mark}>{mark}</li>
              ))}
            </ol>
            <ChartEnds ends={ends} />
          </div>
          <ul className="time-key small" aria-hidden="true">
            {shares.map(({ share, className }) => (
              <li key={share}>
                <span className={className} /> {share} {figures[share]}
              </li>
            ))}
          </ul>
        </>
      )}
    </Chart>
  );
}
