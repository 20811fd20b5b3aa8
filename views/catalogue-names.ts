import type { CategoryReference, Vehicle } from '../server/api/contract.js';

/** Title as shown: the parent's stands in brackets, unless that is the root or says the same (specification 3). */
export function displayTitle({ title, parent }: { title: string; parent: CategoryReference | null }): string {
  return !parent || parent.id === '1' || parent.title === title ? title : `${title} (${parent.title})`;
}

/** A vehicle in one line, as exactly as it is known. */
export function vehicleName({ manufacturer, seriesPage, model }: Vehicle): string {
  if (model) return model.fullName;
  if (!seriesPage) return manufacturer.name;
  return seriesPage.name.startsWith(manufacturer.name) ? seriesPage.name : `${manufacturer.name} ${seriesPage.name}`;
}
