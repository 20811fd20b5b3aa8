import { describe, expect, test } from 'vitest';
import { isLinked, type PageKind } from './link-rules.js';

describe('links that crawlers see (D9, D46)', () => {
  test.each<[PageKind, PageKind, number | undefined, boolean]>([
    ['home', 'category', 120, true],
    ['home', 'category', 119, false],
    ['home', 'manufacturer', undefined, true],
    ['home', 'model', undefined, false],
    ['none', 'manufacturer', undefined, true],
    ['category', 'manufacturerCategory', 500, true],
    ['category', 'modelCategory', 500, false],
    ['manufacturer', 'series', undefined, true],
    ['manufacturer', 'model', undefined, false],
    ['manufacturer', 'manufacturerCategory', 0, false],
    ['series', 'seriesCategory', 120, true],
    ['series', 'modelCategory', 900, false],
    ['model', 'modelCategory', 0, true],
    ['model', 'category', 900, false],
    ['manufacturerCategory', 'manufacturerCategory', 900, false],
    ['manufacturerCategory', 'seriesCategory', 900, true],
    ['seriesCategory', 'manufacturerCategory', 900, true],
    ['modelCategory', 'modelCategory', 1, true],
    ['modelCategory', 'manufacturerCategory', 900, false],
    ['product', 'manufacturer', undefined, false],
  ])('%s to %s with popularity %s: %s', (from, to, popularity, expected) => {
    expect(isLinked(from, to, popularity)).toBe(expected);
  });
});
