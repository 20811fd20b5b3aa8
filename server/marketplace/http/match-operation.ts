import { type MatchFunction, match } from 'path-to-regexp';
import { type OperationId, operations } from '../../contract/operations/operations.js';
import { ProblemError } from '../../contract/problem.js';

interface Matcher {
  id: OperationId;
  method: 'GET' | 'POST';
  match: MatchFunction<Partial<Record<string, string | string[]>>>;
}
/** Matchers in the order of the table, in which the catch-all `listing` is last. */
const matchers: readonly Matcher[] = (Object.keys(operations) as OperationId[]).map((id) => ({
  id,
  method: operations[id].method,
  match: match(operations[id].path),
}));

/** `allow`: the path exists, but not with this method. */
export type Matched = { id: OperationId; params: Record<string, unknown> } | { allow: readonly string[] };

/**
 * Finds the operation of a request path without query. The first matching path decides, even if it lacks the method;
 * HEAD counts as GET. Returns null for an unknown path.
 * @throws ProblemError `encoding` for broken percent-encoding
 */
export function matchOperation(method: string, path: string): Matched | null {
  const wanted = method === 'HEAD' ? 'GET' : method;
  let first: string | null = null;
  const allow: string[] = [];
  for (const matcher of matchers) {
    const pattern = operations[matcher.id].path;
    if (first !== null && pattern !== first) continue;
    const found = matchPath(matcher, path);
    if (!found) continue;
    if (matcher.method === wanted) return { id: matcher.id, params: { ...found } };
    first = pattern;
    allow.push(...(matcher.method === 'GET' ? ['GET', 'HEAD'] : ['POST']));
  }
  return first === null ? null : { allow };
}

function matchPath(matcher: Matcher, path: string): Record<string, unknown> | null {
  try {
    const found = matcher.match(path);
    return found ? found.params : null;
  } catch (error) {
    if (error instanceof URIError) throw new ProblemError('encoding', 'broken percent-encoding in the path');
    throw error;
  }
}
