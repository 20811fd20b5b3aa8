import { describe, expect, test } from 'vitest';
import { pagePath, shownPages } from './pagination.js';

describe('pages of a listing', () => {
  test('the first has no number in its address; filters and order stay', () => {
    expect(pagePath('/x/y/--1?f=abc&page=3', 1)).toBe('/x/y/--1?f=abc');
    expect(pagePath('/x/y/--1', 2)).toBe('/x/y/--1?page=2');
    expect(pagePath('/x/y/--1?sort=price', 2)).toBe('/x/y/--1?sort=price&page=2');
    expect(pagePath('/x/y/--1?page=2', 1)).toBe('/x/y/--1');
  });
  test('gaps stand where pages are left out, and only existing pages are shown', () => {
    expect(shownPages(1, 1)).toEqual([1]);
    expect(shownPages(1, 3)).toEqual([1, 2, 3]);
    expect(shownPages(5, 9)).toEqual([1, 0, 4, 5, 6, 0, 9]);
    expect(shownPages(9, 9)).toEqual([1, 0, 8, 9]);
  });
});
