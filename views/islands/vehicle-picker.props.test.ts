import { expect, test } from 'vitest';
import { examples } from './vehicle-picker.examples.js';
import { type FoundEntry, hitHref, hitsOf, modelOption, type VehiclePickerProps } from './vehicle-picker.props.js';

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
