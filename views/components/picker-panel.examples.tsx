import type { PickerModel } from '../models.js';
import { type Examples, here, vehicle } from './example-data.js';
import { PickerPanel, PickerSection } from './picker-panel.js';

const model: PickerModel = {
  action: '/Ersatzteile/Alle-Fahrzeuge/--',
  hidden: {},
  manufacturers: { popular: [vehicle.manufacturer], all: [vehicle.manufacturer] },
  series: null,
  models: null,
  chosen: { manufacturerId: null, seriesId: null, modelId: null },
  paper: '/api/Bilder/disc.svg',
};

/** Its states are those of the island in it. */
export const examples: Examples = {
  plain: <PickerPanel model={model} />,
  'with a heading, as wide as the page': <PickerPanel model={model} title="picker-panel" wide />,
  'a link to it': <PickerSection model={model} linkText="Fahrzeug wählen" full={here} />,
};
