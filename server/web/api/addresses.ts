import { compile } from 'path-to-regexp';
import type { Operation } from '../../contract/operations/operation.js';
import { type OperationId, operations } from '../../contract/operations/operations.js';
import { type ProblemCode, ProblemError } from '../../contract/problem.js';
import { unusable } from '../../contract/refused-parameter.js';

export type Values = Readonly<Record<string, unknown>>;
/** An outgoing call. Operation and encoded parameters make its address, never a URL from outside. */
export interface Address {
  operation: OperationId;
  /** Canonical path and query, which are also the cache key. */
  target: string;
}

const compiled = new Map(
  (Object.keys(operations) as OperationId[]).map((id) => [id, compile(operations[id].path)] as const),
);

export const operationOf = (id: OperationId): Operation => operations[id];

/**
 * Returns the address of a call. It drops unknown parameters and fills in defaults.
 *
 * @param misshapen code for an invalid path parameter: `invalid` for calls (D51), `not_found` for addresses of pages
 * @throws ProblemError `invalid` for a value of the wrong type
 */
export function addressOf(
  id: OperationId,
  values: Values,
  misshapen: Extract<ProblemCode, 'invalid' | 'not_found'> = 'invalid',
): Address {
  const { params, query } = operationOf(id);
  const parsedParams = params?.safeParse(values);
  if (params && parsedParams && !parsedParams.success)
    throw new ProblemError(misshapen, `${id}: path`, unusable(params, values, parsedParams.error));
  const path = compiled.get(id)?.((parsedParams?.data ?? {}) as Record<string, string>) ?? '';
  if (!query) return { operation: id, target: path };
  const parsed = query.safeParse(values);
  if (!parsed.success) throw new ProblemError('invalid', `${id}: query`, unusable(query, values, parsed.error));
  const pairs = new URLSearchParams();
  for (const key of Object.keys(query.shape)) {
    const value = parsed.data[key];
    if (value !== undefined && value !== '') pairs.append(key, String(value));
  }
  return { operation: id, target: pairs.size > 0 ? `${path}?${pairs}` : path };
}
