import type { Request, Response } from 'express';
import { ProblemError } from '../../contract/problem.js';
import type { Vehicle } from '../../contract/vehicles.js';
import type { Api } from '../api/client.js';
import { sessionOf } from '../http/session-cookie.js';
import { setAccountCookie } from './account-cookie.js';

/** The marketplace's account calls. The session alone identifies the user. */
export interface UserCalls {
  /** Saved vehicles, the latest first. */
  vehicles(): Promise<Vehicle[]>;
  save(modelId: string): Promise<void>;
  forget(modelId: string): Promise<void>;
  logOut(): Promise<void>;
  deleteAccount(): Promise<void>;
}

/**
 * Calls for the sender of this request. Each updates the cookie that tells the loader about the account (D57).
 *
 * @throws ProblemError `login` from every call but `logOut` where nobody is logged in; as `Api.call` else.
 */
export function userCalls(api: Api, request: Request, response: Response, session = sessionOf(request)): UserCalls {
  const asUser = async <T>(call: (options: { session: string }) => Promise<T>): Promise<T> => {
    try {
      if (!session) throw new ProblemError('login');
      return await call({ session });
    } catch (error) {
      if (error instanceof ProblemError && error.code === 'login') setAccountCookie(request, response, null);
      throw error;
    }
  };
  const vehicles = (): Promise<Vehicle[]> =>
    asUser(async (options) => {
      const saved = await api.call('userVehicles', {}, options);
      const ids = saved.flatMap(({ model }) => model?.id ?? []);
      setAccountCookie(request, response, ids);
      return saved;
    });
  return {
    vehicles,
    async save(modelId) {
      await asUser((options) => api.call('userVehicleSave', { modelId }, { ...options, body: { modelId } }));
      await vehicles();
    },
    async forget(modelId) {
      await asUser((options) => api.call('userVehicleDelete', { modelId }, options));
      await vehicles();
    },
    async logOut() {
      if (session) await api.call('logout', {}, { session });
      setAccountCookie(request, response, null);
    },
    async deleteAccount() {
      await asUser((options) => api.call('userDelete', {}, options));
      setAccountCookie(request, response, null);
    },
  };
}
