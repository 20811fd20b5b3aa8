import type { Locale } from '../../contract/locales.js';
import type { VehicleContext } from '../catalogue/context.js';

/** What is searched for, by whom. */
export interface SearchQuery {
  term: string;
  context: VehicleContext;
  locale: Locale;
  mostProducts: number;
  mostUniversal: number;
  /** All products of the categories that are meant are wanted, to be filtered, ordered and paged through. */
  isWhole?: boolean;
  /** Mistakes are left as they are. */
  isAsTyped?: boolean;
}
