import type { Examples } from '../example-data.js';
import { TimeChart } from './time-chart.js';

const times = Array.from({ length: 60 }, (_, at) =>
  at % 17 === 5 ? null : { p50: 0.004 + (at % 7) / 1000, p95: 0.03 + (at % 11) / 100, p99: 0.2 + ((at * 7) % 13) / 10 },
);
const words = { title: 'Antwortzeit (p95)', ends: ['13:10', '14:10'] } as const;

export const examples: Examples = {
  'an hour with gaps': (
    <TimeChart
      {...words}
      total="80 ms"
      sentence="Anfragen: 840. Die Hälfte dauerte höchstens 6 ms, 95 % höchstens 80 ms, 99 % höchstens 1,2 s."
      times={times}
      figures={{ p50: '6 ms', p95: '80 ms', p99: '1,2 s' }}
    />
  ),
  'nothing timed': (
    <TimeChart {...words} total="–" sentence="Keine Anfragen." times={[null, null, null]} figures={null} />
  ),
};
