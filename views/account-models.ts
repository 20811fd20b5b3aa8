import type { Vehicle } from '../server/contract/vehicles.js';

/** Why a login shows a page instead of leading to the provider or back from it. */
export interface LoginModel {
  state: 'known' | 'failed' | 'blocked' | 'cancelled' | 'unavailable';
  /** Our own path to go on to; home where none was named. */
  redirectUrl: string;
}
/** The login page of the embedded provider. */
export interface DemoLoginModel {
  action: string;
}
export interface SavedVehiclesModel {
  /** The latest first; null while nobody is logged in. */
  vehicles: readonly Vehicle[] | null;
  loginUrl: string;
}
export interface SaveVehicleModel {
  /** Asks whether it is meant, asks to log in, says why it cannot be saved, or that it can be tried again. */
  state: 'ask' | 'login' | 'refused' | 'failed';
  /** Why it was refused. */
  message: string | null;
  vehicle: Vehicle;
  action: string;
  loginUrl: string;
}
