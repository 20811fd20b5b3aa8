import './day-chart.css';

/** Width and height of the drawing; a day is `step` wide. */
const step = 10;
const height = 72;

interface Day {
  readonly name: string;
  readonly value: number;
  /** How much of it is of a kind that stands out. */
  readonly part?: number;
}

/**
 * Bars of the last days, where there are any, and what they say as a sentence for everybody.
 * @param total in figures, as it stands above the bars
 */
export function DayChart({
  title,
  total,
  sentence,
  days,
}: {
  title: string;
  total: string;
  sentence: string;
  days: readonly Day[];
}) {
  const most = Math.max(1, ...days.map(({ value }) => value));
  const tall = (value: number): number => (value === 0 ? 0 : Math.max(2, Math.round((value / most) * height)));
  return (
    <figure className="day-chart">
      <figcaption>{title}</figcaption>
      <b>{total}</b>
      {days.some(({ value }) => value > 0) && (
        <svg viewBox={`0 0 ${days.length * step} ${height}`} preserveAspectRatio="none" aria-hidden="true">
          {days.map(({ name, value, part = 0 }, at) => (
            <g key={name}>
              <rect x={at * step + 1} y={height - tall(value)} width={step - 2} height={tall(value)} />
              {part > 0 && (
                <rect className="part" x={at * step + 1} y={height - tall(part)} width={step - 2} height={tall(part)} />
              )}
            </g>
          ))}
        </svg>
      )}
      <p className="small soft">{sentence}</p>
    </figure>
  );
}
