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
 * Every call between web tier and marketplace. `GET /api{path}` of the specification is `listing` or `article`. The web
 * tier parses such paths and calls with neutral slugs, because slugs carry no information (D20, D41, D51).
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
  // Last, because its path matches anything of its shape.
  ...listingOperations,
} satisfies Record<string, Operation>;

export type Operations = typeof operations;
export type OperationId = keyof Operations;
/** Schema of a member of a call, if it has that member. */
export type SchemaOf<I extends OperationId, K extends string> =
  Operations[I] extends Record<K, infer S extends z.ZodType> ? S : never;
