import { LRUCache } from 'lru-cache';
import type { Operation } from '../../contract/operations/operation.js';
import { ProblemError } from '../../contract/problem.js';

/** Memory of parsed objects as a multiple of their JSON (measured on articles and offers). */
const weight = 5;

/** Answers that are read before zod compiles the schema: compiling delays the first page more than it saves. */
const readPlainly = 8;
const plainReads = new WeakMap<Operation, number>();

/** Whether zod is to do without such a program. */
function isPlain(operation: Operation): boolean {
  const count = plainReads.get(operation) ?? 0;
  if (count === readPlainly) return false;
  plainReads.set(operation, count + 1);
  return true;
}

/** What a response says. @throws ProblemError `upstream` when it does not fit the contract. */
export function parseResponse(operation: Operation, body: Buffer): unknown {
  let json: unknown;
  try {
    json = JSON.parse(body.toString());
  } catch {
    throw new ProblemError('upstream', 'answer is not JSON');
  }
  const result = operation.response.safeParse(json, { jitless: isPlain(operation) });
  if (result.success) return result.data;
  const [first] = result.error.issues;
  throw new ProblemError('upstream', `answer breaks the contract at ${first?.path.join('.')}: ${first?.message}`);
}

/**
 * Parsed responses. Only the most used ones are cached, under a byte budget; others are parsed again from their bytes.
 * A cached response always gives the same object, so that results derived from it can be cached by identity.
 */
export class ParsedResponses {
  readonly #byResponse: LRUCache<object, object>;

  constructor(maxBytes: number) {
    this.#byResponse = new LRUCache({ maxSize: maxBytes });
  }

  /** @throws ProblemError `upstream` when the response does not fit the contract. */
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
