import islands from '../../locales/de/islands.json' with { type: 'json' };
import type { Vehicle } from '../../server/contract/vehicles.js';
import type { PageContext } from '../context.js';
import { keepPlaceholders, type Translate } from '../formats.js';
import { textsOf } from './texts.js';

type VehicleField = 'modelId' | 'vehicleSeriesGroupId' | 'vehicleManufacturerId';
/** Name and value of the field that names a vehicle most exactly (specification 2). */
export type SearchContext = [field: VehicleField, id: string];

export interface SearchBoxProps {
  action: string;
  locale: string;
  /** Vehicle of the page. Only the browser knows the kept one (D27). */
  vehicle: SearchContext | null;
  term?: string;
  texts: Record<'label' | 'placeholder' | 'submit' | keyof typeof islands.search, string>;
}

export function searchContext(vehicle: Vehicle | null): SearchContext | null {
  if (!vehicle) return null;
  const { manufacturer, seriesPage, model } = vehicle;
  if (model) return ['modelId', model.id];
  return seriesPage ? ['vehicleSeriesGroupId', seriesPage.id] : ['vehicleManufacturerId', manufacturer.id];
}

export function searchBoxTexts(t: Translate): Pick<SearchBoxProps, 'texts'> {
  return {
    texts: {
      label: t('layout:search.label'),
      placeholder: t('layout:search.placeholder'),
      submit: t('layout:search.submit'),
      ...textsOf('search', islands.search, t, (key) => t(`islands:search.${key}`, keepPlaceholders)),
    },
  };
}

export function searchBoxProps({ t, url, edition, path }: PageContext, vehicle: Vehicle | null): SearchBoxProps {
  const [page, query] = path.split('?');
  const term = page === url('fullText', {}) && new URLSearchParams(query).get('query');
  return {
    action: url('search', {}),
    locale: edition.locale,
    vehicle: searchContext(vehicle),
    ...(term && { term }),
    ...searchBoxTexts(t),
  };
}
