import { type CacheOutcome, notes } from '../log.js';
import { type Address, addressOf, operationOf, type Values } from './addresses.js';
import type { AnswerCache } from './cache.js';
import { type Answer, type Call, type Locale, type OperationId, ProblemError } from './contract.js';
import { ParsedAnswers, parseAnswer } from './parsed-answers.js';
import type { CallOptions, Received, Upstream } from './upstream.js';

/** For whom a call is made (D41). */
export interface Audience {
  locale: Locale;
  country: string;
}
/** The marketplace as pages and actions see it: calls by name, answers parsed by the contract, money in cents. */
export interface Api {
  /** @throws ProblemError as `Upstream.send`; `upstream` when the answer does not fit the contract. */
  call<I extends OperationId>(id: I, values: Call<I>, options?: CallOptions): Promise<Answer<I>>;
}
/** The client below the typed calls, for who forwards bytes. */
export interface Client {
  for(audience: Audience): Api;
  /** A read through the cache, unparsed. Operations that are never kept go straight on. */
  fetch(address: Address, options?: CallOptions): Promise<Received>;
  /** Whether a drawing need not be made for who asks. */
  hasDrawing(address: Address): boolean;
  /** The catalogue that answers come from, null before the first (D63). */
  generation(): string | null;
  readonly upstream: Upstream;
}

/** Bytes of objects that are kept beside the answers they were read from. */
const parsedBytes = 8 * 1024 * 1024;

/** Who counts: an answer that was needed, and a call that was made for one. Times in seconds. */
export interface ClientObserver {
  answered(operation: string, outcome: CacheOutcome | 'failed'): void;
  called(operation: string, outcome: string, seconds: number): void;
}

export function createClient(upstream: Upstream, cache: AnswerCache, observer: ClientObserver): Client {
  const parsed = new ParsedAnswers(parsedBytes);
  async function obtain(
    address: Address,
    options: CallOptions = {},
  ): Promise<{ answer: Received; read: () => unknown }> {
    const operation = operationOf(address.operation);
    const { method, cache: policy } = operation;
    const started = performance.now();
    const startedAt = Date.now();
    const requestNotes = notes();
    const note = (outcome: CacheOutcome | 'failed'): void => {
      const ms = Math.round((performance.now() - started) * 10) / 10;
      requestNotes?.upstream.push({ operation: address.operation, outcome, ms });
      observer.answered(address.operation, outcome);
    };
    const load = async (): Promise<Received> => {
      const sentAt = performance.now();
      let result = 'internal';
      try {
        const received = await upstream.send(address, { requestId: requestNotes?.id, ...options });
        result = 'ok';
        return received;
      } catch (error) {
        if (error instanceof ProblemError) result = error.code;
        throw error;
      } finally {
        observer.called(address.operation, result, (performance.now() - sentAt) / 1000);
      }
    };
    try {
      if (policy === 'never' || method !== 'GET') {
        const received = await load();
        cache.notice(received.generation, startedAt);
        requestNotes?.lifetime.spoil();
        // Checked even where it is only forwarded: rubbish is told as a fault, and its cause logged.
        const value = parseAnswer(operation, received.body);
        note('bypass');
        return { answer: received, read: () => value };
      }
      // Read by the contract before it is kept, so that a broken answer is never served twice.
      const check = (answer: Received): void => void (policy !== 'picture' && parsed.read(operation, answer));
      const { entry, outcome } = await cache.get(address.target, policy, load, check);
      requestNotes?.lifetime.include(entry, entry.isCurrent);
      note(outcome);
      return { answer: entry, read: () => parsed.read(operation, entry) };
    } catch (error) {
      note('failed');
      throw error;
    }
  }
  return {
    upstream,
    fetch: async (address, options) => (await obtain(address, options)).answer,
    hasDrawing: ({ target }) => cache.hasDrawing(target),
    generation: () => cache.generation,
    for: ({ locale, country }) => ({
      async call(id, values, options) {
        const address = addressOf(id, { locale, country, ...(values as Values) });
        return (await obtain(address, options)).read() as Answer<typeof id>;
      },
    }),
  };
}
