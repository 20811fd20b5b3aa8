import { expect, it } from 'vitest';
import { ManualClock } from '../../../test/support/manual-clock.js';
import { OfferChanges } from './offer-changes.js';
import { StaleStore } from './stale-store.js';

const hour = 3600_000;

it('an entry that is stale on arrival is renewed once a second, not at each access', async () => {
  const clock = new ManualClock();
  const store = new StaleStore({
    clock,
    maxBytes: 1000,
    sizeOf: () => 1,
    isFinal: () => false,
    offers: new OfferChanges(),
  });
  let made = 0;
  const ask = async (): Promise<string> => {
    const now = clock.now();
    const entry = { madeOf: [], freshUntil: now, staleUntil: now + hour, errorUntil: now + hour };
    const { outcome } = await store.get('a', async () => {
      made += 1;
      return { entry, isCacheable: true };
    });
    return `${outcome} ${made}`;
  };
  expect([await ask(), await ask(), await ask()]).toEqual(['miss 1', 'stale 1', 'stale 1']);
  await clock.advance(1000);
  expect([await ask(), await ask()]).toEqual(['stale 2', 'stale 2']);
});
