import { z } from 'zod';
import { decimalId, modelId } from '../ids.js';
import * as vehicles from '../vehicles.js';
import { edition, id, operation, read } from './operation.js';

/** `limit` and `exclude` of the vehicle lists (D49). */
const limited = edition.extend({
  limit: z.coerce.number().int().min(1).max(500).optional(),
  exclude: z
    .string()
    .regex(/^\d{1,15}(,\d{1,15}){0,99}$/)
    .meta({ examples: ['121,138'] })
    .optional(),
});
const foundVehicles = z.array(vehicles.foundVehicle);

/** Makes a lookup by the registration of a car, which no cache may store. */
const lookup = <Path extends string, Params extends z.ZodRawShape>(path: Path, params: Params) =>
  operation({
    method: 'GET',
    service: 'catalogue',
    cache: 'never',
    path,
    params: z.object(params),
    query: edition,
    response: foundVehicles,
  });

export const vehicleOperations = {
  manufacturers: read('/api/vehicle/manufacturers', z.array(vehicles.manufacturer), {
    query: limited.extend({ categoryId: decimalId.optional() }),
  }),
  manufacturer: read('/api/vehicle/manufacturers/:id', vehicles.manufacturer, { params: id }),
  manufacturerSeries: read('/api/vehicle/manufacturers/:id/series', z.array(vehicles.series), {
    params: id,
    query: limited,
  }),
  seriesModels: read('/api/vehicle/series/:id/models', z.array(vehicles.model), {
    params: id,
    query: limited,
  }),
  seriesPage: read('/api/vehicle/series-pages/:id', vehicles.seriesPageDetail, { params: id }),
  model: read('/api/vehicle/models/:modelId', vehicles.vehicle, { params: z.object({ modelId }) }),
  /** National type number of a model (D48). */
  kbaModel: read('/api/vehicle/kba/:kbaTypeId', vehicles.vehicle, { params: z.object({ kbaTypeId: decimalId }) }),
  /** Without an exact match, O and 0 count as the same (D37). No hit is an empty list (D19). */
  hsntsn: lookup('/api/vehicle/hsntsn/:keys', { keys: vehicles.keyNumbers }),
  /** Plates, VINs and codes are personal, so they are never stored or logged (D30). */
  license: lookup('/api/vehicle/license/fr/:plate', { plate: vehicles.plate }),
  dutchPlate: lookup('/api/vehicle/license/nl/:plate', { plate: vehicles.dutchPlate }),
  vin: lookup('/api/vehicle/vin/:vin', { vin: vehicles.vin }),
  nationalCode: lookup('/api/vehicle/code/at/:code', { code: vehicles.nationalCode }),
};
