import type { Answer, Call } from '../../contract/caller-types.js';
import type { OperationId } from '../../contract/operations.js';
import { ProblemError } from '../../contract/problem.js';
import type { AnswerCache } from '../cache/cache.js';
import type { Received } from '../cache/kept-answer.js';
import type { Audience } from '../http/audience.js';
import { type CacheOutcome, notes } from '../http/log.js';
import { requestPatience as usualPatience } from '../http/patience.js';
import { type Address, addressOf, operationOf, type Values } from './addresses.js';
import { OperationHealth } from './operation-health.js';
import { ParsedAnswers, parseAnswer } from './parsed-answers.js';
import type { CallOptions, Upstream } from './upstream.js';

/** The marketplace as pages and actions see it: calls by name, answers parsed by the contract, money in cents. */
export interface Api {
  /**
   * Waits until the request's deadline at most; an answer that comes later is kept for the next who asks.
   *
   * @throws ProblemError as `Upstream.send`; `upstream` when the answer does not fit the contract; `unavailable` when it
   * has not come in time, or did not a moment ago.
   */
  call<I extends OperationId>(id: I, values: Call<I>, options?: CallOptions): Promise<Answer<I>>;
}
/** The client below the typed calls, for who forwards bytes. */
export interface Client {
  /** @param patience milliseconds that each call has besides the request's deadline, from its start. */
  for(audience: Audience, patience?: number): Api;
  /** A read through the cache, unparsed. Operations that are never kept go straight on. */
  fetch(address: Address, options?: CallOptions): Promise<Received>;
  /** Whether a drawing need not be made for who asks. */
  hasDrawing(address: Address): boolean;
  /** The catalogue that answers come from, null before the first (D63). */
  generation(): string | null;
  readonly upstream: Upstream;
  /** Milliseconds that all calls of a request share. */
  readonly patience: number;
}

/** Bytes of objects that are kept beside the answers they were read from. */
const parsedBytes = 8 * 1024 * 1024;

/** Who counts: an answer that was needed, and a call that was made for one. Times in seconds. */
export interface ClientObserver {
  answered(operation: string, outcome: CacheOutcome | 'failed'): void;
  called(operation: string, outcome: string, seconds: number): void;
}

/** @param requestPatience milliseconds that all calls of a request share. */
export function createClient(
  upstream: Upstream,
  cache: AnswerCache,
  observer: ClientObserver,
  requestPatience = usualPatience,
): Client {
  const parsed = new ParsedAnswers(parsedBytes);
  const health = new OperationHealth();
  async function obtain(
    address: Address,
    options: CallOptions = {},
    patience = Number.POSITIVE_INFINITY,
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
    const deadline = requestNotes?.deadline ?? Number.POSITIVE_INFINITY;
    const left = Math.min(patience, deadline - started);
    const late = (): ProblemError => {
      const waited = performance.now() - started;
      return new ProblemError('unavailable', `${address.operation} has not answered within ${Math.round(waited)} ms`);
    };
    const call = async (timeout: number): Promise<Received> => {
      const sentAt = performance.now();
      let result = 'internal';
      try {
        const received = await upstream.send(address, { requestId: requestNotes?.id, ...options, timeout });
        result = 'ok';
        return received;
      } catch (error) {
        if (error instanceof ProblemError) result = error.code;
        throw error;
      } finally {
        observer.called(address.operation, result, (performance.now() - sentAt) / 1000);
      }
    };
    const load = (timeout: number): Promise<Received> =>
      health.run(address.operation, left, () => call(Math.max(1, timeout)));
    try {
      if (left <= 0 && policy === 'never') throw late();
      if (policy === 'never' || method !== 'GET') {
        const received = await load(left);
        cache.notice(received.generation, startedAt);
        requestNotes?.lifetime.spoil();
        // Checked even where it is only forwarded: rubbish is told as a fault, and its cause logged.
        const value = parseAnswer(operation, received.body);
        note('bypass');
        return { answer: received, read: () => value };
      }
      // Read by the contract before it is kept, so that a broken answer is never served twice.
      const check = (answer: Received): void => void (policy !== 'picture' && parsed.read(operation, answer));
      const wait = {
        patience: health.shortPatience(address.operation, left) ?? patience,
        deadline,
        late() {
          health.waitedInVain(address.operation, performance.now() - started);
          return late();
        },
      };
      // Who gives up leaves the call to the others: it has its own end.
      const fetching = (): Promise<Received> => load(Math.max(left, requestPatience));
      const { entry, outcome } = await cache.get(address.target, policy, fetching, check, wait);
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
    patience: requestPatience,
    fetch: async (address, options) => (await obtain(address, options)).answer,
    hasDrawing: ({ target }) => cache.hasDrawing(target),
    generation: () => cache.generation,
    for: ({ locale, country }, patience) => ({
      async call(id, values, options) {
        const address = addressOf(id, { locale, country, ...(values as Values) }, 'not_found');
        return (await obtain(address, options, patience)).read() as Answer<typeof id>;
      },
    }),
  };
}
