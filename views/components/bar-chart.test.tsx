import { expect, test } from 'vitest';
import { editions } from '../../server/web/routes/editions.js';
import { htmlOf, pageOf } from '../../test/fixtures/views/page.js';
import { BarChart } from './bar-chart.js';

/** Returns top and height of each bar, and of its highlighted part. */
function rectanglesOf(...bars: readonly { value: number; part?: number }[]): string[] {
  const named = bars.map((bar, at) => ({ name: `day ${at}`, ...bar }));
  const html = htmlOf(<BarChart title="" total="" sentence="" bars={named} />, pageOf(editions['de-DE']));
  return [...html.matchAll(/y="([\d.]+)".*?height="([\d.]+)"/g)].map(([, top, height]) => `${top} ${height}`);
}

test('the highest bar fills the drawing, a bar of zero has no height, and any other is visible', () => {
  expect(rectanglesOf({ value: 1000 }, { value: 500 }, { value: 1 }, { value: 0 })).toEqual([
    '0 72',
    '36 36',
    '70 2',
    '72 0',
  ]);
});

test('the highlighted part of a bar has its own height, and without counts nothing is drawn', () => {
  expect(rectanglesOf({ value: 4, part: 1 }, { value: 2, part: 0 })).toEqual(['0 72', '54 18', '36 36']);
  expect(rectanglesOf({ value: 0 }, { value: 0 })).toEqual([]);
});
