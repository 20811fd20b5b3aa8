import type { Request, Wire } from '../../contract/operations/handler-types.js';
import { hsnLength } from '../../contract/vehicle-inputs.js';
import type { Generation } from '../generation/generation.js';
import { modelVehicle } from './vehicle-wire.js';

/**
 * Returns the possible readings of maker and type key, as written first. O and 0 look alike on paper (D37): a maker key
 * has only digits, a type key may have either.
 */
export function readings(keys: string): string[] {
  const hsn = keys.slice(0, hsnLength);
  const tsn = keys.slice(hsnLength);
  const digits = hsn.replaceAll('O', '0');
  const variants = [keys, digits + tsn, digits + tsn.replaceAll('O', '0'), digits + tsn.replaceAll('0', 'O')];
  return [...new Set(variants)];
}

/** Returns the vehicles of a maker and type key, most built first; empty if unknown (D19). */
export function findByKeyNumbers({ vehicles }: Generation, request: Request<'hsntsn'>): Wire<'hsntsn'> {
  for (const reading of readings(request.keys)) {
    const found = vehicles.kbasByKeys(reading).flatMap(({ kba_id, model_number }) => {
      const model = vehicles.modelsByNumber.get(model_number);
      return model ? [{ ...modelVehicle(vehicles, model, request.locale), kbaId: String(kba_id) }] : [];
    });
    if (found.length > 0) return found.sort((a, b) => (b.model?.popularity ?? 0) - (a.model?.popularity ?? 0));
  }
  return [];
}
