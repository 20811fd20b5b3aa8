import { keepPlaceholders, type Translate } from '../formats.js';
import { textsByKey } from './texts.js';
import { pickerTexts, type VehiclePickerProps } from './vehicle-picker.props.js';

const textKeys = [
  'choose',
  'change',
  'garage',
  'forget',
  'forgetOf',
  'catalogue',
  'list',
  'loading',
  'failed',
  'retry',
  'forgotten',
] as const;
const savedTextKeys = ['title', 'loading', 'failed', 'retry', 'hint', 'login', 'all'] as const;

export interface VehiclePanelProps {
  /** Address of the page of all vehicles, which knows the way on from a choice (D43). */
  action: string;
  locale: string;
  topManufacturers: string[];
  texts: Record<(typeof textKeys)[number], string>;
  picker: VehiclePickerProps['texts'];
  /** Words for saved vehicles; null where nobody can save one. */
  saved: Record<(typeof savedTextKeys)[number], string> | null;
}

interface PanelEdition {
  locale: string;
  topManufacturers: readonly string[];
  hasLogin: boolean;
}

/** What the panel says the same on every page of an edition. */
export function vehiclePanelTexts(edition: PanelEdition, t: Translate): Omit<VehiclePanelProps, 'action' | 'locale'> {
  return {
    topManufacturers: [...edition.topManufacturers],
    texts: textsByKey(textKeys, (key) => t(`islands:panel.${key}`, keepPlaceholders)),
    picker: pickerTexts(t),
    saved: edition.hasLogin ? textsByKey(savedTextKeys, (key) => t(`islands:saved.${key}`, keepPlaceholders)) : null,
  };
}

/** The props of the panel, with the words of the edition. */
export const vehiclePanelProps = (action: string, edition: PanelEdition, t: Translate): VehiclePanelProps => ({
  action,
  locale: edition.locale,
  ...vehiclePanelTexts(edition, t),
});
