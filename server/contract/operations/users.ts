import { z } from 'zod';
import { session } from '../carts.js';
import { modelId } from '../ids.js';
import { loginBody, savedVehicles, saveVehicleBody } from '../users.js';
import { edition, operation, stateRead, userWrite } from './operation.js';

/** Logged-in users (DE and AT). */
export const userOperations = {
  /** Binds the session to a user; answers the new session that takes the place of the one that came (RFC 9700, 2.1). */
  login: operation({ ...userWrite, path: '/api/user/Anmelden', body: loginBody, response: session }),
  logout: operation({ ...userWrite, path: '/api/user/Abmelden' }),
  userDelete: operation({ ...userWrite, path: '/api/user/Loeschen' }),
  userVehicles: operation({
    ...stateRead,
    path: '/api/user/vehicles',
    query: z.object(edition),
    response: savedVehicles,
  }),
  userVehicleSave: operation({ ...userWrite, path: '/api/user/vehicles', body: saveVehicleBody }),
  userVehicleDelete: operation({
    ...userWrite,
    path: '/api/user/vehicles/Loeschen/:modelId',
    params: z.object({ modelId }),
  }),
};
