import { isHsn, readHsn, readPlate, readTsn } from '../../server/contract/vehicle-inputs.js';

/** The chosen parts of a vehicle (specification 4, "Vehicle state operations"). */
export interface VehicleChoice {
  manufacturerId: string | null;
  seriesFamilyId: string | null;
  seriesPageId: string | null;
  seriesId: string | null;
  modelId: string | null;
}
export interface SeriesChoice {
  manufacturerId: string | null;
  seriesPageId: string | null;
  seriesId: string;
}
/** Input of the other ways to find a vehicle. Only the widget stores it, never the device. */
export interface EnteredKeys {
  hsn: string;
  tsn: string;
  plate: string;
}
export interface PickerState {
  choice: VehicleChoice;
  entered: EnteredKeys;
}

export const nothingEntered: EnteredKeys = { hsn: '', tsn: '', plate: '' };

export const resetChoice = (): VehicleChoice => ({
  manufacturerId: null,
  seriesFamilyId: null,
  seriesPageId: null,
  seriesId: null,
  modelId: null,
});
export const setWhole = (vehicle: VehicleChoice): VehicleChoice => ({ ...vehicle });
/** Sets series, manufacturer and page. Resets model and family. */
export const setFromSeries = (series: SeriesChoice): VehicleChoice => ({
  ...series,
  seriesFamilyId: null,
  modelId: null,
});
/** The next three change one part and keep the others. */
export const changeManufacturer = (choice: VehicleChoice, manufacturerId: string | null): VehicleChoice => ({
  ...choice,
  manufacturerId,
});
export const changeSeries = (choice: VehicleChoice, seriesId: string | null): VehicleChoice => ({
  ...choice,
  seriesId,
});
export const changeModel = (choice: VehicleChoice, modelId: string | null): VehicleChoice => ({ ...choice, modelId });

/** Handles the first select: resets the other choices and the typed keys. */
export function pickManufacturer(_: PickerState, manufacturerId: string | null): PickerState {
  return { choice: changeManufacturer(resetChoice(), manufacturerId), entered: nothingEntered };
}
/** Handles the second select; `null` removes the choice. */
export function pickSeries({ choice, entered }: PickerState, seriesId: string | null): PickerState {
  const { manufacturerId, seriesPageId } = choice;
  const next = seriesId
    ? setFromSeries({ manufacturerId, seriesPageId, seriesId })
    : changeSeries(changeModel(choice, null), null);
  return { choice: next, entered };
}
export function pickModel({ choice, entered }: PickerState, modelId: string | null): PickerState {
  return { choice: changeModel(choice, modelId), entered };
}

/** Changes the HSN. A complete HSN clears the TSN; a pasted pair fills both (D37). */
export function enterHsn(entered: EnteredKeys, text: string): EnteredKeys {
  const { hsn, tsn } = readHsn(text);
  const isNew = isHsn(hsn) && hsn !== entered.hsn;
  return { ...entered, hsn, tsn: tsn ?? (isNew ? '' : entered.tsn) };
}
export const enterTsn = (entered: EnteredKeys, text: string): EnteredKeys => ({ ...entered, tsn: readTsn(text) });
export const enterPlate = (entered: EnteredKeys, text: string): EnteredKeys => ({ ...entered, plate: readPlate(text) });
