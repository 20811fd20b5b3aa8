import { expect, test } from 'vitest';
import { editions } from '../../server/web/routes/editions.js';
import { htmlOf, pageOf } from '../../test/fixtures/views/page.js';
import { TimeChart } from './time-chart.js';

/** Returns the line of the medians; the highest time is at the top, which is 0. */
function medians(...values: readonly (number | null)[]): string | undefined {
  const times = values.map((p50) => (p50 === null ? null : { p50, p95: 1, p99: 1 }));
  const figures = { p50: 'a', p95: 'b', p99: 'c' };
  const chart = <TimeChart title="" total="" sentence="" times={times} figures={figures} ends={['', '']} />;
  return / class="half" d="([^"]*)"/.exec(htmlOf(chart, pageOf(editions['de-DE'])))?.[1];
}

test('each power of ten from a millisecond to ten seconds takes a quarter of the height', () => {
  expect(medians(0.001, 0.01, 0.1, 1, 10)).toBe('M0 96H10V72H20V48H30V24H40V0H50');
  expect(medians(0, 0.0001, 500)).toBe('M0 96H10V96H20V0H30');
});

test('a step without requests interrupts the line', () => {
  expect(medians(1, null, 1, 10, null)).toBe('M0 24H10M20 24H30V0H40');
});
