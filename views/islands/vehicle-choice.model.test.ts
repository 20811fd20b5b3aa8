import { describe, expect, test } from 'vitest';
import {
  changeManufacturer,
  changeModel,
  changeSeries,
  enterHsn,
  enterPlate,
  enterTsn,
  nothingEntered,
  type PickerState,
  pickManufacturer,
  pickModel,
  pickSeries,
  resetChoice,
  setFromSeries,
  setWhole,
  type VehicleChoice,
} from './vehicle-choice.model.js';
import { closedPanel, setCatalogueActive, setPanelActive, vehicleChanged } from './vehicle-panel.model.js';

const golf: VehicleChoice = {
  manufacturerId: '1',
  seriesFamilyId: '11',
  seriesPageId: '21',
  seriesId: '201',
  modelId: '5001',
};
const typed = { hsn: '0603', tsn: 'BGU', plate: 'AA-123-ZZ' };
const state: PickerState = { choice: golf, entered: typed };

describe('Vehicle state operations', () => {
  test('set whole', () => expect(setWhole(golf)).toEqual(golf));
  test('set from a series clears model and series family', () =>
    expect(setFromSeries({ manufacturerId: '1', seriesPageId: '23', seriesId: '203' })).toEqual({
      manufacturerId: '1',
      seriesFamilyId: null,
      seriesPageId: '23',
      seriesId: '203',
      modelId: null,
    }));
  test('reset', () => expect(Object.values(resetChoice())).toEqual([null, null, null, null, null]));
  test('change manufacturer alone', () =>
    expect(changeManufacturer(golf, '2')).toEqual({ ...golf, manufacturerId: '2' }));
  test('change series alone', () => expect(changeSeries(golf, '203')).toEqual({ ...golf, seriesId: '203' }));
  test('change model alone', () => expect(changeModel(golf, '5002')).toEqual({ ...golf, modelId: '5002' }));
});

describe('Dropdown flow', () => {
  test('picking a manufacturer clears stored HSN, TSN and licence values, and resets series and model', () =>
    expect(pickManufacturer(state, '2')).toEqual({
      choice: { ...resetChoice(), manufacturerId: '2' },
      entered: nothingEntered,
    }));
  test('picking a series resets the model and leaves what is typed', () =>
    expect(pickSeries(state, '203')).toEqual({
      choice: { ...golf, seriesFamilyId: null, seriesId: '203', modelId: null },
      entered: typed,
    }));
  test('taking the series back leaves the manufacturer', () =>
    expect(pickSeries(state, null).choice).toMatchObject({ manufacturerId: '1', seriesId: null, modelId: null }));
  test('picking a model completes manufacturer, series and model together', () =>
    expect(pickModel({ ...state, choice: changeModel(golf, null) }, '5001').choice).toEqual(golf));
});

describe('HSN/TSN flow', () => {
  test('a valid HSN clears the TSN', () => expect(enterHsn(typed, '0588')).toMatchObject({ hsn: '0588', tsn: '' }));
  test('an HSN not yet whole, or the same one again, leaves the TSN', () => {
    expect(enterHsn(typed, '060').tsn).toBe('BGU');
    expect(enterHsn(typed, '0603').tsn).toBe('BGU');
  });
  test('D37: a pasted 0603/BGU123 is split', () =>
    expect(enterHsn(nothingEntered, '0603/bgu123')).toMatchObject({
      hsn: '0603',
      tsn: 'BGU',
    }));
  test('D37: the TSN is cut to three', () => expect(enterTsn(typed, 'xyz000').tsn).toBe('XYZ'));
  test('a plate is displayed in capitals', () => expect(enterPlate(typed, 'ab-1').plate).toBe('AB-1'));
});

describe('Vehicle panel', () => {
  test('open or closed; opening it does not open the catalogue', () =>
    expect(setPanelActive(closedPanel, true)).toEqual({ vehicleActive: true, vehicleCatalogActive: false }));
  test('the catalogue closes when the panel closes', () => {
    const closed = setPanelActive(setCatalogueActive(true), false);
    expect(closed).toEqual(closedPanel);
    expect(setPanelActive(closed, true).vehicleCatalogActive).toBe(false);
  });
  test('the catalogue closes when the vehicle changes', () =>
    expect(vehicleChanged(setCatalogueActive(true))).toEqual({ vehicleActive: true, vehicleCatalogActive: false }));
  test.each([true, false])('setting the catalogue active sets both flags the same: %p', (isActive) =>
    expect(setCatalogueActive(isActive)).toEqual({ vehicleActive: isActive, vehicleCatalogActive: isActive }),
  );
});
