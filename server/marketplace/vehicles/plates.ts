import type { Request, Wire } from '../../contract/handler-types.js';
import type { Generation } from '../store/generation.js';
import { findByRegister } from './find-by-register.js';
import type { RegisterProvider } from './register-provider.js';
import type { Model } from './vehicle-index.js';

/**
 * Plates that no car wears: the series with I, O and U were never issued, and there is no department 99. The example
 * of the input is here too, so that it can be tried. Each names a rank among the most popular models of France.
 */
const fictitious: Readonly<Record<string, readonly number[]>> = {
  AA123ZZ: [0],
  IO123OU: [1],
  IO456OU: [2, 3],
  '1234IOU99': [4],
  '56UI99': [5],
};

/** The provider of a shop that has none: made-up plates of the demonstration (D30). */
export const fictitiousPlates: RegisterProvider = {
  async find(plate, vehicles) {
    const ranks = fictitious[plate];
    if (!ranks) return [];
    const popularity = (model: Model): number => model.popularity.FR ?? 0;
    const ranked = [...vehicles.modelsById.values()].sort(
      (a, b) => popularity(b) - popularity(a) || a.number - b.number,
    );
    return ranks.flatMap((rank) => ranked[rank] ?? []);
  },
};

/**
 * Vehicles of a French plate; none is what a register says that does not know it. Without a register a demonstration
 * has its made-up plates.
 *
 * @throws ProblemError `unavailable` where nobody can be asked: a catalogue that is no demonstration has no made-up
 * plates, and its operator has not named a register (`PLATES_URL`)
 */
export function findByPlate(
  generation: Generation,
  request: Request<'license'>,
  register: RegisterProvider | null,
): Promise<Wire<'license'>> {
  const provider = register ?? (generation.isDemonstration ? fictitiousPlates : null);
  return findByRegister(generation, request.plate, request.locale, provider);
}
