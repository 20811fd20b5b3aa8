import { type CacheOutcome, notes } from '../log.js';
import { type Address, addressOf, operationOf, type Values } from './addresses.js';
import type { AnswerCache } from './cache.js';
import type { Locale } from './contract.js';
import { type Answer, type Call, type Operation, type OperationId, ProblemError } from './contract.js';
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
  fetch(address: Address, options?: CallOptions): Promise<Kept>;
  readonly upstream: Upstream;
}
type Kept = Received & { parsed?: unknown };

function parse(operation: Operation, { body }: Received): unknown {
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

export function createClient(upstream: Upstream, cache: AnswerCache): Client {
  async function fetch(address: Address, options: CallOptions = {}): Promise<Kept> {
    const operation = operationOf(address.operation);
    const { method, cache: policy } = operation;
    const started = performance.now();
    const startedAt = Date.now();
    const requestNotes = notes();
    const note = (outcome: CacheOutcome | 'failed'): void => {
      const ms = Math.round((performance.now() - started) * 10) / 10;
      requestNotes?.upstream.push({ operation: address.operation, outcome, ms });
    };
    const load = (): Promise<Received> => upstream.send(address, { requestId: requestNotes?.id, ...options });
    try {
      if (policy === 'never' || method !== 'GET') {
        const received = await load();
        cache.notice(received.generation, startedAt);
        note('bypass');
        return received;
      }
      // Read by the contract before it is kept, so that a broken answer is never served twice.
      const loadParsed = async (): Promise<Kept> => {
        const received = await load();
        return policy === 'picture' ? received : { ...received, parsed: parse(operation, received) };
      };
      const { entry, outcome } = await cache.get(address.target, policy, loadParsed);
      note(outcome);
      return entry;
    } catch (error) {
      note('failed');
      throw error;
    }
  }
  return {
    upstream,
    fetch,
    for: ({ locale, country }) => ({
      async call(id, values, options) {
        const address = addressOf(id, { locale, country, ...(values as Values) });
        const kept = await fetch(address, options);
        return (kept.parsed ?? parse(operationOf(id), kept)) as Answer<typeof id>;
      },
    }),
  };
}
