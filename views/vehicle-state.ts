/**
 * The vehicle that a page speaks of (D91). `own`: the device remembers one, and the address names none or the same.
 * `link`: the address names another one, also if none is remembered. Only the remembered vehicle is the shopper's own.
 */
export type VehicleState = 'own' | 'link' | 'none';

/** @param named model of the address @param remembered model that the device remembers */
export const vehicleState = (named: string | undefined, remembered: string | undefined): VehicleState =>
  named && named !== remembered ? 'link' : remembered ? 'own' : 'none';
