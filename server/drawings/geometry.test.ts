import { expect, test } from 'vitest';
import { cog, hex, hull, open, rect, thread } from './geometry.js';

/** Absolute coordinates of all M and L commands. */
const cornersOf = (path: string): string[] => [...path.matchAll(/[ML]([\d.-]+ [\d.-]+)/g)].map(([, at = '']) => at);

test('a belt touches the tops of its wheels, and the bottoms on its way back', () => {
  expect(hull(0, 20, 50, 10, 80, 50, 10)).toBe('M20 40L80 40A10 10 0 0 1 80 60L20 60A10 10 0 0 1 20 40z');
  expect(cornersOf(hull(3, 20, 50, 10, 80, 50, 10))).toEqual(['20 37', '80 37', '20 63']);
  // Below each other: down on the right, up on the left.
  expect(cornersOf(hull(0, 50, 20, 10, 50, 80, 10))).toEqual(['60 20', '60 80', '40 20']);
});

test('polylines and rectangles have relative steps between rounded places', () => {
  expect(open(10, 20, 30, 20, 30, 5, 33, 9)).toBe('M10 20h20v-15l3 4');
  expect(rect(1, 2, 30, 40)).toBe('M1 2h30v40h-30z');
  expect(hex(50, 50, 10)).toMatch(/^M60 50/);
});

test('a wheel has its teeth between two circles, and a thread its lines between two heights', () => {
  const [x = 0, y = 0] = (cornersOf(cog(0, 0, 20, 4, 8))[0] ?? '').split(' ').map(Number);
  expect([16, 20].some((radius) => Math.abs(Math.hypot(x, y) - radius) < 0.2)).toBe(true);
  expect(cornersOf(thread(0, 21, 5, 9))).toEqual(['1 5', '5 5', '9 5', '13 5', '17 5']);
});
