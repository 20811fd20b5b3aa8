import type { Clock } from '../../clock/clock.js';
import type { Call } from '../../contract/caller-types.js';
import type { MerchantReport } from '../../contract/merchants.js';
import type { Client } from '../api/client.js';
import { askUntil } from '../doors/ask-until.js';
import type { Audience } from '../http/audience.js';

/** For the end of an import. */
const wait = { look: 100, most: 20_000 };
/** For its offer, where another machine has taken it in. */
const waitForOffer = { look: 100, most: 2000 };

type Content = Omit<Call<'merchantImport'>, 'credential' | 'locale' | 'country'>;

/** The calls of one merchant. @throws ProblemError as `Api.call` */
export type MerchantCalls = ReturnType<typeof merchantCalls>;

/** @param credential goes along in the body of each call */
export function merchantCalls(client: Client, audience: Audience, credential: string, clock: Clock) {
  const api = client.for(audience);
  const body = { credential };
  const report = async (id: string): Promise<MerchantReport> => {
    const wanted = { credential, id };
    const told = await api.call('merchantReport', wanted, { body: wanted });
    // Who is told that it has ended sees it at the next look at the shop (D102).
    if (told.endedAt !== null) await client.offers.refresh();
    return told;
  };
  const offers = (wanted: { key: string; isExact: boolean; after?: string | undefined }) => {
    const asked = { ...wanted, credential };
    return api.call('merchantOffers', asked, { body: asked });
  };
  return {
    who: () => api.call('merchant', body, { body }),
    signIn: () => api.call('merchantSignIn', body, { body }),
    signOut: () => api.call('merchantSignOut', body, { body }),
    imports: () => api.call('merchantImports', body, { body }),
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
    send(content: Content, idempotencyKey?: string) {
      const sent = { ...content, credential };
      return api.call('merchantImport', sent, { body: sent, ...(idempotencyKey && { idempotencyKey }) });
    },
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
