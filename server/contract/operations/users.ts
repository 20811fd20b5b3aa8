import { z } from 'zod';
import { session } from '../carts.js';
import { modelId } from '../ids.js';
import { done, loginBody, savedVehicles, saveVehicleBody } from '../users.js';
import { operation, readState, state } from './operation.js';

const userWrite = { ...state, method: 'POST', response: done } as const;

export const userOperations = {
  /** Binds the session to a user and answers the new session that replaces it (RFC 9700, 2.1). */
  login: operation({ ...userWrite, path: '/api/user/Anmelden', body: loginBody, response: session }),
  logout: operation({ ...userWrite, path: '/api/user/Abmelden' }),
  userDelete: operation({ ...userWrite, path: '/api/user/Loeschen' }),
  userVehicles: readState('/api/user/vehicles', savedVehicles, {}),
  userVehicleSave: operation({ ...userWrite, path: '/api/user/vehicles', body: saveVehicleBody }),
  userVehicleDelete: operation({
    ...userWrite,
    path: '/api/user/vehicles/Loeschen/:modelId',
    params: z.object({ modelId }),
  }),
};
