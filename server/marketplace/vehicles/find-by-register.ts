import type { Wire } from '../../contract/handler-types.js';
import type { Locale } from '../../contract/locales.js';
import { ProblemError } from '../../contract/problem.js';
import type { Generation } from '../store/generation.js';
import type { RegisterProvider } from './register-provider.js';
import { modelVehicle } from './vehicle-wire.js';

/**
 * Vehicles that a register names; none is what it says that does not know one.
 *
 * @param register null where the operator has named none
 * @throws ProblemError `unavailable` where nobody can be asked
 */
export async function findByRegister(
  { vehicles }: Generation,
  sought: string,
  locale: Locale,
  register: RegisterProvider | null,
): Promise<Wire<'license'>> {
  if (!register) throw new ProblemError('unavailable', 'no such register');
  const models = await register.find(sought, vehicles);
  return models.map((model) => ({ ...modelVehicle(vehicles, model, locale), kbaId: null }));
}
