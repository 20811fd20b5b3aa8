import { compile } from 'path-to-regexp';
import type { Operation } from '../../contract/operations/operation.js';
import { type OperationId, operations } from '../../contract/operations/operations.js';
import { type ProblemCode, ProblemError } from '../../contract/problem.js';
import { unusable } from '../../contract/refused-parameter.js';

/** Values of a call by name, before or after parsing. */
export type Values = Readonly<Record<string, unknown>>;
/** An outgoing call. Its address is built from the operation and encoded parameters, never from a raw URL. */
export interface Address {
  operation: OperationId;
  /** Path and query in a canonical form, so that it is also the cache key. */
  target: string;
}

const compiled = new Map(
  (Object.keys(operations) as OperationId[]).map((id) => [id, compile(operations[id].path)] as const),
);

export const operationOf = (id: OperationId): Operation => operations[id];

/**
 * The address of a call. Parameters that the operation does not know are dropped; defaults are filled in.
 *
 * @param misshapen code for a value of the path that is not of its type: a call is told so (D51), a page's address with
 * it is one that nobody has.
 * @throws ProblemError `invalid` when a value is not of its type.
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
