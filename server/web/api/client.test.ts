import { beforeEach, expect, test, vi } from 'vitest';
import { ManualClock } from '../../../test/support/manual-clock.js';
import type { Clock } from '../../clock/clock.js';
import { ProblemError } from '../../contract/problem.js';
import { ResponseCache } from '../cache/response-cache.js';
import { withNotes } from '../http/log.js';
import { type Address, addressOf } from './addresses.js';
import { type Client, createClient } from './client.js';
import type { CallOptions, Upstream } from './upstream.js';

const pageMs = 1500;
const sectionMs = 300;
const audience = { locale: 'de-DE', country: 'DE' } as const;
const onSlow = vi.fn();
let clock: ManualClock;
let client: Client;
/** Milliseconds until a call is answered; infinite for no answer. */
let delayOf: (address: Address, options: CallOptions) => number;
/** The catalogue's answer to calls for a list. */
let list: string;

/** A marketplace that answers with empty lists and carts. */
function marketplace(own: Clock): Upstream {
  return {
    async send(address, options = {}) {
      const delay = delayOf(address, options);
      const timeout = options.timeoutMs ?? pageMs;
      await own.sleep(Math.min(delay, timeout));
      if (delay > timeout) throw new ProblemError('unavailable', 'no answer in time');
      const body = Buffer.from(address.operation === 'cartCount' ? '{"countArticles":1}' : list);
      return {
        body,
        contentType: 'application/json',
        generation: 'g1',
        session: null,
        offers: undefined,
        shownFor: undefined,
      };
    },
    status: async () => ({ generation: 'g1', isDemonstration: true, offers: null }),
    close: async () => {},
  };
}
beforeEach(() => {
  onSlow.mockClear();
  clock = new ManualClock();
  delayOf = () => 1;
  list = '[]';
  const metrics = { observed() {}, called() {} };
  client = createClient(
    marketplace(clock),
    new ResponseCache({ clock, maxBytes: 1e6 }),
    metrics,
    clock,
    pageMs,
    onSlow,
  );
});

/** Returns `there`, or the code of a call's error. */
const outcomeOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'there',
    (error) => error.code,
  );
/** Makes a page's calls at once: its subject and two sections. Pages with another number have other subjects. */
const page = (number: number): Promise<string[]> =>
  withNotes(clock.steady() + pageMs, null, () =>
    Promise.all([
      outcomeOf(client.for(audience).call('fittingVehicles', { id: `${number}1` })),
      outcomeOf(client.for(audience, sectionMs).call('fittingVehicles', { id: `${number}2` })),
      outcomeOf(client.for(audience, sectionMs).call('oeNumbers', { id: `${number}3` })),
    ]),
  );
async function after<T>(ms: number, work: Promise<T>): Promise<T> {
  await clock.advance(ms);
  return work;
}
const count = (session: string): Promise<string> =>
  outcomeOf(client.fetch(addressOf('cartCount', { ...audience }), { session }));

test.each([260, 300, 350])('pages are complete with a steady delay of %s ms, the first page too', async (delay) => {
  delayOf = () => delay;
  for (let number = 1; number < 6; number += 1)
    expect(await after(2000, page(number))).toEqual(['there', 'there', 'there']);
  // A section requested after the subject arrived.
  const alone = outcomeOf(client.for(audience, sectionMs).call('oeNumbers', { id: '9' }));
  expect(await after(2000, alone)).toBe('there');
});

test('a section waits as long as its page waits for the subject, and no longer', async () => {
  for (let number = 2; number < 6; number += 1) await after(10, page(number));
  delayOf = ({ operation, target }) => (target.includes('/11') ? 700 : operation === 'oeNumbers' ? 900 : 650);
  const made = page(1);
  await clock.advance(699);
  expect(await after(300, made)).toEqual(['there', 'there', 'unavailable']);
});

test("one slow answer of a section does not shorten the next page's wait", async () => {
  delayOf = ({ target }) => (target.includes('/13') ? 320 : 1);
  expect(await after(2000, page(1))).toEqual(['there', 'there', 'unavailable']);
  // The delay of an uncached answer on a busy machine.
  delayOf = () => 40;
  expect(await after(2000, page(2))).toEqual(['there', 'there', 'there']);
});

test('after three pages the client waits only briefly for a hanging section, and logs its time', async () => {
  delayOf = ({ operation }) => (operation === 'oeNumbers' ? Number.POSITIVE_INFINITY : 1);
  const waits: number[] = [];
  for (let number = 1; number < 6; number += 1) {
    const startedAt = clock.steady();
    const made = page(number).then(() => clock.steady() - startedAt);
    await clock.advance(2000);
    waits.push(await made);
  }
  expect(waits.map((ms) => ms > 200)).toEqual([true, true, true, false, false]);
  expect(onSlow).toHaveBeenCalledWith('oeNumbers', pageMs, expect.any(Number));
});

test('a visitor whose calls are never answered does not slow down other carts', async () => {
  delayOf = (_, { session }) => (session === 'locked' ? Number.POSITIVE_INFINITY : 5);
  const others: string[] = [];
  for (let round = 0; round < 20; round += 1) {
    const locked = [count('locked'), count('locked')];
    await clock.advance(10);
    others.push(await after(100, count(`visitor ${round}`)));
    expect(await after(1000, Promise.all(locked))).toEqual(['unavailable', 'unavailable']);
  }
  expect(new Set(others)).toEqual(new Set(['there']));
});

test('while no cart answers, eight calls wait and all others are refused at once', async () => {
  delayOf = () => Number.POSITIVE_INFINITY;
  await after(1000, Promise.all([1, 2, 3].map((visitor) => count(`${visitor}`))));
  const waiting = Array.from({ length: 8 }, (_, visitor) => count(`waiting ${visitor}`));
  await clock.advance(10);
  const startedAt = clock.steady();
  expect(await count('another')).toBe('unavailable');
  expect(clock.steady()).toBe(startedAt);
  delayOf = () => 5;
  expect(await after(1000, Promise.all(waiting))).toEqual(waiting.map(() => 'unavailable'));
  expect(await after(10, count('later'))).toBe('there');
});

test('a section waits longer than its share while other answers become slow', async () => {
  await clock.advance(5000);
  delayOf = ({ operation }) => (operation === 'oeNumbers' ? 550 : 290);
  const section = outcomeOf(client.for(audience, sectionMs).call('oeNumbers', { id: '1' }));
  const others = Promise.all(
    ['1', '2', '3'].map((id) => outcomeOf(client.for(audience).call('fittingVehicles', { id }))),
  );
  expect(await after(1000, Promise.all([section, others]))).toEqual(['there', ['there', 'there', 'there']]);
});

test('a page with an answer for one visitor is cached for nobody', async () => {
  const isShared = (call: () => Promise<string>) =>
    withNotes(clock.steady() + pageMs, null, async (notes) => [await after(10, call()), notes.lifetime.isWhole]);
  const list = () => outcomeOf(client.for(audience).call('oeNumbers', { id: '1' }));
  expect([await isShared(list), await isShared(() => count('visitor'))]).toEqual([
    ['there', true],
    ['there', false],
  ]);
});

test('a broken answer of the catalogue is not kept', async () => {
  const read = () => after(10, outcomeOf(client.for(audience).call('oeNumbers', { id: '1' })));
  list = '{}';
  expect(await read()).toBe('upstream');
  list = '[]';
  // A failed call is repeated only after a pause.
  await clock.advance(60_000);
  expect(await read()).toBe('there');
});
