import { LRUCache } from 'lru-cache';
import type { Operation } from '../../contract/operations/operation.js';
import { ProblemError } from '../../contract/problem.js';

/** Objects take about so many times the room of the JSON that they were read from (measured on articles and offers). */
const weight = 5;

/** What an answer says. @throws ProblemError `upstream` when it does not fit the contract. */
export function parseAnswer(operation: Operation, body: Buffer): unknown {
  let json: unknown;
  try {
    json = JSON.parse(body.toString());
  } catch {
    throw new ProblemError('upstream', 'answer is not JSON');
  }
  const result = operation.answer.safeParse(json);
  if (result.success) return result.data;
  const [first] = result.error.issues;
  throw new ProblemError('upstream', `answer breaks the contract at ${first?.path.join('.')}: ${first?.message}`);
}

/**
 * Answers as objects. Only the most used ones are kept, under a byte budget; the others are read again from their
 * bytes. The same answer gives the same object for as long as it is kept, so what is made of it can be kept with it.
 */
export class ParsedAnswers {
  readonly #byAnswer: LRUCache<object, object>;

  constructor(maxBytes: number) {
    this.#byAnswer = new LRUCache({ maxSize: maxBytes });
  }

  /** @throws ProblemError `upstream` when the answer does not fit the contract. */
  read(operation: Operation, answer: { readonly body: Buffer }): unknown {
    const known = this.#byAnswer.get(answer);
    if (known) return known;
    const { body } = answer;
    const parsed = parseAnswer(operation, body);
    if (typeof parsed === 'object' && parsed !== null)
      this.#byAnswer.set(answer, parsed, { size: 200 + body.length * weight });
    return parsed;
  }
}
