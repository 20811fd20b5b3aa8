import { expect, test } from 'vitest';
import { editions } from '../../../server/web/routes/editions.js';
import { htmlOf, pageOf, plain } from '../../../test/fixtures/views/page.js';
import { articleModel, vehicle } from '../../../test/fixtures/views/pages/article-cart-views.js';
import { FitCard } from './fit-card.js';
import { HowToCheck } from './how-to-check.js';

type Change = Parameters<typeof articleModel>[0];
type State = 'fits' | 'no' | 'conditional' | 'unknown' | 'universal';
const page = pageOf(editions['de-DE']);
const markupOf = (change: Change, more: { answers?: string; pickerPage?: string } = {}): string => {
  const { article } = articleModel(change);
  return htmlOf(<FitCard article={article} pickerPage={null} {...more} />, page);
};

test('the verdict for another car has a place for that of the kept one', () => {
  const { vehicle } = articleModel({}).article;
  expect(markupOf({})).toContain(`<template data-own="${vehicle?.model?.id}">`);
  expect(markupOf({ vehicle: null })).not.toContain('data-own');
});

const asked = (state: State) => ({
  product: { fit: { state, notes: ['PR 1ZE', 'ab 2014'], checks: [], conditions: ['aaaaaa', 'bbbbbb'] } },
});

test('all conditions are answered at once for the model, and the answer can be taken back', () => {
  const form = markupOf(asked('conditional'));
  expect(form).toContain(
    'data-conditions="aaaaaa.bbbbbb" action="/Teilenummernsuche/Nordwerk/NW2882551"><input type="hidden" name="modelId" value="77"/>',
  );
  const answers = [...form.matchAll(/value="([^"]*)" name="answers">([^<]*)</g)].map(([, value, text]) => [
    value,
    text,
  ]);
  expect(answers).toEqual([
    ['aaaaaa1.bbbbbb1', 'Trifft zu'],
    ['aaaaaa0.bbbbbb0', 'Trifft nicht zu'],
  ]);
  expect(plain(markupOf(asked('fits')))).toContain('Nach Ihrer Angabe trifft zu: PR 1ZE, ab 2014.');
  expect(plain(markupOf(asked('no')))).toContain('Nach Ihrer Angabe trifft nicht zu: PR 1ZE, ab 2014.');
  for (const state of ['fits', 'no'] as const)
    expect(plain(markupOf({ product: { fit: { state, notes: [], checks: [] } } }))).not.toContain('Nach Ihrer Angabe');
  expect(markupOf(asked('no'))).toContain('?modelId=77&amp;answers=aaaaaax.bbbbbbx"');
});

test('without a model, or a key of the condition, a condition is read and not answered', () => {
  const { fit } = asked('conditional').product;
  for (const change of [
    { ...asked('conditional'), vehicle: null },
    { product: { fit: { ...fit, conditions: undefined } } },
  ] as Change[]) {
    expect(plain(markupOf(change))).toContain('Trifft das nicht zu, passt dieses Teil nicht.');
    expect(markupOf(change)).not.toContain('<form');
  }
});

test('a part that does not fit leads to parts that do, with the answers given', () => {
  const no = { product: { fit: { state: 'no' as const, notes: [], checks: [] } } };
  expect(markupOf(no)).toContain('href="/Bremsscheiben/Golf-VII/3-77-1523"');
  expect(markupOf(no, { answers: 'aaaaaa0' })).toContain('href="/Bremsscheiben/Golf-VII/3-77-1523?answers=aaaaaa0"');
  expect(markupOf({ ...no, vehicle: { ...vehicle, seriesPage: null } })).not.toContain('class="button buy"');
});

test('an unknown verdict asks for a vehicle, or says that this one was not checked', () => {
  const unknown = { product: { fit: { state: 'unknown' as const, notes: [], checks: [] } } };
  const asks = markupOf({ ...unknown, vehicle: null }, { pickerPage: '/pick' });
  expect(plain(asks)).toContain('Passt es zu Ihrem Fahrzeug? Die Antwort erscheint hier.');
  expect(asks).toContain('href="/pick#choose-vehicle" data-fragment="choose-vehicle"');
  expect(asks).toContain('data-slot="Für {{series}} {{engine}} prüfen"');
  const checked = markupOf(unknown);
  expect(plain(checked)).toContain('Für dieses Fahrzeug nicht geprüft Golf VII 1.6 TDI, 77 kW / 105 PS');
  expect(checked).not.toContain('data-slot="Für {{series}} {{engine}} prüfen"');
  expect(checked).toContain('href="#choose-vehicle">');
});

const check = {
  key: 'socket',
  label: 'Sockel',
  value: 'H7',
  unit: null,
  what: 'socket' as const,
  state: 'notMet' as const,
};
const approval = { ...check, key: 'approval', label: 'Freigabe', value: 'VW 507 00', what: 'approval' as const };
const goods = (notes: string[], ...checks: (typeof check | typeof approval)[]) => ({
  product: { isUniversal: true, fit: { state: 'universal' as const, notes, checks } },
});

test('a refused approval says what the car requires, other values are listed', () => {
  const refused = plain(markupOf(goods(['Nur Diesel'], approval)));
  expect(refused).toMatch(/Nicht freigegeben, verlangt wird: VW 507 00 .* Nur Diesel Freigegebene ansehen/);
  expect(plain(markupOf(goods(['Nur Diesel'], check)))).toMatch(/Sockel H7 Stimmt nicht .* Nur Diesel/);
  expect(plain(markupOf(goods(['Nur Diesel'])))).toContain('bitte vergleichen');
  const met = { ...approval, state: 'met' as const };
  const litres = {
    ...check,
    key: 'volume',
    label: 'Inhalt',
    value: '5',
    what: 'contents' as const,
    state: 'unknown' as const,
  };
  const known = plain(markupOf({ product: { fit: { state: 'universal', notes: [], checks: [met, litres] } } }));
  expect(known).toMatch(/Freigegeben: VW 507 00 .* Inhalt 5/);
  expect(known.split('VW 507 00')).toHaveLength(2);
});

test('advice compares at most three different numbers, and where to read each value', () => {
  const advice = (change: Change, numbers: string[][] | null = []): string => {
    const oeNumbers = numbers?.map((each) => ({ manufacturer: 'VW', numbers: each })) ?? null;
    return plain(htmlOf(<HowToCheck article={articleModel(change).article} oeNumbers={oeNumbers} />, page));
  };
  const conditional = asked('conditional');
  expect(
    advice(conditional, [
      ['1', '2', '1'],
      ['3', '4'],
    ]),
  ).toMatch(/gehören zu diesem Teil: 1 2 3 $/);
  expect(advice(conditional, null)).not.toContain('gehören zu diesem Teil');
  expect(advice({})).toContain('für dieses Modell bestimmt');
  expect(advice({ product: { fit: { state: 'no', notes: [], checks: [] } } })).toBe('');
  expect(advice(goods([]))).toBe('');
  expect(advice(goods([], check))).toContain('Sockel : Steht auf dem alten Teil');
  const unknown = { product: { fit: { state: 'unknown' as const, notes: [], checks: [] } } };
  expect(advice(unknown)).toContain('keine Angabe vor');
  expect(advice({ ...unknown, vehicle: null })).toBe('');
});
