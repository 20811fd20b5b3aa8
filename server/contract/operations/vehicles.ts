import { z } from 'zod';
import { decimalId, modelId } from '../ids.js';
import {
  foundVehicle,
  keyNumbers,
  manufacturer,
  model,
  plate,
  series,
  seriesPageDetail,
  vehicle,
} from '../vehicles.js';
import { edition, id, operation, read } from './operation.js';

/** `limit` and `exclude` of the vehicle lists (D49). */
const listLimits = {
  limit: z.coerce.number().int().min(1).max(500).optional(),
  exclude: z
    .string()
    .regex(/^\d{1,15}(,\d{1,15}){0,99}$/)
    .meta({ examples: ['121,138'] })
    .optional(),
};
/** A national vehicle type number picks its model (D48). */
const kbaQuery = z.object({ kbaTypeId: decimalId });

/** Makes, series and models, and the ways to them. */
export const vehicleOperations = {
  manufacturers: operation({
    ...read,
    path: '/api/vehicle/manufacturers',
    query: z.object({ ...edition, ...listLimits, categoryId: decimalId.optional() }),
    response: z.array(manufacturer),
  }),
  manufacturer: operation({
    ...read,
    path: '/api/vehicle/manufacturers/:id',
    params: id,
    query: z.object(edition),
    response: manufacturer,
  }),
  manufacturerSeries: operation({
    ...read,
    path: '/api/vehicle/manufacturers/:id/series',
    params: id,
    query: z.object({ ...edition, ...listLimits }),
    response: z.array(series),
  }),
  seriesModels: operation({
    ...read,
    path: '/api/vehicle/series/:id/models',
    params: id,
    query: z.object({ ...edition, ...listLimits }),
    response: z.array(model),
  }),
  seriesPage: operation({
    ...read,
    path: '/api/vehicle/series-pages/:id',
    params: id,
    query: z.object(edition),
    response: seriesPageDetail,
  }),
  model: operation({
    ...read,
    path: '/api/vehicle/models/:modelId',
    params: z.object({ modelId }),
    query: z.object(edition),
    response: vehicle,
  }),
  kbaModel: operation({
    ...read,
    path: '/api/vehicle/kba/:kbaTypeId',
    params: kbaQuery,
    query: z.object(edition),
    response: vehicle,
  }),
  /** Where nothing has the keys as written, O and 0 are taken for one another (D37). No hit is an empty list (D19). */
  hsntsn: operation({
    ...read,
    path: '/api/vehicle/hsntsn/:keys',
    params: z.object({ keys: keyNumbers }),
    query: z.object(edition),
    response: z.array(foundVehicle),
  }),
  /** A plate is personal: never kept, never logged (D30). */
  license: operation({
    ...read,
    cache: 'never',
    path: '/api/vehicle/license/fr/:plate',
    params: z.object({ plate }),
    query: z.object(edition),
    response: z.array(foundVehicle),
  }),
};
