import { readRecentVehicles, writeRecentVehicles } from '../../views/recent-vehicles.js';

/** Adds the vehicle chosen last to the recent ones. Storage may be unavailable (D27). */
export const joinRecent = (): void => writeRecentVehicles(readRecentVehicles());
