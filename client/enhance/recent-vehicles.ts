import { readRecentVehicles, writeRecentVehicles } from '../../views/recent-vehicles.js';

/** The vehicle chosen last joins the few before it; storage may be closed (D27). */
export const joinRecent = (): void => writeRecentVehicles(readRecentVehicles());
