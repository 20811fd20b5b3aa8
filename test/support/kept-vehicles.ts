import type { KeptVehicle } from '../../views/kept-vehicle.js';

/** Two cars of one make in the format of devices. */
export const golf: KeptVehicle = {
  manufacturerId: '10',
  seriesId: '100',
  modelId: '1000',
  slug: 'VW-Golf-VII',
  make: 'Volkswagen',
  series: 'Golf VII',
  engine: '1.4 TSI',
  kw: 90,
  ps: 122,
  ccm: 1395,
  from: 2012,
  to: null,
};
export const polo: KeptVehicle = { ...golf, modelId: '2000', seriesId: '200', slug: 'VW-Polo-V', series: 'Polo V' };

/** Returns the storage of a device with this vehicle. */
export const keeping = (vehicle: KeptVehicle): { vehicle: string } => ({ vehicle: JSON.stringify(vehicle) });
/** Returns the root attribute of a page about a vehicle. */
export const about = (vehicle: KeptVehicle): string => `data-vehicle='${JSON.stringify(vehicle)}'`;
/** Changes the kept vehicle, as another tab does. */
export function keep(vehicle: KeptVehicle | null): void {
  if (vehicle) localStorage.vehicle = JSON.stringify(vehicle);
  else localStorage.removeItem('vehicle');
  dispatchEvent(new StorageEvent('storage', { key: 'vehicle' }));
}
