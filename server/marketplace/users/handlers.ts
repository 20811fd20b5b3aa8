import { dateOf } from '../../clock/clock.js';
import type { Handler } from '../http/handler.js';
import type { StateDb } from '../store/state-store.js';
import { deleteUser, logIn, logOut } from './log-in.js';
import { forgetVehicle, listVehicles, saveVehicle } from './saved-vehicles.js';

type UserOperation = 'login' | 'logout' | 'userDelete' | 'userVehicles' | 'userVehicleSave' | 'userVehicleDelete';

/** Calls about users. The user is always the one that the session is bound to; no call names one. */
export function userHandlers(db: StateDb): { readonly [I in UserOperation]: Handler<I> } {
  return {
    login: async (request, { sid, clock }) => ({ sid: await logIn(db, sid, request, dateOf(clock)) }),
    async logout(_request, { sid }) {
      await logOut(db, sid);
      return { success: true };
    },
    async userDelete(_request, { sid }) {
      await deleteUser(db, sid);
      return { success: true };
    },
    userVehicles: (request, { sid, generation }) => listVehicles(db, sid, generation(), request.locale),
    async userVehicleSave({ modelId }, { sid, generation, clock }) {
      await saveVehicle(db, sid, generation(), modelId, dateOf(clock));
      return { success: true };
    },
    async userVehicleDelete({ modelId }, { sid }) {
      await forgetVehicle(db, sid, modelId);
      return { success: true };
    },
  };
}
