import { type Examples, emptyPicker, here } from '../example-data.js';
import { PickerPanel, PickerSection } from './picker-panel.js';

/** The island's own examples show its states. */
export const examples: Examples = {
  plain: <PickerPanel model={emptyPicker} />,
  'with a heading, as wide as the page': <PickerPanel model={emptyPicker} title="picker-panel" wide />,
  'a link to it': <PickerSection model={emptyPicker} linkText="Fahrzeug wählen" full={here} />,
};
