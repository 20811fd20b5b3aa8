import type { CategoryReference } from '../server/contract/catalogue.js';
import { isSameTitle } from '../server/contract/category-titles.js';
import type { Vehicle } from '../server/contract/vehicles.js';
import type { Formats } from './formats.js';

/** Returns a title with its parent in brackets, unless that is the root or has the same name (specification 3). */
export function displayTitle({ title, parent }: { title: string; parent: CategoryReference | null }): string {
  if (!parent || parent.id === '1' || isSameTitle(title, parent.title)) return title;
  return title.endsWith(')') ? `${title.slice(0, -1)}, ${parent.title})` : `${title} (${parent.title})`;
}

/** Joins titles. Only German keeps the capital of later ones; abbreviations and names always keep it. */
export const titlesInLine = (titles: readonly string[], language: string): string =>
  titles
    .map((title, at) =>
      at > 0 && language !== 'de' && /^\p{Lu}\p{Ll}+(?!\p{L})/u.test(title)
        ? title.charAt(0).toLocaleLowerCase(language) + title.slice(1)
        : title,
    )
    .join(', ');

/** Returns the name of a vehicle as exactly as it is known. */
export function vehicleName({
  manufacturer,
  seriesPage,
  model,
}: Pick<Vehicle, 'manufacturer' | 'seriesPage' | 'model'>): string {
  if (model) return model.fullName;
  if (!seriesPage) return manufacturer.name;
  return seriesPage.name.startsWith(manufacturer.name) ? seriesPage.name : `${manufacturer.name} ${seriesPage.name}`;
}

/** Returns a model as people say it, without chassis code and body; empty without one. */
export const shortName = (vehicle: Pick<Vehicle, 'series' | 'model'> | null): string =>
  vehicle?.model ? [vehicle.series?.shortName, vehicle.model.name].filter(Boolean).join(' ') : '';

/** Returns a unique name of a vehicle with power and years, because several models share a name. */
export function exactVehicleName(
  vehicle: Pick<Vehicle, 'manufacturer' | 'seriesPage' | 'model'>,
  format: Formats,
): string {
  const { model } = vehicle;
  if (!model) return vehicleName(vehicle);
  const { fullName, kw, ps, productionYearStart, productionYearEnd } = model;
  return [fullName, format.power(kw, ps), format.years(productionYearStart, productionYearEnd)]
    .filter(Boolean)
    .join(', ');
}
