import type { z } from 'zod';
import { articleOperations } from './operations/articles.js';
import { cartOperations } from './operations/carts.js';
import { listingOperations, treeOperations } from './operations/listing.js';
import type { Operation } from './operations/operation.js';
import { searchOperations } from './operations/search.js';
import { shopOperations } from './operations/shops.js';
import { userOperations } from './operations/users.js';
import { vehicleOperations } from './operations/vehicles.js';

export { type CachePolicy, contextQuery, type Operation, pictureTypes, type Room } from './operations/operation.js';

/**
 * Every call between the web tier and the marketplace, by name. `GET /api{path}` of the specification is
 * `listing` (a category in a vehicle context) and `article`; the web tier reads the page path with its route
 * table and asks with neutral words, since slugs in API paths say nothing (D20, D41, D51).
 */
export const operations = {
  ...vehicleOperations,
  ...treeOperations,
  ...articleOperations,
  ...shopOperations,
  ...searchOperations,
  ...cartOperations,
  ...userOperations,
  // Last: its path matches anything of its shape.
  ...listingOperations,
} satisfies Record<string, Operation>;

export type Operations = typeof operations;
export type OperationId = keyof Operations;
type Part<I extends OperationId, K extends string> =
  Operations[I] extends Record<K, infer S extends z.ZodType> ? S : never;
type OutputOf<S> = [S] extends [never] ? unknown : S extends z.ZodType ? z.output<S> : never;
type InputOf<S> = [S] extends [never] ? unknown : S extends z.ZodType ? z.input<S> : never;

/** What a handler of the marketplace receives: parsed parameters, query and body in one object. */
export type Request<I extends OperationId> = OutputOf<Part<I, 'params'>> &
  OutputOf<Part<I, 'query'>> &
  OutputOf<Part<I, 'body'>>;
/** What a caller passes: the same before parsing. */
export type Call<I extends OperationId> = InputOf<Part<I, 'params'>> &
  InputOf<Part<I, 'query'>> &
  InputOf<Part<I, 'body'>>;
/** The answer on the wire (money in euros), as the marketplace writes it. */
export type Wire<I extends OperationId> = z.input<Operations[I]['answer']>;
/** The answer as parsed by the client (money in cents). */
export type Answer<I extends OperationId> = z.output<Operations[I]['answer']>;

/** An idempotency key as it may be; scripts send a UUID (D53). */
export const idempotencyKey = /^[\w-]{8,64}$/;

/** Headers of a call besides the usual ones. */
export const callHeaders = {
  /** The visitor's session, from the web tier's cookie. */
  session: 'x-session',
  /** `1`: the web tier has given this session out, so that a first write may begin with it (D79). */
  sessionIsSigned: 'x-session-signed',
  requestId: 'x-request-id',
  /** One key per intended write; a repeat within a day has no further effect (D53), another write with it is refused (D88). */
  idempotencyKey: 'idempotency-key',
  /** The word that the web tier and its marketplace share, on the calls that need it (specification 7). */
  trust: 'trust',
  /** On every answer: the catalogue it was read from (D63). */
  generation: 'x-catalogue-generation',
} as const;
