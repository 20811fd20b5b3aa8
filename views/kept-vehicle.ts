import type { Vehicle } from '../server/contract/vehicles.js';

/** The chosen vehicle as its page tells it and this device keeps it: what is the same in all languages (D27). */
export interface KeptVehicle {
  manufacturerId: string;
  seriesId: string;
  modelId: string;
  /** Of its series in addresses. */
  slug: string;
  make: string;
  /** Without chassis code and body. */
  series: string;
  engine: string;
  kw: number;
  ps: number;
  /** 0 for electric cars. */
  ccm: number;
  from: number | null;
  to: number | null;
}

/** What a device keeps of the vehicle of a page; undefined where the page is about no model. */
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
    engine: name,
    kw,
    ps,
    ccm,
    from: productionYearStart,
    to: productionYearEnd,
  };
}

/** The vehicle that this device keeps; null without one, or where storage is closed. In browsers only. */
export function keptVehicle(): KeptVehicle | null {
  try {
    const kept: KeptVehicle = JSON.parse(localStorage.vehicle);
    return kept.slug ? kept : null;
  } catch {
    return null;
  }
}

/** Tells this page what the browser tells the other tabs only: another vehicle is kept, or none. */
export const tellVehicle = (): boolean => dispatchEvent(new StorageEvent('storage', { key: 'vehicle' }));

/** Takes back the series that the loader has put into pickers which nobody has used yet. */
export function emptyPickers(within: ParentNode): void {
  for (const form of within.querySelectorAll<HTMLFormElement>('[data-filled]')) {
    const series: HTMLSelectElement = form.seriesId;
    series.remove(1);
    series.disabled = true;
    form.removeAttribute('data-filled');
  }
}

/** Fills places such as `{{kw}} kW`; of texts between bars the first whose places are all known. */
export const vehicleText = (text: string, vehicle: KeptVehicle): string =>
  text
    .split('|')
    .map((one) => one.replace(/{{(\w+)}}/g, (_, name: keyof KeptVehicle) => `${vehicle[name] || '\0'}`))
    .find((one) => !one.includes('\0')) ?? '';
