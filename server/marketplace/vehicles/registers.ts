import { z } from 'zod';
import type { Clock } from '../../clock/clock.js';
import type { Locale } from '../../contract/locales.js';
import type { Request, Wire } from '../../contract/operations/handler-types.js';
import { ProblemError } from '../../contract/problem.js';
import { readText } from '../../outbound/read-text.js';
import type { Generation } from '../generation/generation.js';
import type { Model, VehicleIndex } from '../generation/vehicle-index.js';
import { modelVehicle } from './vehicle-wire.js';

/** A register under contract that finds the car of a plate, a VIN or a code. */
export interface RegisterProvider {
  /**
   * Finds models for a text in the contract's form: several if the register knows only the type, none if unknown.
   * @throws any error if the register fails; its message must not repeat the text
   */
  find(sought: string, vehicles: VehicleIndex): Promise<readonly Model[]>;
}

/**
 * Finds the vehicles that a register knows.
 * @param register null = not configured
 * @throws ProblemError `unavailable` if there is no register, or it fails
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

/** The response of a register: ids of models as in their addresses; empty = unknown. */
const responseSchema = z.object({ models: z.array(z.string().max(64)).max(50) });
/** Milliseconds; a page waits 1500 for the whole call. */
const usualTimeoutMs = 1200;
/** Most characters of a response. */
const maxCharacters = 64 * 1024;

/** Errors contain neither address nor response, because both may hold personal data (D30). */
const unavailable = (why: string): ProblemError => new ProblemError('unavailable', `register of vehicles: ${why}`);

async function lookUp(url: string, clock: Clock, timeoutMs: number): Promise<z.output<typeof responseSchema>> {
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
    text = await readText(response.body, maxCharacters, () => unavailable('too long'));
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
 * Makes a register under contract, or a small program in front of it. It is asked by GET for each vehicle; redirects
 * are refused and nothing is stored (D30).
 * @param template https address with one name in braces, such as `{plate}` (`PLATES_URL`)
 * @param timeoutMs how long to wait for it
 */
export const remoteRegister = (template: string, clock: Clock, timeoutMs = usualTimeoutMs): RegisterProvider => ({
  async find(sought, { modelsById }) {
    const { models } = await lookUp(template.replace(/\{\w+\}/, encodeURIComponent(sought)), clock, timeoutMs);
    return models.flatMap((id) => modelsById.get(id) ?? []);
  },
});

/**
 * Plates of no car: series with I, O and U were never issued, and there is no department 99. The example in the input
 * is one of them. Each maps to ranks among the most popular models of France.
 */
const fictitious: Readonly<Record<string, readonly number[]>> = {
  AA123ZZ: [0],
  IO123OU: [1],
  IO456OU: [2, 3],
  '1234IOU99': [4],
  '56UI99': [5],
};

/** The register of the demonstration, with fictitious plates (D30). */
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
 * Finds the vehicles of a French plate. A demonstration without a register uses its fictitious plates.
 * @throws ProblemError `unavailable` if another catalogue has no register (`PLATES_URL`), or the register fails
 */
export function findByPlate(
  generation: Generation,
  request: Request<'license'>,
  register: RegisterProvider | null,
): Promise<Wire<'license'>> {
  const provider = register ?? (generation.isDemonstration ? fictitiousPlates : null);
  return findByRegister(generation, request.plate, request.locale, provider);
}
