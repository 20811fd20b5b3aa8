import { describe, expect, test } from 'vitest';
import { placeholderErrors } from './check-placeholders.ts';

const forms = new Map([
  ['article:title', ['{{brand}} {{number}}']],
  ['article:parcels', ['{{count}} Paket', '{{count}} Pakete von {{shop}}']],
  ['islands:hits.several', ['{{count}} Fahrzeuge', '{{ count }} véhicules']],
  ['islands:hits.found', ['Gefunden: {{vehicle}}']],
  ['category:filter.found', ['{{number}} Artikel']],
]);
const islands = `fill(texts.several, { count: hits.length });
  fill(texts.found, { vehicle: only.name }); fill(texts.found, { number })`;
const errors = (source: string, rest = islands) => placeholderErrors([source, rest], forms);

describe('each place of a sentence is given a value', () => {
  test.each([
    `t('article:title', { brand: f(a, { number: 1 }), number })`,
    `page.t("article:title", { brand: 'x, y', number: fill(a, b) },)`,
    `t('article:title', values)`,
    `t('article:title', { ...values })`,
    `t('article:parcels', { count: 3, shop: cond ? a.b : c })`,
    `const wait = cut('article:title')`,
  ])('whole: %s', (source) => expect(errors(source)).toEqual([]));

  test.each([
    [`t('article:title')`, ['article:title is said without brand', 'article:title is said without number']],
    [`t('article:title', { brand: { number: 1 } })`, ['article:title is said without number']],
    [`t('article:title', { number: "brand: x" })`, ['article:title is said without brand']],
    [`t('article:parcels', { count })`, ['article:parcels is said without shop']],
  ])('not whole: %s', (source, wanted) => expect(errors(source)).toEqual(wanted));

  test('a template is filled with what it has, wherever it is filled', () => {
    expect(errors('', islands.replace('count:', 'number:'))).toEqual([
      'islands:hits.several is filled with {number} only',
      'islands:hits.several has the places {count}, and nobody fills them',
    ]);
    expect(errors('', islands.replace('fill(texts.found, { vehicle: only.name });', ''))).toEqual([
      'islands:hits.found has the places {vehicle}, and nobody fills them',
    ]);
    expect(errors('', islands.replace('texts.several', 'texts[state]'))).toEqual([]);
  });
});
