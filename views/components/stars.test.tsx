import { expect, test } from 'vitest';
import { editions } from '../../server/web/routes/editions.js';
import { htmlOf, pageOf } from '../../test/fixtures/views/page.js';
import { halfStars, Stars } from './stars.js';

test('full stars are floor(rating + 0.25), with a half star when the fraction lies in [0.25, 0.75)', () => {
  for (let hundredths = 0; hundredths <= 500; hundredths++) {
    const rating = hundredths / 100;
    const fraction = (hundredths % 100) / 100;
    const full = Math.floor(rating + 0.25);
    const half = fraction >= 0.25 && fraction < 0.75 ? 1 : 0;
    expect([rating, halfStars(rating)]).toEqual([rating, 2 * full + half]);
  }
});

test('stars have the number as text for screen readers', () => {
  const html = (rating: number): string => htmlOf(<Stars rating={rating} />, pageOf(editions['de-DE']));
  expect(html(4.82)).toMatch(/class="stars".*4,82$/);
  expect(html(3.2)).toMatch(/class="stars half-stars-6".*3,2/);
});
