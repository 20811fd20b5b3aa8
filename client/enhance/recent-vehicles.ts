import { arrange, readRecentVehicles, writeRecentVehicles } from '../../views/recent-vehicles.js';
import { page } from '../page.js';

/**
 * The vehicle chosen last joins the few before it; storage may be closed (D27). This page's own comes first: in a tab that
 * nobody has seen yet, the loader has not put it where the device remembers it.
 */
export const rememberVehicle = (): void =>
  writeRecentVehicles(arrange(JSON.parse(page.vehicle ?? 'null'), readRecentVehicles()));
