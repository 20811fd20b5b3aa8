import islands from '../../locales/de/islands.json' with { type: 'json' };
import { keepPlaceholders, type Translate } from '../formats.js';
import { textsOf } from './texts.js';
import { pickerTexts, type VehiclePickerProps } from './vehicle-picker.props.js';

export interface VehiclePanelProps {
  /** Address of the page of all vehicles, which redirects after a choice (D43). */
  action: string;
  locale: string;
  topManufacturers: string[];
  texts: Record<keyof typeof islands.panel, string>;
  picker: VehiclePickerProps['texts'];
  /** Texts for saved vehicles; null in editions without accounts. */
  saved: Record<keyof typeof islands.saved, string> | null;
}

interface PanelEdition {
  locale: string;
  topManufacturers: readonly string[];
  hasLogin: boolean;
}

export function vehiclePanelTexts(edition: PanelEdition, t: Translate): Omit<VehiclePanelProps, 'action' | 'locale'> {
  return {
    topManufacturers: [...edition.topManufacturers],
    texts: textsOf('panel', islands.panel, t, (key) => t(`islands:panel.${key}`, keepPlaceholders)),
    picker: pickerTexts(t),
    saved: edition.hasLogin
      ? textsOf('saved', islands.saved, t, (key) => t(`islands:saved.${key}`, keepPlaceholders))
      : null,
  };
}

export const vehiclePanelProps = (action: string, edition: PanelEdition, t: Translate): VehiclePanelProps => ({
  action,
  locale: edition.locale,
  ...vehiclePanelTexts(edition, t),
});
