import { compile } from 'path-to-regexp';
import { type Operation, type OperationId, operations, ProblemError } from './contract.js';

/** Values of a call by name, before or after parsing. */
export type Values = Readonly<Record<string, unknown>>;
/** A call as it goes out: its address is made of the operation and encoded parameters, never of a raw URL. */
export interface Address {
  operation: OperationId;
  /** Path and query; equal meanings have equal spellings, so that it is the key of the cache as well. */
  target: string;
}

const compiled = new Map(
  (Object.keys(operations) as OperationId[]).map((id) => [id, compile(operations[id].path)] as const),
);

/** The operation by name, in its general shape. */
export const operationOf = (id: OperationId): Operation => operations[id];

/**
 * The address of a call. Parameters that the operation does not know are dropped; defaults are filled in.
 *
 * @throws ProblemError `invalid` when a value is not of its type; an id of wrong shape in the path is `not_found`.
 */
export function addressOf(id: OperationId, values: Values): Address {
  const { params, query } = operationOf(id);
  const parsedParams = params?.safeParse(values);
  if (parsedParams && !parsedParams.success) throw new ProblemError('not_found', `no such address: ${id}`);
  const path = compiled.get(id)?.((parsedParams?.data ?? {}) as Record<string, string>) ?? '';
  if (!query) return { operation: id, target: path };
  const parsed = query.safeParse(values);
  if (!parsed.success) {
    throw new ProblemError(
      'invalid',
      `cannot use ${parsed.error.issues.map((issue) => issue.path.join('.')).join(', ')}`,
    );
  }
  const pairs = new URLSearchParams();
  for (const key of Object.keys(query.shape)) {
    const value = parsed.data[key];
    if (value !== undefined && value !== '') pairs.append(key, String(value));
  }
  return { operation: id, target: pairs.size > 0 ? `${path}?${pairs}` : path };
}
