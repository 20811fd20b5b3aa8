import { isHsn, readHsn, readPlate, readTsn } from '../../server/contract/vehicle-inputs.js';

/** The vehicle as far as it is chosen (specification 4, "Vehicle state operations"). */
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
/** Input of the other ways to a vehicle; kept in the widget only, never on the device. */
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
/** A series names its manufacturer and page; a model and a family chosen before are no longer meant. */
export const setFromSeries = (series: SeriesChoice): VehicleChoice => ({
  ...series,
  seriesFamilyId: null,
  modelId: null,
});
/** These three change one part and leave the others as they are. */
export const changeManufacturer = (choice: VehicleChoice, manufacturerId: string | null): VehicleChoice => ({
  ...choice,
  manufacturerId,
});
export const changeSeries = (choice: VehicleChoice, seriesId: string | null): VehicleChoice => ({
  ...choice,
  seriesId,
});
export const changeModel = (choice: VehicleChoice, modelId: string | null): VehicleChoice => ({ ...choice, modelId });

/** Picking in the first select: nothing typed and nothing below it holds any more. */
export function pickManufacturer(_: PickerState, manufacturerId: string | null): PickerState {
  return { choice: changeManufacturer(resetChoice(), manufacturerId), entered: nothingEntered };
}
/** Picking in the second select; `null` takes the choice back. */
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

/** A change of the HSN clears the TSN once the HSN is whole; a pasted pair fills both (D37). */
export function enterHsn(entered: EnteredKeys, text: string): EnteredKeys {
  const { hsn, tsn } = readHsn(text);
  const isNew = isHsn(hsn) && hsn !== entered.hsn;
  return { ...entered, hsn, tsn: tsn ?? (isNew ? '' : entered.tsn) };
}
export const enterTsn = (entered: EnteredKeys, text: string): EnteredKeys => ({ ...entered, tsn: readTsn(text) });
export const enterPlate = (entered: EnteredKeys, text: string): EnteredKeys => ({ ...entered, plate: readPlate(text) });
