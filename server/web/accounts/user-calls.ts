import type { Request, Response } from 'express';
import { ProblemError } from '../../contract/problem.js';
import type { Vehicle } from '../../contract/vehicles.js';
import type { Api } from '../api/client.js';
import { sessionOf } from '../http/session-cookie.js';
import { setAccountCookie } from './account-cookie.js';
import type { LoginLifetime } from './login-lifetime.js';

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
 * Makes the calls for the sender of a request. Each updates the cookie that shows the account to the loader (D57).
 *
 * @param begun the session that has just been bound to a user
 * @throws ProblemError `login` without a login, except from `logOut` (D87); otherwise as `Api.call`
 */
export type UserCallsOf = (api: Api, request: Request, response: Response, begun?: string) => UserCalls;

export const createUserCalls =
  (lifetime: LoginLifetime): UserCallsOf =>
  (api, request, response, begun) => {
    const session = begun ?? sessionOf(request);
    if (begun !== undefined) lifetime.begin(request, response, begun);
    const isLoggedOut = (): void => {
      setAccountCookie(request, response, null);
      lifetime.end(request, response);
    };
    const asUser = async <T>(call: (options: { session: string }) => Promise<T>): Promise<T> => {
      try {
        // A login that has just begun is not in the request's cookies yet.
        if (!session || (begun === undefined && !lifetime.isAlive(request, response, session)))
          throw new ProblemError('login');
        return await call({ session });
      } catch (error) {
        if (error instanceof ProblemError && error.code === 'login') isLoggedOut();
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
        isLoggedOut();
      },
      async deleteAccount() {
        await asUser((options) => api.call('userDelete', {}, options));
        isLoggedOut();
      },
    };
  };
