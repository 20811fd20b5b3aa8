import type { Examples } from '../example-data.js';
import { BarChart } from './bar-chart.js';

const bars = Array.from({ length: 30 }, (_, day) => ({ name: `2026-06-${day + 1}`, value: (day * 7) % 13 }));

export const examples: Examples = {
  'thirty days': <BarChart title="In Warenkörbe gelegt" total="171" sentence="In 30 Tagen: 171." bars={bars} />,
  'with a highlighted part, and its ends': (
    <BarChart
      title="Suchen"
      total="171"
      sentence="In 30 Tagen: 171, davon ohne Treffer: 20."
      ends={['1.6.', '30.6.']}
      bars={bars.map((each) => ({ ...each, part: Math.min(each.value, 2) }))}
    />
  ),
};
