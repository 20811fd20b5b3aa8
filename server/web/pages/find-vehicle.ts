import type { Logger } from 'pino';
import type { VehicleLookup } from '../../../views/models.js';
import { ProblemError } from '../../contract/problem.js';
import { isRegisterInput, type RegisterWay, readRegisterInput, registerWays } from '../../contract/registers.js';
import { isHsn, isPlate, isTsn, plateKey, readHsn, readPlate, readTsn } from '../../contract/vehicle-inputs.js';
import type { FoundVehicle } from '../../contract/vehicles.js';
import type { Api, Client } from '../api/client.js';
import { field } from '../http/audience.js';
import { describeError } from '../http/log.js';
import { events } from '../http/log-events.js';
import type { Outcome, Visit } from '../render/page.js';
import type { Edition } from '../routes/editions.js';
import { vehicleTarget } from './chosen-vehicle.js';
import { hiddenOf, isOfEdition } from './picker.js';

export interface LookupNeeds {
  client: Client;
  log: Logger;
  registers: ReadonlySet<RegisterWay>;
}

/** Share of the request's time for the lookup. The page that shows its result needs the rest. */
const searchShare = 2 / 3;
/** Longer than any key or plate. */
const longestEntry = 40;
/** 400 for a malformed entry, 404 for an unknown one, 503 if the register failed (D42). */
export const statusOf = { invalid: 400, unknown: 404, failed: 503, several: 200 } as const;

function entry(body: unknown, name: string): string {
  const value = field(body, name);
  return typeof value === 'string' ? value.trim().slice(0, longestEntry) : '';
}

type Sought = Pick<VehicleLookup, 'way' | 'entered'> & {
  /** Looks the entry up; null if it is malformed. */
  find: ((api: Api) => Promise<FoundVehicle[]>) | null;
};

/** Reads HSN and TSN as far as they are well-formed. */
function soughtByKeys(body: unknown): Sought {
  const { hsn, tsn = readTsn(entry(body, 'tsn')) } = readHsn(entry(body, 'hsn'));
  const find = isHsn(hsn) && isTsn(tsn) ? (api: Api) => api.call('hsntsn', { keys: hsn + tsn }) : null;
  return { way: 'keys', entered: { hsn, tsn, plate: '' }, find };
}

function soughtByPlate(body: unknown): Sought {
  const plate = readPlate(entry(body, 'plate'));
  const find = isPlate(plate) ? (api: Api) => api.call('license', { plate: plateKey(plate) }) : null;
  return { way: 'plate', entered: { hsn: '', tsn: '', plate }, find };
}

const calls: Readonly<Record<RegisterWay, (api: Api, sought: string) => Promise<FoundVehicle[]>>> = {
  vin: (api, vin) => api.call('vin', { vin }),
  dutchPlate: (api, plate) => api.call('dutchPlate', { plate }),
  nationalCode: (api, code) => api.call('nationalCode', { code }),
};
function soughtByRegister(body: unknown, way: RegisterWay): Sought {
  const register = readRegisterInput(entry(body, way));
  const find = isRegisterInput(way, register) ? (api: Api) => calls[way](api, register) : null;
  return { way, entered: { hsn: '', tsn: '', plate: '', register }, find };
}

/** Reads the submitted form; null if the edition does not have it. */
export function soughtBy(body: unknown, edition: Edition, registers: ReadonlySet<RegisterWay>): Sought | null {
  const way = registerWays.find((each) => field(body, each) !== undefined);
  if (way) return registers.has(way) && isOfEdition(way, edition) ? soughtByRegister(body, way) : null;
  if (edition.hasPlates) return soughtByPlate(body);
  return edition.hasKeyNumbers ? soughtByKeys(body) : null;
}

/** Returns the form's hidden fields: the category or the article to come back to (D43). */
function hiddenQuery(body: unknown): URLSearchParams {
  const sent = new URLSearchParams(['categoryId', 'brand', 'norm'].map((name) => [name, entry(body, name)]));
  return new URLSearchParams(Object.entries(hiddenOf(sent) as Record<string, string>));
}

/**
 * Looks an entry up, and returns the target of its only model, else what the field shows. No log contains the entry.
 * @param targetOf returns the address for a model, with its national type number unless several belong to it
 */
export async function lookUp(
  { client, log }: LookupNeeds,
  { edition, country, request }: Visit,
  { way, entered, find }: Sought,
  targetOf: (vehicle: FoundVehicle, kbaId: string | null) => Promise<string | null>,
): Promise<{ location: string } | VehicleLookup> {
  const lookup: VehicleLookup = { way, entered, state: 'invalid', hits: [] };
  if (!find) return lookup;
  try {
    const { locale } = edition;
    const hits = await find(client.for({ locale, country }, client.timeoutMs * searchShare));
    const [first] = hits;
    const isOne = new Set(hits.map(({ model }) => model?.id)).size === 1;
    const location = isOne && first ? await targetOf(first, hits.length === 1 ? first.kbaId : null) : null;
    if (location) return { location };
    lookup.hits = hits;
    lookup.state = first ? 'several' : 'unknown';
  } catch (error) {
    log.warn({ way, route: request.notes.route, error: describeError(error) }, events.vehicleLookupFailed);
    lookup.state = 'failed';
  }
  return lookup;
}

/**
 * Answers the forms for a registration paper (German edition), a plate (French edition) and registers on the page of
 * all vehicles (D43). One hit redirects like any chosen vehicle, several become a list. Any other outcome appears
 * beside the field. No address and no log contains the entry (D30).
 *
 * @throws ProblemError `method` for a form that the edition does not have
 */
export async function findVehicle(needs: LookupNeeds, visit: Visit): Promise<Outcome<VehicleLookup>> {
  const { edition, request, response } = visit;
  const sought = soughtBy(request.body, edition, needs.registers);
  if (!sought) {
    response.setHeader('Allow', 'GET, HEAD');
    throw new ProblemError('method');
  }
  const query = hiddenQuery(request.body);
  const found = await lookUp(needs, visit, sought, (vehicle, kbaId) =>
    vehicleTarget(visit, vehicle, hiddenOf(query), kbaId),
  );
  return 'location' in found ? found : { notice: found, status: statusOf[found.state], query };
}
