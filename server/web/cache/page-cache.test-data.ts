import { jest } from '@jest/globals';
import { type Answer, startWeb, type Web } from '../../../test/doubles/web.js';

export const article = '/Teilenummernsuche/Kelvo/K12033';
export const listing = '/Bremsscheiben/Alle-Fahrzeuge/--1523';

/** What `Server-Timing` tells of the page. */
export const outcomeOf = ({ headers }: Answer): string =>
  /cache;desc=(\w+)/.exec(String(headers['server-timing']))?.[1] ?? 'none';

/** Only the clock that tells times of day stands still; timers and sockets run. */
export function stopClock(): void {
  jest.useFakeTimers({
    doNotFake: [
      'hrtime',
      'nextTick',
      'performance',
      'queueMicrotask',
      'setImmediate',
      'clearImmediate',
      'setInterval',
      'clearInterval',
      'setTimeout',
      'clearTimeout',
    ],
  });
}

/** The first answer of all tells which catalogue is served; a running shop asks for it at its start. */
export async function know(web: Web): Promise<void> {
  await web.services.client.for({ locale: 'fr-FR', country: 'FR' }).call('manufacturers', { limit: 1 });
  web.double.calls.length = 0;
  web.lines.length = 0;
}

/** A shop with settings of its own, for a while. */
export async function during(settings: Record<string, string>, work: (web: Web) => Promise<void>): Promise<void> {
  const web = await startWeb(settings);
  await web.renew();
  await know(web);
  await work(web).finally(() => web.stop());
}
