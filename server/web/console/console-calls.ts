import type { Clock } from '../../clock/clock.js';
import type { ConsoleUpload } from '../../contract/console.js';
import type { Repeated } from '../../contract/merchants.js';
import type { Call } from '../../contract/operations/caller-types.js';
import type { ConsoleText, WantedText } from '../../contract/text-overrides.js';
import type { Client } from '../api/client.js';
import type { Audience } from '../http/audience.js';
import { askUntil } from '../portals/ask-until.js';
import { callsWith, type Sent } from '../portals/credential-calls.js';

/** Milliseconds: `usual` for a report or an import, `short` until the shop shows a text. */
const waits = { usual: { pauseMs: 200, maxMs: 20_000 }, short: { pauseMs: 200, maxMs: 5000 } };
type Subject = Pick<ConsoleText, 'kind' | 'id'>;

/** The calls of one operator. @throws ProblemError as `Api.call` */
export type ConsoleCalls = ReturnType<typeof consoleCalls>;

/** @param credential the operator's token, or a session */
export function consoleCalls(client: Client, audience: Audience, credential: string, clock: Clock) {
  const call = callsWith(client.for(audience), credential);
  const upload = (id: string): Promise<ConsoleUpload> => call('consoleUpload', { id });
  return {
    /** @param person as a provider has identified them; the secret alone signs in an owner */
    signIn: (person: Sent<'consoleSignIn'> = {}) => call('consoleSignIn', person),
    who: () => call('consoleWho', {}),
    signOut: () => call('consoleSignOut', {}),
    overview: () =>
      askUntil(
        clock,
        waits.usual,
        () => call('consoleOverview', {}),
        ({ overview, failure }) => overview !== null || failure !== null,
      ),
    feeds: () => call('consoleFeeds', {}),
    report: (name: string) => call('consoleReport', { name }),
    send: (file: Sent<'consoleFile'>) => call('consoleFile', file),
    upload,
    repeat: (again: Repeated) => call('consoleRepeat', again),
    /** Waits for the end of an upload's import; returns it unfinished after 20 s. */
    ended: (id: string) =>
      askUntil(
        clock,
        waits.usual,
        () => upload(id),
        ({ endedAt }) => endedAt !== null,
      ),
    /**
     * Approves or drops a held feed.
     * @returns why its import has failed, how many newer values it would overwrite, and whether it has ended
     */
    async decide(
      name: string,
      act: Call<'consoleHeld'>['act'],
    ): Promise<{ failure: string | null; newer: number; isDone: boolean }> {
      const { isDone } = await call('consoleHeld', { name, act });
      const find = async () => (await call('consoleFeeds', {})).held.find((each) => each.name === name);
      const now = await askUntil(clock, waits.usual, find, (held) => isDone || !held?.isRunning);
      return { failure: now?.failure ?? null, newer: now?.newer ?? 0, isDone: !now?.isRunning };
    },
    offers: () =>
      askUntil(
        clock,
        waits.usual,
        () => call('consoleOffers', {}),
        ({ offers, failure }) => offers !== null || failure !== null,
      ),
    shops: (query: string) => call('consoleShops', { query }),
    shop: (id: string) => call('consoleShop', { id }),
    invite: (invitation: Sent<'consoleInvite'>) => call('consoleInvite', invitation),
    searches: () => call('consoleSearches', {}),
    customers: (all: boolean) => call('consoleOrders', { all }),
    close: (closed: Sent<'consoleCase'>) => call('consoleCase', closed),
    texts: (query: string) => call('consoleTexts', { query }),
    text: (of: Subject) => call('consoleText', of),
    /** Replaces texts, and waits up to 5 s until the shop shows them. @returns whether any text has changed */
    async overrideTexts(of: Subject, texts: readonly WantedText[]): Promise<boolean> {
      const { changed } = await call('consoleCorrect', { ...of, texts: [...texts] });
      if (changed > 0)
        await askUntil(
          clock,
          waits.short,
          () => call('consoleText', of),
          ({ isServed }) => isServed,
        );
      return changed > 0;
    },
    acts: () => call('consoleActs', {}),
  };
}
