import { beforeEach, expect, test } from 'vitest';
import { openDom } from '../../test/support/dom.js';
import { answersFor, keepAnswers } from '../../views/kept-answers.js';
import { keptVehicle } from '../../views/kept-vehicle.js';
import { forgetVehicle, readRecentVehicles } from '../../views/recent-vehicles.js';

const car = (modelId: string) => ({ modelId, slug: 'golf', manufacturerId: `maker of ${modelId}` });
const recent = (): string[] => readRecentVehicles().map(({ modelId }) => modelId);

beforeEach(async () => {
  const storage = { vehicle: JSON.stringify(car('a')), garage: JSON.stringify([car('b'), car('a')]) };
  await openDom('<html></html>', { storage });
  for (const modelId of ['a', 'b']) keepAnswers(modelId, 'aaaaaa1');
});

test('a forgotten car is gone with its answers, and the chosen one stays', () => {
  expect(recent()).toEqual(['a', 'b']);
  expect(forgetVehicle('b')).toBeNull();
  expect([recent(), keptVehicle()?.modelId]).toEqual([['a'], 'a']);
  expect([answersFor('a'), answersFor('b')]).toEqual(['aaaaaa1', '']);
});

test('the chosen car can be forgotten, which names its manufacturer', () => {
  expect(forgetVehicle('a')).toBe('maker of a');
  expect([recent(), keptVehicle()]).toEqual([['b'], null]);
});

test('an unreadable or incomplete vehicle does not count', () => {
  localStorage.vehicle = JSON.stringify({ modelId: 'a' });
  expect(keptVehicle()).toBeNull();
  localStorage.vehicle = '{';
  expect(keptVehicle()).toBeNull();
  localStorage.garage = '{';
  expect(recent()).toEqual([]);
});
