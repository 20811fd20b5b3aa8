import type { Clock } from '../../clock/clock.js';
import type { MerchantReport } from '../../contract/merchants.js';
import type { Client } from '../api/client.js';
import { askUntil } from '../doors/ask-until.js';
import { callsWith, type Sent } from '../doors/credential-calls.js';
import type { Audience } from '../http/audience.js';

/** For the end of an import. */
const wait = { look: 100, most: 20_000 };
/** For its offer, where another machine has taken it in. */
const waitForOffer = { look: 100, most: 2000 };

/** The calls of one merchant. @throws ProblemError as `Api.call` */
export type MerchantCalls = ReturnType<typeof merchantCalls>;

/** @param credential goes along in the body of each call */
export function merchantCalls(client: Client, audience: Audience, credential: string, clock: Clock) {
  const call = callsWith(client.for(audience), credential);
  const report = async (id: string): Promise<MerchantReport> => {
    const found = await call('merchantReport', { id });
    // Whoever sees that the import has ended sees it at the next look at the shop (D102).
    if (found.endedAt !== null) await client.offers.refresh();
    return found;
  };
  const offers = (wanted: Sent<'merchantOffers'>) => call('merchantOffers', wanted);
  return {
    who: () => call('merchant', {}),
    signIn: () => call('merchantSignIn', {}),
    signOut: () => call('merchantSignOut', {}),
    imports: () => call('merchantImports', {}),
    report,
    offers,
    /** An offer that has just been taken in; none where it is not there in time. */
    seen: (key: string) =>
      askUntil(
        clock,
        waitForOffer,
        () => offers({ key, isExact: true }),
        (answer) => answer.offers.length > 0,
      ),
    /** @param idempotencyKey the same one gives the same import */
    send: (content: Sent<'merchantImport'>, idempotencyKey?: string) =>
      call('merchantImport', content, idempotencyKey ? { idempotencyKey } : {}),
    /** An import as it has ended, or as it is when nobody would wait any longer. */
    ended: (id: string): Promise<MerchantReport> =>
      askUntil(
        clock,
        wait,
        () => report(id),
        ({ endedAt }) => endedAt !== null,
      ),
  };
}
