import { expect, test } from 'vitest';
import type { FitCheck } from '../server/contract/articles.js';
import { readAnswers, spellAnswers } from './condition-answers.js';
import { checkText, isApprovalKnown, stateOf } from './fit-text.js';
import { isLinked, type PageKind, popularityMinimum } from './link-rules.js';
import { plainText } from './merchant-html.js';
import { groupByPopularity, topCount, topManufacturers } from './popular-groups.js';
import { arrange } from './recent-vehicles.js';
import { roundUp, shiftBounds, timeBounds } from './vitals.js';

const entries = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    name: `Car ${index + 1}`,
    seoName: `c${index + 1}`,
    popularity: index,
  }));
const names = (list: readonly { name: string }[]) => list.map(({ name }) => name);

test('a list of more than ten has a group of its ten most popular entries, both in the order of names', () => {
  expect(topCount).toBe(10);
  const ten = groupByPopularity(entries(10).reverse(), 'de-DE');
  expect([ten.popular, names(ten.all)]).toEqual([[], names(entries(10))]);
  const eleven = groupByPopularity(entries(11).reverse(), 'de-DE');
  expect([names(eleven.popular), names(eleven.all)]).toEqual([names(entries(11)).slice(1), names(entries(11))]);
  expect(
    names(
      groupByPopularity([...entries(1), { name: 'Äpfel', popularity: 1 }, { name: 'Bus', popularity: 1 }], 'de-DE').all,
    ),
  ).toEqual(['Äpfel', 'Bus', 'Car 1']);
});

test('an edition shows ten manufacturers first; the next popular ones replace those that are missing', () => {
  const top = (...wanted: string[]) =>
    names(topManufacturers({ topManufacturers: wanted, locale: 'de-DE' }, entries(14)));
  // Popularity rises with the number.
  expect(top()).toEqual(names(entries(14)).slice(4));
  expect(top('C1', 'c2', 'gone')).toEqual(['Car 1', 'Car 2', ...names(entries(14)).slice(6)]);
});

test('five vehicles are remembered, each once, the chosen one first', () => {
  const vehicle = (modelId: string) => ({ modelId, slug: 'golf' });
  const before = ['a', 'b', 'c', 'd', 'e'].map(vehicle);
  const ids = (chosen: unknown, kept: unknown) => arrange(chosen, kept).map(({ modelId }) => modelId);
  expect(ids(vehicle('f'), before)).toEqual(['f', 'a', 'b', 'c', 'd']);
  expect(ids(vehicle('c'), before)).toEqual(['c', 'a', 'b', 'd', 'e']);
  expect(ids(null, before)).toEqual(['a', 'b', 'c', 'd', 'e']);
  expect(ids(null, { 0: vehicle('a') })).toEqual([]);
  const wrong = [
    null,
    'a',
    {},
    { modelId: 'a' },
    { slug: 'x', modelId: '' },
    { slug: 'x', modelId: 'a b' },
    vehicle('x'.repeat(33)),
  ];
  expect(ids(undefined, [...wrong, vehicle('x'.repeat(32))])).toEqual(['x'.repeat(32)]);
});

test('figures of a page view are rounded up to their bounds, larger ones to the last', () => {
  for (const bound of timeBounds) expect(roundUp(timeBounds, bound)).toBe(bound);
  expect([
    roundUp(timeBounds, 0.051),
    roundUp(timeBounds, 31),
    roundUp(shiftBounds, 0),
    roundUp(shiftBounds, 0.01),
  ]).toEqual([0.1, 30, 0, 0.05]);
});

test('the last thirty answered conditions count', () => {
  const answers = Array.from({ length: 31 }, (_, index) => `key-${10 + index}1`);
  expect([...readAnswers(answers.join('.')).keys()]).toEqual(answers.slice(1).map((each) => each.slice(0, 6)));
  expect(spellAnswers(new Map([...readAnswers('bbbbbb1.aaaaaa0')].reverse()))).toBe('aaaaaa0.bbbbbb1');
});

test('crawlers see links to categories from the least popularity on; vehicles have none', () => {
  const kinds: PageKind[] = ['category', 'manufacturerCategory', 'seriesCategory'];
  const from: PageKind[] = ['home', 'category', 'manufacturerCategory'];
  for (const [index, to] of kinds.entries()) {
    const linked = (popularity: number) => isLinked(from[index] as PageKind, to, popularity);
    expect([linked(popularityMinimum - 1), linked(popularityMinimum)]).toEqual([false, true]);
  }
  expect([isLinked('model', 'modelCategory', 0), isLinked('home', 'manufacturer', 0)]).toEqual([true, true]);
});

const check = (state: FitCheck['state'], more: Partial<FitCheck> = {}): FitCheck => ({
  ...{ key: 'volt', label: 'Volt', value: '12', unit: null, what: 'power', state },
  ...more,
});

test('the worst of several checks decides; contents decide only alone', () => {
  const contents = (state: FitCheck['state']) => check(state, { key: 'volume', what: 'contents' });
  expect(stateOf([check('met'), check('unknown'), check('notMet')])).toBe('notMet');
  expect(stateOf([check('met'), check('unknown')])).toBe('unknown');
  expect([stateOf([check('met')]), stateOf([])]).toEqual(['met', 'met']);
  expect([stateOf([check('met'), contents('notMet')]), stateOf([contents('notMet')])]).toEqual(['met', 'notMet']);
  const approval = (state: FitCheck['state']) => check(state, { key: 'approval', what: 'approval' });
  expect([approval('met'), approval('notMet'), approval('unknown')].map((each) => isApprovalKnown([each]))).toEqual([
    true,
    true,
    false,
  ]);
  expect([isApprovalKnown([check('met')]), isApprovalKnown([approval('met'), check('unknown')])]).toEqual([
    false,
    false,
  ]);
});

test("a merchant's text has its paragraphs without markup, scripts and styles", () => {
  expect(plainText('<p>a &amp; b</p><p> </p><ul><li>c<b>d</b></li></ul>')).toEqual(['a & b', 'c d']);
  expect(plainText('x<script>alert(1)</script>y<style>p{}')).toEqual(['x y']);
  expect(plainText('&lt;b&gt; &quot;&#39;&nbsp;&unknown;')).toEqual(['<b> "\' &unknown;']);
});

test('a check names three approvals at most, without a break inside one, and other values as a whole', () => {
  const check = (key: string, value: string): FitCheck => ({
    key,
    label: 'Norm',
    value,
    unit: null,
    what: 'approval',
    state: 'unknown',
  });
  const text = (key: string, value: string) => checkText((() => '') as never, check(key, value));
  expect([text('approval', 'A, B, C'), text('approval', 'A, B, C, D')]).toEqual(['Norm A, B, C', 'Norm A, B, C …']);
  expect(text('approval', 'VW 504 00, VW 507 00')).toBe('Norm VW\u00a0504\u00a000, VW\u00a0507\u00a000');
  expect(text('grade', 'A, B, C, D')).toBe('Norm A, B, C, D');
});
