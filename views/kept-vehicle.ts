import type { Vehicle } from '../server/contract/vehicles.js';

/** The chosen vehicle on the device, with data that are equal in all languages (D27). */
export interface KeptVehicle {
  manufacturerId: string;
  seriesId: string;
  modelId: string;
  /** Slug of the series page. */
  slug: string;
  make: string;
  /** Name without chassis code and body. */
  series: string;
  /** Name of the series if German gives it the feminine gender. */
  feminine?: string;
  engine: string;
  kw: number;
  ps: number;
  /** 0 for electric cars. */
  ccm: number;
  from: number | null;
  to: number | null;
}

/** Returns the vehicle of a page for the device; undefined if the page has no model. */
export function keptOf(vehicle: Vehicle | null): KeptVehicle | undefined {
  const { manufacturer, seriesPage, series, model } = vehicle ?? {};
  if (!manufacturer || !seriesPage || !series || !model) return undefined;
  const { id, name, kw, ps, ccm, productionYearStart, productionYearEnd } = model;
  return {
    manufacturerId: manufacturer.id,
    seriesId: series.id,
    modelId: id,
    slug: seriesPage.slug,
    make: manufacturer.name,
    series: series.shortName,
    ...(/Klasse$/.test(series.shortName) && { feminine: series.shortName }),
    engine: name,
    kw,
    ps,
    ccm,
    from: productionYearStart,
    to: productionYearEnd,
  };
}

/** Returns the device's vehicle; null without one or without storage. Browsers only. */
export function keptVehicle(): KeptVehicle | null {
  try {
    const kept: KeptVehicle = JSON.parse(localStorage.vehicle);
    return kept.slug ? kept : null;
  } catch {
    return null;
  }
}

/** Notifies this page of a changed vehicle; the browser itself notifies only other tabs. */
export const announceVehicle = (): boolean => dispatchEvent(new StorageEvent('storage', { key: 'vehicle' }));

/** Removes the series that the loader filled into untouched pickers. */
export function emptyPickers(within: ParentNode): void {
  for (const form of within.querySelectorAll<HTMLFormElement>('[data-filled]')) {
    const series: HTMLSelectElement = form.seriesId;
    series.remove(1);
    series.disabled = true;
    form.removeAttribute('data-filled');
  }
}

/** Fills places such as `{{kw}} kW`. Of texts between bars, the first with known values counts. */
export const vehicleText = (text: string, vehicle: KeptVehicle): string =>
  text
    .split('|')
    .map((one) => one.replace(/{{(\w+)}}/g, (_, name: keyof KeptVehicle) => `${vehicle[name] || '\0'}`))
    .find((one) => !one.includes('\0')) ?? '';
