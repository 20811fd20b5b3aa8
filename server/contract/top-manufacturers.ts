import type { Locale } from './locales.js';
import seoNames from './top-manufacturers.json' with { type: 'json' };

/**
 * seoNames of the ten manufacturers that each edition shows first (specification 9), by the marketplace's `limit` and
 * in the picker alike; one that the catalogue lacks is replaced by popularity (D49).
 */
export const topManufacturers: Readonly<Record<Locale, readonly string[]>> = seoNames;
