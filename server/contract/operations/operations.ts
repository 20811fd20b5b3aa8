import type { z } from 'zod';
import { articleOperations } from './articles.js';
import { cartOperations } from './carts.js';
import { consoleOperations } from './console.js';
import { feedOperations } from './feeds.js';
import { listingOperations, treeOperations } from './listing.js';
import { merchantOperations } from './merchants.js';
import type { Operation } from './operation.js';
import { searchOperations } from './search.js';
import { shopOperations } from './shops.js';
import { userOperations } from './users.js';
import { vehicleOperations } from './vehicles.js';

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
