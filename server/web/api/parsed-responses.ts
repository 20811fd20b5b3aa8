import { LRUCache } from 'lru-cache';
import type { Operation } from '../../contract/operations/operation.js';
import { ProblemError } from '../../contract/problem.js';

/** Memory of a parsed object as a multiple of its JSON, measured on articles and offers. */
const weight = 5;

/** Responses that are parsed before zod compiles the schema. Compiling earlier would delay the first page. */
const readPlainly = 8;
const plainReads = new WeakMap<Operation, number>();

/** Returns whether zod parses without compiling. */
function isPlain(operation: Operation): boolean {
  const count = plainReads.get(operation) ?? 0;
  if (count === readPlainly) return false;
  plainReads.set(operation, count + 1);
  return true;
}

/** Parses a response. @throws ProblemError `upstream` if it breaks the contract */
export function parseResponse(operation: Operation, body: Buffer): unknown {
  const text = body.toString();
  let json: unknown;
  try {
    json = operation.cache === 'picture' ? text : JSON.parse(text);
  } catch {
    throw new ProblemError('upstream', 'answer is not JSON');
  }
  const result = operation.response.safeParse(json, { jitless: isPlain(operation) });
  if (result.success) return result.data;
  const [first] = result.error.issues;
  throw new ProblemError('upstream', `answer breaks the contract at ${first?.path.join('.')}: ${first?.message}`);
}

/**
 * Parsed responses within a byte budget; those used least are parsed again from their bytes. The same response always
 * gives the same object, so results derived from it can be cached by identity.
 */
export class ParsedResponses {
  readonly #byResponse: LRUCache<object, object>;

  constructor(maxBytes: number) {
    this.#byResponse = new LRUCache({ maxSize: maxBytes });
  }

  read(operation: Operation, response: { readonly body: Buffer }): unknown {
    const known = this.#byResponse.get(response);
    if (known) return known;
    const { body } = response;
    const parsed = parseResponse(operation, body);
    if (typeof parsed === 'object' && parsed !== null)
      this.#byResponse.set(response, parsed, { size: 200 + body.length * weight });
    return parsed;
  }
}
