import { describe, expect, it } from 'vitest';
import {
  deselect,
  type FilterState,
  initialise,
  isChosen,
  nothingChosen,
  reset,
  type ServerFilter,
  select,
  set,
  unset,
} from './listing-filter.model.js';

const chosenIn = ({ chosen }: FilterState) => Object.fromEntries(chosen);
const some = select(select(nothingChosen, 'brand', '30'), 'delivery_country', 'DE');
const answered: ServerFilter[] = [
  {
    key: 'brand',
    attributes: [
      { value: '30', isActive: false },
      { value: '31', isActive: true },
      { value: '32', isActive: true },
    ],
  },
  { key: 'place', attributes: [{ value: 'front', isActive: false }] },
  { key: 'cleaf', attributes: [{ value: '452', isActive: true }] },
];

describe('specification 4, "Filter model"', () => {
  it('select adds a value', () => {
    expect(chosenIn(select(some, 'brand', '31'))).toEqual({ brand: ['30', '31'], delivery_country: ['DE'] });
    expect(select(some, 'brand', '30')).toBe(some);
    expect(isChosen(some, 'brand', '30')).toBe(true);
    expect(isChosen(some, 'brand', '31')).toBe(false);
  });
  it('delivery country replaces', () => {
    expect(chosenIn(select(some, 'delivery_country', 'CH'))).toEqual({ brand: ['30'], delivery_country: ['CH'] });
    expect(chosenIn(set(some, 'delivery_country', ['AT', 'CH']))).toMatchObject({ delivery_country: ['CH'] });
  });
  it('deselect removes', () => {
    expect(chosenIn(deselect(select(some, 'brand', '31'), 'brand', '30'))).toMatchObject({ brand: ['31'] });
    expect(chosenIn(deselect(some, 'brand', '30'))).toEqual({ delivery_country: ['DE'] });
    expect(chosenIn(deselect(some, 'place', 'front'))).toEqual(chosenIn(some));
  });
  it('set replaces all values of a key', () => {
    expect(chosenIn(set(some, 'brand', ['7', '8', '7']))).toMatchObject({ brand: ['7', '8'] });
    expect(chosenIn(set(some, 'brand', []))).toEqual({ delivery_country: ['DE'] });
  });
  it('unset clears the key', () => {
    expect(chosenIn(unset(select(some, 'brand', '31'), 'brand'))).toEqual({ delivery_country: ['DE'] });
  });
  it('reset clears all filters except delivery country and forces reload at next initialisation', () => {
    const after = reset(select(some, 'place', 'front'));
    expect(chosenIn(after)).toEqual({ delivery_country: ['DE'] });
    expect(after.mustReload).toBe(true);
    const read = initialise(after, answered);
    expect(chosenIn(read)).toEqual({ brand: ['31', '32'] });
    expect(read.mustReload).toBe(false);
  });
  it('initialisation rebuilds chosen values from attributes marked active', () => {
    expect(chosenIn(initialise(nothingChosen, answered))).toEqual({ brand: ['31', '32'] });
  });
  it('unless filters are already present and no reload is forced', () => {
    expect(initialise(some, answered)).toBe(some);
    expect(chosenIn(initialise({ ...some, mustReload: true }, answered))).toEqual({ brand: ['31', '32'] });
  });
  it('a filter named cleaf is dropped', () => {
    expect(initialise(nothingChosen, answered).chosen.has('cleaf')).toBe(false);
  });
  it('leaves the state before as it was', () => {
    const before = chosenIn(some);
    for (const after of [select(some, 'x', '1'), deselect(some, 'brand', '30'), unset(some, 'brand'), reset(some)])
      expect(after).not.toBe(some);
    expect(chosenIn(some)).toEqual(before);
  });
});
