import type { Locale } from './locales.js';
import seoNames from './top-manufacturers.json' with { type: 'json' };

/**
 * seoNames of the ten manufacturers that each edition shows first (specification 9). Popularity replaces those that the
 * catalogue lacks (D49).
 */
export const topManufacturers: Readonly<Record<Locale, readonly string[]>> = seoNames;
