import { dateOf } from '../../clock/clock.js';
import type { Locale } from '../../contract/locales.js';
import type { Wire } from '../../contract/operations/handler-types.js';
import { ProblemError } from '../../contract/problem.js';
import type { Generation } from '../generation/generation.js';
import type { Handler } from '../http/handler.js';
import type { StateDb } from '../state/state-store.js';
import { transact } from '../state/transact.js';
import { modelVehicle } from '../vehicles/vehicle-wire.js';
import { deleteUser, logIn, logOut, userOf } from './log-in.js';

/** Limit per user, for the size of the state. */
const mostVehicles = 50;

/** Lists the user's vehicles, the latest first. A model that the catalogue lacks is stored but not listed. */
export async function listVehicles(
  db: StateDb,
  sid: string | null,
  { vehicles }: Generation,
  locale: Locale,
): Promise<Wire<'userVehicles'>> {
  const rows = await db
    .selectFrom('saved_vehicle')
    .select('model_id')
    .where('user_id', '=', await userOf(db, sid))
    .orderBy('position', 'desc')
    .execute();
  return rows.flatMap(({ model_id }) => {
    const model = vehicles.model(model_id);
    return model ? [modelVehicle(vehicles, model, locale)] : [];
  });
}

/**
 * Saves a vehicle, once (D29).
 * @throws ProblemError `login`; `not_found` for an unknown model; `vehicle_limit`
 */
export async function saveVehicle(
  db: StateDb,
  sid: string | null,
  { vehicles }: Generation,
  modelId: string,
  now: Date,
): Promise<void> {
  const user_id = await userOf(db, sid);
  if (!vehicles.model(modelId)) throw new ProblemError('not_found', 'unknown model');
  await transact(db, async (tx) => {
    // Locks the account, so that parallel requests count one after the other.
    const { numUpdatedRows } = await tx
      .updateTable('account')
      .set(({ ref }) => ({ created_at: ref('created_at') }))
      .where('id', '=', user_id)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) throw new ProblemError('login');
    const saved = await tx.selectFrom('saved_vehicle').select('model_id').where('user_id', '=', user_id).execute();
    if (saved.some(({ model_id }) => model_id === modelId)) return;
    if (saved.length >= mostVehicles) throw new ProblemError('vehicle_limit', `at most ${mostVehicles} vehicles`);
    await tx
      .insertInto('saved_vehicle')
      .values({ user_id, model_id: modelId, created_at: now.toISOString() })
      .execute();
  });
}

/** Deletes a saved vehicle. @throws ProblemError `login`; `not_found` if it is not saved */
export async function forgetVehicle(db: StateDb, sid: string | null, modelId: string): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom('saved_vehicle')
    .where('user_id', '=', await userOf(db, sid))
    .where('model_id', '=', modelId)
    .executeTakeFirst();
  if (numDeletedRows === 0n) throw new ProblemError('not_found', 'not on the list');
}

type UserOperation = 'login' | 'logout' | 'userDelete' | 'userVehicles' | 'userVehicleSave' | 'userVehicleDelete';

/** Calls of users. The session decides the user; no call names one. */
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
