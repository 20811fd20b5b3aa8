import type { Locale } from './locales.js';

/**
 * seoNames of the ten manufacturers that each edition shows first (specification 9), by the marketplace's `limit` and
 * in the picker alike; one that the catalogue lacks is replaced by popularity (D49).
 */
export const topManufacturers: Readonly<Record<Locale, readonly string[]>> = {
  'de-DE': ['Volkswagen', 'Mercedes-Benz', 'BMW', 'Audi', 'Skoda', 'Opel', 'Ford', 'Seat', 'Renault', 'Hyundai'],
  'de-AT': ['Volkswagen', 'Skoda', 'Seat', 'BMW', 'Audi', 'Mercedes-Benz', 'Hyundai', 'Ford', 'Renault', 'Opel'],
  'es-ES': [
    'Toyota',
    'Volkswagen',
    'Peugeot',
    'Seat',
    'Renault',
    'Kia',
    'Hyundai',
    'Dacia',
    'Citroen',
    'Mercedes-Benz',
  ],
  'fr-FR': ['Renault', 'Peugeot', 'Citroen', 'Dacia', 'Volkswagen', 'Toyota', 'Ford', 'Mercedes-Benz', 'BMW', 'Fiat'],
  'it-IT': ['Fiat', 'Volkswagen', 'Toyota', 'Renault', 'Peugeot', 'Ford', 'BMW', 'Dacia', 'Alfa-Romeo', 'Citroen'],
  'nl-NL': ['Volkswagen', 'Kia', 'Toyota', 'Renault', 'Peugeot', 'BMW', 'Ford', 'Skoda', 'Volvo', 'Opel'],
};
