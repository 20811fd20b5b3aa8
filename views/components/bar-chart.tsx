import type { ReactNode } from 'react';
import './bar-chart.css';

/** Width and height of the drawing; a bar is `step` wide. */
const step = 10;
const height = 72;

interface Bar {
  readonly name: string;
  readonly value: number;
  /** Highlighted part of the value. */
  readonly part?: number;
}
/** Texts of a chart. */
export interface ChartWords {
  readonly title: string;
  /** Total above the drawing. */
  readonly total: string;
  /** Text alternative of the drawing. */
  readonly sentence: string;
}
type Ends = readonly [from: string, to: string];

/** First and last time of a chart. */
export const ChartEnds = ({ ends }: { ends: Ends }) => (
  <p className="chart-ends small soft" aria-hidden="true">
    <span>{ends[0]}</span>
    <span>{ends[1]}</span>
  </p>
);

/** A drawing with its texts. */
export function Chart({ title, total, sentence, children }: ChartWords & { children: ReactNode }) {
  return (
    <figure className="chart">
      <figcaption>{title}</figcaption>
      <b>{total}</b>
      {children}
      <p className="small soft">{sentence}</p>
    </figure>
  );
}

/** Counts of equal periods as bars; without any counts, only the texts. */
export function BarChart({ bars, ends, ...words }: ChartWords & { bars: readonly Bar[]; ends?: Ends }) {
  const isEmpty = bars.every(({ value }) => value === 0);
  const most = Math.max(1, ...bars.map(({ value }) => value));
  const tall = (value: number): number => (value === 0 ? 0 : Math.max(2, Math.round((value / most) * height)));
  return (
    <Chart {...words}>
      {!isEmpty && (
        <svg viewBox={`0 0 ${bars.length * step} ${height}`} preserveAspectRatio="none" aria-hidden="true">
          {bars.map(({ name, value, part = 0 }, at) => (
            <g key={name}>
              <rect x={at * step + 1} y={height - tall(value)} width={step - 2} height={tall(value)} />
              {part > 0 && (
                <rect className="part" x={at * step + 1} y={height - tall(part)} width={step - 2} height={tall(part)} />
              )}
            </g>
          ))}
        </svg>
      )}
      {!isEmpty && ends && <ChartEnds ends={ends} />}
    </Chart>
  );
}
