import { DayChart } from './day-chart.js';
import type { Examples } from './example-data.js';

const days = Array.from({ length: 30 }, (_, day) => ({ name: `2026-06-${day + 1}`, value: (day * 7) % 13 }));

export const examples: Examples = {
  'thirty days': <DayChart title="In Warenkörbe gelegt" total="171" sentence="In 30 Tagen: 171." days={days} />,
  'with a part that stands out': (
    <DayChart
      title="Suchen"
      total="171"
      sentence="In 30 Tagen: 171, davon ohne Treffer: 20."
      days={days.map((each) => ({ ...each, part: Math.min(each.value, 2) }))}
    />
  ),
};
