import { describe, expect, test } from 'vitest';
import { boundedDistance, NameIndex, nameKey } from './near-names.js';

describe('distance of two words', () => {
  test.each([
    ['bremsscheiben', 'bremsscheiben', 0],
    ['bremsscheben', 'bremsscheiben', 1],
    ['bremsschieben', 'bremsscheiben', 1],
    ['bremscheibn', 'bremsscheiben', 2],
    ['polo', 'golf', 2],
    ['', 'abc', 3],
  ])('%s and %s differ by %d', (one, other, distance) => {
    expect([boundedDistance(one, other, 3), boundedDistance(other, one, 3)]).toEqual([distance, distance]);
    if (distance > 0) expect(boundedDistance(one, other, distance - 1)).toBe(distance);
  });
  test('is beyond the limit and not counted further', () => {
    expect(boundedDistance('motoroel', 'bremsscheiben', 3)).toBe(4);
    expect(boundedDistance('stossdaempfer', 'kuehlmittelrohr', 2)).toBe(3);
  });
});

describe('names of pages', () => {
  const page = (slug: string) => ({ slug, label: slug, path: `/${slug}` });
  const names = new NameIndex(
    ['Bremsscheiben', 'Bremsbelaege', 'Oelfilter', 'Golf-VI', 'Golf-VII', 'Golf-VIII', 'Polo', 'VW'].map(page),
    'de',
  );
  const near = (word: string) => names.near(word, 6).map(({ slug }) => slug);

  test('are found in any spelling of their address', () => {
    for (const word of ['Ölfilter', 'oel-filter', 'OELFILTER', 'O\u0308lfilter'])
      expect(names.named(word).map(({ slug }) => slug)).toEqual(word.startsWith('O\u0308') ? [] : ['Oelfilter']);
    expect(nameKey('Câbles d’embrayage', 'fr')).toBe('cablesdembrayage');
  });
  test('are near by their mistakes, then by their beginning, the nearest first', () => {
    expect(near('Bremsschieben')).toEqual(['Bremsscheiben']);
    expect(near('Golf')).toEqual(['Golf-VI', 'Golf-VII', 'Golf-VIII']);
    expect(near('Golf-VII')[0]).toBe('Golf-VII');
    expect(near('Brems')).toEqual(['Bremsbelaege', 'Bremsscheiben']);
    expect([near('xy'), near('Zylinderkopfdichtung'), near('vw')]).toEqual([[], [], []]);
  });
});
