import type { Clock } from '../../clock/clock.js';
import type { MerchantReport, Repeated } from '../../contract/merchants.js';
import type { Client } from '../api/client.js';
import type { Audience } from '../http/audience.js';
import { askUntil } from '../portals/ask-until.js';
import { callsWith, type Sent } from '../portals/credential-calls.js';

/** Milliseconds for the end of an import. */
const waitForEnd = { pauseMs: 100, maxMs: 20_000 };
/** Milliseconds until an offer is visible that another machine has imported. */
const waitForOffer = { pauseMs: 100, maxMs: 2000 };

/** The calls of one merchant. @throws ProblemError as `Api.call` */
export type MerchantCalls = ReturnType<typeof merchantCalls>;

/** @param credential a merchant's token, or a session */
export function merchantCalls(client: Client, audience: Audience, credential: string, clock: Clock) {
  const call = callsWith(client.for(audience), credential);
  const report = async (id: string): Promise<MerchantReport> => {
    const found = await call('merchantReport', { id });
    // A merchant who reads that the import has ended finds its offers in the shop at once (D102).
    if (found.endedAt !== null) await client.offers.refresh();
    return found;
  };
  const offers = (wanted: Sent<'merchantOffers'>) => call('merchantOffers', wanted);
  return {
    who: () => call('merchant', {}),
    signIn: () => call('merchantSignIn', {}),
    signOut: () => call('merchantSignOut', {}),
    page: () => call('merchantPage', {}),
    imports: () => call('merchantImports', {}),
    report,
    offers,
    /** Waits for an offer that was just imported; the list is empty if it does not appear in time. */
    seen: (key: string) =>
      askUntil(
        clock,
        waitForOffer,
        () => offers({ key, isExact: true }),
        (answer) => answer.offers.length > 0,
      ),
    /** @param idempotencyKey a repeat with the same key returns the same import */
    send: (content: Sent<'merchantImport'>, idempotencyKey?: string) =>
      call('merchantImport', content, idempotencyKey ? { idempotencyKey } : {}),
    changeTerms: (terms: Sent<'merchantTerms'>) => call('merchantTerms', terms),
    repeat: (again: Repeated) => call('merchantRepeat', again),
    /** Waits for the end of an import; returns it unfinished after 20 s. */
    ended: (id: string): Promise<MerchantReport> =>
      askUntil(
        clock,
        waitForEnd,
        () => report(id),
        ({ endedAt }) => endedAt !== null,
      ),
  };
}
