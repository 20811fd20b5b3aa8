import type { Vehicle } from '../../server/contract/vehicles.js';
import type { PageContext } from '../context.js';
import { keepPlaceholders, type Translate } from '../formats.js';
import type { GroupName } from './search-box.response.js';

type VehicleField = 'modelId' | 'vehicleSeriesGroupId' | 'vehicleManufacturerId';
/** Name and value of the one field that names a vehicle most exactly (specification 2). */
export type SearchContext = [field: VehicleField, id: string];

interface Texts extends Record<GroupName, string> {
  label: string;
  placeholder: string;
  submit: string;
  list: string;
  count: string;
  none: string;
}
export interface SearchBoxProps {
  action: string;
  locale: string;
  /** Vehicle of the page; the one that the device remembers is known to the browser only (D27). */
  vehicle: SearchContext | null;
  texts: Texts;
}

export function searchContext(vehicle: Vehicle | null): SearchContext | null {
  if (!vehicle) return null;
  const { manufacturer, seriesPage, model } = vehicle;
  if (model) return ['modelId', model.id];
  return seriesPage ? ['vehicleSeriesGroupId', seriesPage.id] : ['vehicleManufacturerId', manufacturer.id];
}

/** What the search box says the same on every page of an edition. */
export function searchBoxTexts(t: Translate): Pick<SearchBoxProps, 'texts'> {
  return {
    texts: {
      label: t('layout:search.label'),
      placeholder: t('layout:search.placeholder'),
      submit: t('layout:search.submit'),
      list: t('islands:search.list'),
      count: t('islands:search.count', keepPlaceholders),
      none: t('islands:search.none'),
      vehicleSpecific: t('islands:search.vehicleSpecific', keepPlaceholders),
      universal: t('islands:search.universal'),
      specific: t('islands:search.specific'),
      products: t('islands:search.products'),
      vehicles: t('islands:search.vehicles'),
    },
  };
}

/** The props of the header's search box, with the words of the edition. */
export function searchBoxProps({ t, url, edition }: PageContext, vehicle: Vehicle | null): SearchBoxProps {
  return {
    action: url('search', {}),
    locale: edition.locale,
    vehicle: searchContext(vehicle),
    ...searchBoxTexts(t),
  };
}
