import { useEffect, useState } from 'react';
import { island, useIslandId } from '../island.js';
import {
  changeManufacturer,
  type EnteredKeys,
  nothingEntered,
  type PickerState,
  resetChoice,
  setFromSeries,
  setWhole,
  type VehicleChoice,
} from './vehicle-choice.model.js';
import { KeysForm } from './vehicle-picker.keys.js';
import { PlateForm } from './vehicle-picker.plate.js';
import { readManufacturers, type VehiclePickerProps } from './vehicle-picker.props.js';
import { Selects } from './vehicle-picker.selects.js';

function startOf({ manufacturerId, seriesId, modelId }: VehiclePickerProps['chosen']): VehicleChoice {
  if (modelId) return setWhole({ ...resetChoice(), manufacturerId, seriesId, modelId });
  if (seriesId) return setFromSeries({ manufacturerId, seriesPageId: null, seriesId });
  return changeManufacturer(resetChoice(), manufacturerId);
}

/**
 * The ways to choose a vehicle (specification 2, "Vehicle selection block"). Every edition has three selects, the
 * German one also the keys of the registration paper, the French one the plate. Each way is a plain form. Radio buttons
 * switch between them, so that no script is needed.
 */
function VehiclePickerView(props: VehiclePickerProps) {
  const { keys, lookupResult, hasNoRegister } = props;
  // The form is shown with the result if a visitor submitted it nevertheless.
  const plate = hasNoRegister && !lookupResult ? null : props.plate;
  const id = useIslandId();
  const [isHydrated, setHydrated] = useState(false);
  const [state, setState] = useState<PickerState>({
    choice: startOf(props.chosen),
    entered: lookupResult?.entered ?? nothingEntered,
  });
  useEffect(() => setHydrated(true), []);
  const texts = keys ?? plate;
  const selects = <Selects picker={props} choice={state.choice} onChange={setState} />;
  if (!texts) return selects;
  const onEntered = (entered: EnteredKeys): void => setState(({ choice }) => ({ choice, entered }));
  const shared = { picker: props, entered: state.entered, onEntered, isHydrated };
  return (
    <fieldset className="vehicle-picker">
      <legend className="visually-hidden">{texts.legend}</legend>
      <input
        className="visually-hidden way-by-model"
        type="radio"
        name={`${id}-way`}
        id={`${id}-1`}
        defaultChecked={!lookupResult}
      />
      <label htmlFor={`${id}-1`}>{texts.byModel}</label>
      <input
        className="visually-hidden way-by-keys"
        type="radio"
        name={`${id}-way`}
        id={`${id}-2`}
        defaultChecked={lookupResult !== null}
      />
      <label htmlFor={`${id}-2`}>{texts.other}</label>
      {selects}
      {keys ? <KeysForm {...shared} texts={keys} /> : plate && <PlateForm {...shared} texts={plate} />}
    </fieldset>
  );
}

export const VehiclePicker = island(
  { name: 'vehicle-picker', when: 'idle', fromHtml: { manufacturers: readManufacturers } },
  VehiclePickerView,
);
