import type { Clock } from '../../clock/clock.js';
import type { Call } from '../../contract/caller-types.js';
import type { ConsoleText, WantedText } from '../../contract/corrections.js';
import type { Client } from '../api/client.js';
import { askUntil } from '../doors/ask-until.js';
import type { Audience } from '../http/audience.js';

/** Waits for what is being made, and until the shop shows a text. */
const waits = { usual: { look: 200, most: 20_000 }, short: { look: 200, most: 5000 } };
type Subject = Pick<ConsoleText, 'kind' | 'id'>;

/** The calls of one operator. @throws ProblemError as `Api.call` */
export type ConsoleCalls = ReturnType<typeof consoleCalls>;

/** @param credential goes along in the body of each call */
export function consoleCalls(client: Client, audience: Audience, credential: string, clock: Clock) {
  const api = client.for(audience);
  const body = { credential };
  const textOf = (of: Subject) => api.call('consoleText', { ...body, ...of }, { body: { ...body, ...of } });
  const feeds = () => api.call('consoleFeeds', body, { body });
  return {
    /** @param by whom, where a provider has named them */
    signIn(by?: string) {
      const asked = { ...body, ...(by !== undefined && { by }) };
      return api.call('consoleSignIn', asked, { body: asked });
    },
    signOut: () => api.call('consoleSignOut', body, { body }),
    overview: () =>
      askUntil(
        clock,
        waits.usual,
        () => api.call('consoleOverview', body, { body }),
        ({ overview, failure }) => overview !== null || failure !== null,
      ),
    feeds,
    report(name: string) {
      const asked = { ...body, name };
      return api.call('consoleReport', asked, { body: asked });
    },
    /** Decides about a held feed. @returns why it could not be taken in, or that it is still being taken in */
    async decide(name: string, act: Call<'consoleHeld'>['act']): Promise<{ failure: string | null; isDone: boolean }> {
      const asked = { ...body, name, act };
      const { isDone } = await api.call('consoleHeld', asked, { body: asked });
      const named = ({ held }: Awaited<ReturnType<typeof feeds>>) => held.find((each) => each.name === name);
      const now = named(await askUntil(clock, waits.usual, feeds, (answer) => isDone || !named(answer)?.isRunning));
      return { failure: now?.failure ?? null, isDone: !now?.isRunning };
    },
    offers: () =>
      askUntil(
        clock,
        waits.usual,
        () => api.call('consoleOffers', body, { body }),
        ({ offers, failure }) => offers !== null || failure !== null,
      ),
    searches: () => api.call('consoleSearches', body, { body }),
    customers(all: boolean) {
      const asked = { ...body, all };
      return api.call('consoleOrders', asked, { body: asked });
    },
    close(closed: Omit<Call<'consoleCase'>, 'credential' | 'locale' | 'country'>) {
      const asked = { ...body, ...closed };
      return api.call('consoleCase', asked, { body: asked });
    },
    texts(query: string) {
      const asked = { ...body, query };
      return api.call('consoleTexts', asked, { body: asked });
    },
    text: (of: Subject) => textOf(of),
    /** Corrects texts, and waits a moment until the shop shows them. @returns whether any is another now */
    async correct(of: Subject, texts: readonly WantedText[]): Promise<boolean> {
      const asked = { ...body, ...of, texts: [...texts] };
      const { changed } = await api.call('consoleCorrect', asked, { body: asked });
      if (changed > 0)
        await askUntil(
          clock,
          waits.short,
          () => textOf(of),
          ({ isServed }) => isServed,
        );
      return changed > 0;
    },
    acts: () => api.call('consoleActs', body, { body }),
  };
}
