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

describe('the values of a text', () => {
  test.each([
    `t('article:title', { brand: f(a, { number: 1 }), number })`,
    `page.t("article:title", { brand: 'x, y', number: fill(a, b) },)`,
    `t('article:title', values)`,
    `t('article:title', { ...values })`,
    `t('article:parcels', { count: 3, shop: cond ? a.b : c })`,
    `const wait = cut('article:title')`,
  ])('are complete in %s', (source) => expect(errors(source)).toEqual([]));

  test.each([
    [`t('article:title')`, ['article:title lacks the value brand', 'article:title lacks the value number']],
    [`t('article:title', { brand: { number: 1 } })`, ['article:title lacks the value number']],
    [`t('article:title', { number: "brand: x" })`, ['article:title lacks the value brand']],
    [`t('article:parcels', { count })`, ['article:parcels lacks the value shop']],
  ])('are incomplete in %s', (source, wanted) => expect(errors(source)).toEqual(wanted));

  test('a template has a call with all its values, in any file', () => {
    expect(errors('', islands.replace('count:', 'number:'))).toEqual([
      'islands:hits.several is filled with {number} only',
      'islands:hits.several has the places {count}, and no call fills them',
    ]);
    expect(errors('', islands.replace('fill(texts.found, { vehicle: only.name });', ''))).toEqual([
      'islands:hits.found has the places {vehicle}, and no call fills them',
    ]);
    expect(errors('', islands.replace('texts.several', 'texts[state]'))).toEqual([]);
  });
});
