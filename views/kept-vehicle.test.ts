import { expect, test } from 'vitest';
import { type KeptVehicle, vehicleText } from './kept-vehicle.js';

const golf: KeptVehicle = {
  manufacturerId: '10',
  seriesId: '21',
  modelId: '267',
  slug: 'Golf-VII',
  make: 'Volkswagen',
  series: 'Golf VII',
  engine: '1.6 TDI',
  kw: 81,
  ps: 110,
  ccm: 1598,
  from: 2012,
  to: 2017,
};
const years = '{{from}}–{{to}}|ab {{from}}|bis {{to}}';

test.each([
  [{}, '{{series}} {{engine}} {{ps}} PS', 'Golf VII 1.6 TDI 110 PS'],
  [{}, years, '2012–2017'],
  [{ to: null }, years, 'ab 2012'],
  [{ from: null }, years, 'bis 2017'],
  [{ from: null, to: null }, years, ''],
  [{ ccm: 0 }, '{{ccm}} cm³', ''],
])('with %j the text %s is "%s"', (change, text, expected) => {
  expect(vehicleText(text, { ...golf, ...change })).toBe(expected);
});
