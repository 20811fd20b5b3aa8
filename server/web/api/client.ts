import type { Clock } from '../../clock/clock.js';
import type { Call, ResponseBody } from '../../contract/operations/caller-types.js';
import type { OperationId } from '../../contract/operations/operations.js';
import { ProblemError } from '../../contract/problem.js';
import type { Received } from '../cache/cached-response.js';
import type { OfferChanges } from '../cache/offer-changes.js';
import type { ResponseCache } from '../cache/response-cache.js';
import type { Audience } from '../http/audience.js';
import { type CacheOutcome, notes } from '../http/log.js';
import { requestTimeoutMs as defaultRequestTimeoutMs, ownShare } from '../http/timeouts.js';
import { type Address, addressOf, operationOf, type Values } from './addresses.js';
import { type OnSlow, OperationHealth } from './operation-health.js';
import { ParsedResponses, parseResponse } from './parsed-responses.js';
import type { CallOptions, Upstream } from './upstream.js';

/** The marketplace for pages and actions: calls by name, responses parsed by the contract, money in cents. */
export interface Api {
  /**
   * Waits at most until the request's deadline. A later response is cached for the next request.
   *
   * @throws ProblemError as `Upstream.send`; `upstream` if the response breaks the contract; `unavailable` if it was
   * late now or a moment ago
   */
  call<I extends OperationId>(id: I, values: Call<I>, options?: CallOptions): Promise<ResponseBody<I>>;
}
/** The client below the typed calls, which forwards bytes. */
export interface Client {
  /** @param timeoutMs milliseconds of each call from its start, besides the request's deadline */
  for(audience: Audience, timeoutMs?: number): Api;
  /** Reads through the cache without parsing. Operations that are never cached go straight to the marketplace. */
  fetch(address: Address, options?: CallOptions): Promise<Received>;
  hasDrawing(address: Address): boolean;
  /** Catalogue of the responses; null before the first one (D63). */
  generation(): string | null;
  readonly offers: OfferChanges;
  readonly upstream: Upstream;
  /** Milliseconds that all calls of a request share. */
  readonly timeoutMs: number;
}

/** Bytes of parsed objects that the cache keeps beside their JSON. */
const parsedBytes = 8 * 1024 * 1024;

/** Counts responses that were needed, and calls that were made for them. */
export interface ClientObserver {
  observed(operation: string, outcome: CacheOutcome | 'failed'): void;
  called(operation: string, outcome: string, seconds: number): void;
}

/**
 * @param requestTimeoutMs milliseconds that all calls of a request share
 * @param onSlow called with operations that answer later than their callers wait
 */
export function createClient(
  upstream: Upstream,
  cache: ResponseCache,
  observer: ClientObserver,
  clock: Clock,
  requestTimeoutMs = defaultRequestTimeoutMs,
  onSlow?: OnSlow,
): Client {
  const ownTimeoutMs = requestTimeoutMs * ownShare;
  const parsed = new ParsedResponses(parsedBytes);
  const health = new OperationHealth(clock, onSlow);
  async function obtain(
    address: Address,
    options: CallOptions = {},
    timeoutMs = Number.POSITIVE_INFINITY,
  ): Promise<{ response: Received; read: () => unknown }> {
    const operation = operationOf(address.operation);
    const { method, cache: policy } = operation;
    const started = clock.steady();
    const requestNotes = notes();
    const note = (outcome: CacheOutcome | 'failed'): void => {
      const ms = Math.round((clock.steady() - started) * 10) / 10;
      requestNotes?.upstream.push({ operation: address.operation, outcome, ms });
      observer.observed(address.operation, outcome);
    };
    const deadline = requestNotes?.deadline ?? Number.POSITIVE_INFINITY;
    const isSection = timeoutMs < requestTimeoutMs;
    const allowedMs = (): number => (isSection ? health.sectionTimeoutMs(timeoutMs) : timeoutMs);
    const left = Math.min(allowedMs(), deadline - started);
    const late = (): ProblemError => {
      const waited = clock.steady() - started;
      return new ProblemError('unavailable', `${address.operation} has not answered within ${Math.round(waited)} ms`);
    };
    const call = async (timeoutMs: number): Promise<Received> => {
      const sentAt = clock.steady();
      let result = 'internal';
      const step = requestNotes?.trace?.begin(address.operation, { 'http.request.method': method });
      try {
        const received = await upstream.send(address, {
          requestId: requestNotes?.id,
          traceParent: step?.traceParent,
          ...options,
          timeoutMs,
        });
        result = 'ok';
        return received;
      } catch (error) {
        if (error instanceof ProblemError) result = error.code;
        throw error;
      } finally {
        step?.end(result === 'ok' ? null : result);
        observer.called(address.operation, result, (clock.steady() - sentAt) / 1000);
      }
    };
    const load = (timeoutMs: number): Promise<Received> =>
      health.run(address.operation, left, address.target, () => call(Math.max(1, timeoutMs)));
    if (requestNotes && !isSection) requestNotes.subjects += 1;
    try {
      if (left <= 0 && policy === 'never') throw late();
      if (policy === 'never' || method !== 'GET') {
        const own = operation.service === 'state' ? Math.min(left, ownTimeoutMs) : left;
        const subject = options.session ?? requestNotes?.id ?? '';
        const received = await health.run(address.operation, own, subject, () => call(Math.max(1, own)));
        cache.notice(received.generation, started);
        requestNotes?.lifetime.spoil();
        // Checked even if it is only forwarded, so that a malformed response becomes an error in the log.
        const value = parseResponse(operation, received.body);
        note('bypass');
        return { response: received, read: () => value };
      }
      // Parsed before it is cached, so that a broken response is never served twice.
      const check = (response: Received): void => void (policy !== 'picture' && parsed.read(operation, response));
      const shortMs = health.shortenedTimeoutMs(address.operation, left);
      const wait = {
        timeoutMs: shortMs ?? allowedMs(),
        deadline,
        // The page waits for another call anyway, so waiting here costs no time.
        goesOn: () =>
          isSection &&
          ((requestNotes?.subjects ?? 0) > 0 || (shortMs === null && clock.steady() - started < allowedMs())),
        late() {
          health.waitedInVain(address.operation, clock.steady() - started, address.target);
          return late();
        },
      };
      // A caller that gives up does not end the call, because others may wait for it. It has its own timeout.
      const fetching = (): Promise<Received> => load(Math.max(left, requestTimeoutMs));
      const { entry, outcome } = await cache.get(address.target, policy, fetching, check, wait);
      // The offers changed and no newer response is available. Nothing made from this one may be cached.
      const isStandIn = outcome === 'stale' && cache.isOutdated(entry);
      requestNotes?.lifetime.include(entry, entry.isCurrent && !isStandIn, entry.madeOf);
      note(outcome);
      return { response: entry, read: () => parsed.read(operation, entry) };
    } catch (error) {
      note('failed');
      throw error;
    } finally {
      if (requestNotes && !isSection) requestNotes.subjects -= 1;
    }
  }
  return {
    upstream,
    timeoutMs: requestTimeoutMs,
    fetch: async (address, options) => (await obtain(address, options)).response,
    hasDrawing: ({ target }) => cache.hasDrawing(target),
    generation: () => cache.generation,
    offers: cache.offers,
    for: ({ locale, country }, timeoutMs) => ({
      async call(id, values, options) {
        const address = addressOf(id, { locale, country, ...(values as Values) }, 'not_found');
        return (await obtain(address, options, timeoutMs)).read() as ResponseBody<typeof id>;
      },
    }),
  };
}
