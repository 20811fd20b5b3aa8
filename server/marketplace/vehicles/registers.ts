import { z } from 'zod';
import type { Clock } from '../../clock/clock.js';
import type { Locale } from '../../contract/locales.js';
import type { Request, Wire } from '../../contract/operations/handler-types.js';
import { ProblemError } from '../../contract/problem.js';
import type { Generation } from '../generation/generation.js';
import type { Model, VehicleIndex } from '../generation/vehicle-index.js';
import { modelVehicle } from './vehicle-wire.js';

/** A register with which the operator has a contract: it finds the car of a plate, a VIN or a code. */
export interface RegisterProvider {
  /**
   * Models of what is sought, written as in the contract; usually one, several where the register knows only the type,
   * none where it does not know it.
   *
   * @throws anything when the register cannot be asked; the message must not repeat what is sought.
   */
  find(sought: string, vehicles: VehicleIndex): Promise<readonly Model[]>;
}

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

/**
 * What a register answers: ids of models as in the addresses of their pages; none where it does not know what is
 * sought.
 */
const responseSchema = z.object({ models: z.array(z.string().max(64)).max(50) });
/** Milliseconds; the shop waits 1500 for the whole call. */
const timeoutMs = 1200;
/** Of the longest answer that is read. */
const maxBytes = 64 * 1024;

/** Neither address nor response is reported, because both may hold what is sought (D30). */
const unavailable = (why: string): ProblemError => new ProblemError('unavailable', `register of vehicles: ${why}`);

async function read(response: Response): Promise<string> {
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > maxBytes) throw unavailable('too long');
  }
  return text;
}

async function lookUp(url: string, clock: Clock): Promise<z.output<typeof responseSchema>> {
  const ended = new AbortController();
  const timer = clock.after(timeoutMs, () => ended.abort(unavailable('no answer')));
  let text: string;
  try {
    const headers = { accept: 'application/json' };
    const response = await fetch(url, { headers, redirect: 'error', signal: ended.signal });
    if (response.status !== 200) {
      await response.body?.cancel();
      throw unavailable(`status ${response.status}`);
    }
    text = await read(response);
  } catch (error) {
    throw error instanceof ProblemError ? error : unavailable((error as Error).name);
  } finally {
    timer.cancel();
  }
  try {
    return responseSchema.parse(JSON.parse(text));
  } catch {
    throw unavailable('an answer of another form');
  }
}

/**
 * The register that an operator has a contract with, or a small program in front of it: asked by GET for each
 * vehicle, never followed elsewhere; nothing is kept (D30).
 *
 * @param template https address with one name in braces, such as `{plate}` (`PLATES_URL`)
 */
export const remoteRegister = (template: string, clock: Clock): RegisterProvider => ({
  async find(sought, { modelsById }) {
    const { models } = await lookUp(template.replace(/\{\w+\}/, encodeURIComponent(sought)), clock);
    return models.flatMap((id) => modelsById.get(id) ?? []);
  },
});

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
