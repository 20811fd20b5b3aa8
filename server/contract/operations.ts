import type { z } from 'zod';
import { articleOperations } from './operations/articles.js';
import { cartOperations } from './operations/carts.js';
import { consoleOperations } from './operations/console.js';
import { feedOperations } from './operations/feeds.js';
import { listingOperations, treeOperations } from './operations/listing.js';
import { merchantOperations } from './operations/merchants.js';
import type { Operation } from './operations/operation.js';
import { searchOperations } from './operations/search.js';
import { shopOperations } from './operations/shops.js';
import { userOperations } from './operations/users.js';
import { vehicleOperations } from './operations/vehicles.js';

/**
 * Every call between the web tier and the marketplace, by name. `GET /api{path}` of the specification is `listing` (a
 * category in a vehicle context) and `article`. The web tier parses the page path with its route table and calls with
 * neutral slugs, because slugs in API paths carry no information (D20, D41, D51).
 */
export const operations = {
  ...vehicleOperations,
  ...treeOperations,
  ...articleOperations,
  ...shopOperations,
  ...searchOperations,
  ...cartOperations,
  ...userOperations,
  ...feedOperations,
  ...merchantOperations,
  ...consoleOperations,
  // Last: its path matches anything of its shape.
  ...listingOperations,
} satisfies Record<string, Operation>;

export type Operations = typeof operations;
export type OperationId = keyof Operations;
/** The schema of one member of a call, where it has it. */
export type SchemaOf<I extends OperationId, K extends string> =
  Operations[I] extends Record<K, infer S extends z.ZodType> ? S : never;
