import type { z } from 'zod';
import type { Operation } from '../../contract/operations/operation.js';
import { type OperationId, operations } from '../../contract/operations.js';
import type { ProblemCode } from '../../contract/problem.js';

/** Matters that calls are told by, in the order in which a client meets them. */
export const tags = {
  Vehicles: 'Makes, series and models, and the short ways to a vehicle.',
  Catalogue: 'Categories, lists and articles.',
  Search: 'Finding parts by words and numbers.',
  Offers: 'What an article costs, and where.',
  Session: 'Who a visitor is to the shop, and the challenge for checked calls.',
  Cart: 'The cart of a session. Every write answers with the whole cart.',
  Account: 'Saved vehicles of anyone who is logged in; German and Austrian editions.',
  Shop: 'What customers say of the shop.',
} as const;
export type Tag = keyof typeof tags;

/** A call that anybody may make of the shop. */
export interface PublicCall {
  readonly id: string;
  readonly tag: Tag;
  readonly method: 'get' | 'post';
  /** As OpenAPI writes it. */
  readonly path: string;
  readonly summary: string;
  readonly description?: string;
  readonly params: z.ZodObject | undefined;
  readonly query: z.ZodObject | undefined;
  readonly body: z.ZodType | undefined;
  readonly response: z.ZodType;
  readonly media: string;
  /** Needs the check headers (D28). */
  readonly isChecked?: boolean;
  /** Reads or writes what belongs to the session of the cookie. */
  readonly session?: 'read' | 'write';
  /** Reads the edition and the delivery country (D41). */
  readonly hasAudience: boolean;
  /** Besides those of every call. */
  readonly errors?: readonly ProblemCode[];
}

type Told = Pick<PublicCall, 'tag' | 'summary' | 'description' | 'isChecked' | 'session' | 'errors'> &
  Partial<Pick<PublicCall, 'response' | 'query' | 'media'>>;

const audience = { locale: true, country: true } as const;

/** A call of an operation of the contract under the same path, told for callers. */
export function callOf(id: OperationId, told: Told): PublicCall {
  const operation: Operation = operations[id];
  const query = told.query ?? operation.query;
  const hasAudience = query?.shape.locale !== undefined;
  return {
    id,
    method: operation.method === 'GET' ? 'get' : 'post',
    path: operation.path.replace(/:(\w+)/g, '{$1}'),
    params: operation.params,
    body: operation.body,
    response: operation.response,
    media: 'application/json',
    ...told,
    query: hasAudience ? query?.omit(audience) : query,
    hasAudience,
  };
}

/** A call that only the shop has, not its marketplace. */
export const ownCall = (
  told: Told & Pick<PublicCall, 'id' | 'path' | 'response'> & { hasAudience?: boolean },
): PublicCall => ({
  method: 'get',
  params: undefined,
  query: undefined,
  body: undefined,
  media: 'application/json',
  hasAudience: false,
  ...told,
});
