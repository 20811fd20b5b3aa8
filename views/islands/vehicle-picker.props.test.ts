import { expect, test } from 'vitest';
import { emptyPicker } from '../example-data.js';
import type { Translate } from '../formats.js';
import type { PickerModel } from '../models.js';
import { examples } from './vehicle-picker.examples.js';
import {
  type FoundEntry,
  hitHref,
  hitsOf,
  modelOption,
  type VehiclePickerProps,
  vehiclePickerProps,
} from './vehicle-picker.props.js';

const { texts } = examples['nothing chosen'] as VehiclePickerProps;
const found = (id: string, kbaId: string | null): FoundEntry => ({
  kbaId,
  model: {
    id,
    name: '1.6 TDI',
    fullName: 'VW Golf VII 1.6 TDI',
    kw: 77,
    ps: 105,
    ccm: 1598,
    productionYearStart: 2012,
    productionYearEnd: null,
  },
});
const picker = { action: '/Ersatzteile/Alle-Fahrzeuge/--', hidden: { categoryId: '1523' } };

test('a hit says name, power in kW and PS and period, and leads on with its national type number', () => {
  const [hit] = hitsOf([found('m7', '4711')], texts);
  expect(hit).toMatchObject({ name: 'VW Golf VII 1.6 TDI', power: '77 kW / 105 PS', years: 'ab 2012' });
  expect(hit && hitHref(picker, hit)).toBe(`${picker.action}?categoryId=1523&modelId=m7&kbaTypeId=4711`);
});

test('power and displacement that nobody knows are left out', () => {
  const { model } = found('m7', null);
  const electric = { ...(model as NonNullable<FoundEntry['model']>), popularity: 1, name: 'EV', kw: 0, ps: 0, ccm: 0 };
  expect(modelOption(texts)(electric)).toEqual(['m7', 'EV, ab 2012']);
  const until = { ...electric, productionYearStart: null, productionYearEnd: 2010 };
  expect(modelOption(texts)(until)).toEqual(['m7', 'EV, bis 2010']);
  expect(modelOption(texts)({ ...until, productionYearEnd: null })).toEqual(['m7', 'EV']);
  expect(hitsOf([{ kbaId: null, model: electric }], texts)).toMatchObject([{ power: '', years: 'ab 2012' }]);
});

test('several type numbers of one model are one hit, which names none of them', () => {
  const hits = hitsOf([found('m7', '4711'), found('m8', '4712'), found('m7', '4713')], texts);
  expect(hits.map(({ modelId, kbaTypeId }) => [modelId, kbaTypeId])).toEqual([
    ['m7', null],
    ['m8', '4712'],
  ]);
  expect(hits[0] && hitHref(picker, hits[0])).toBe(`${picker.action}?categoryId=1523&modelId=m7`);
});

test('one type number that a response repeats stays known', () => {
  expect(hitsOf([found('m7', '4711'), found('m7', '4711')], texts)[0]?.kbaTypeId).toBe('4711');
});

test('a picker has the result of its own second way, and the drawing of papers only for keys', () => {
  const entered = { hsn: '', tsn: '', plate: 'AA', register: '' };
  const t = ((key: string) => key) as unknown as Translate;
  const propsOf = (way: string, hasKeyNumbers: boolean) => {
    const model = { ...emptyPicker, lookup: { way, entered, state: 'unknown', hits: [] } } as unknown as PickerModel;
    return vehiclePickerProps(model, { locale: 'fr-FR', hasKeyNumbers, hasPlates: !hasKeyNumbers }, t);
  };
  expect(propsOf('plate', false).hasNoRegister).toBeUndefined();
  // The cache of pages knows texts by their identity.
  expect(propsOf('plate', false).texts).toBe(propsOf('keys', true).texts);
  const results = ['keys', 'plate', 'vin'].map((way) => propsOf(way, false).lookupResult?.state);
  expect(results).toEqual(['unknown', 'unknown', undefined]);
  expect([true, false].map((hasKeys) => propsOf('keys', hasKeys).paper)).toEqual([emptyPicker.paper, null]);
});
