import { expect, test } from 'vitest';
import { ManualClock } from '../../../test/support/manual-clock.js';
import { Gate } from '../admission/gate.js';
import { withNotes } from '../http/log.js';
import type { EditionPath } from '../routes/routes.js';
import { createMakePage } from './make-page.js';
import type { AnyPage, PageRequest } from './page.js';

const clock = new ManualClock();
const editionPath = { prefix: '/de-AT', path: '/a/b/--5/more' } as unknown as EditionPath;
const input = { match: { name: 'category', params: {}, tail: null, rest: '/more' } } as unknown as PageRequest;
const rendered: string[] = [];
const setUp = () => {
  rendered.length = 0;
  const gate = new Gate({ slots: { least: 1, most: 1 }, patienceMs: 10_000, clock });
  const make = createMakePage({
    clock,
    render: (_, { head }) => {
      rendered.push(head.title);
      return { bytes: Buffer.from(head.title), contentSecurityPolicy: '' };
    },
    loadSurroundings: async () => ({ rating: null }),
    gates: { page: gate, cart: new Gate({ slots: { least: 1, most: 1 }, patienceMs: 10_000, clock }) } as never,
    metrics: { rendered() {} },
  });
  return { gate, make };
};
const pageOf = (title: string, address = '/de-AT/a/b/--5?page=2', hasNotice = false): AnyPage => ({
  name: 'category',
  cache: 'shared',
  hasNotice,
  prepare: async () => ({ head: { title }, address, view: () => null }) as never,
});

test('while slots are taken, a person’s page goes before the renewal and the crawler’s page that came first', async () => {
  const { gate, make } = setUp();
  void gate.enter('person');
  const requested = (title: string, notes: { isBackground?: boolean; userAgent?: string }) =>
    withNotes(Number.POSITIVE_INFINITY, null, (own) => {
      Object.assign(own, notes);
      return make(pageOf(title), input, editionPath, false);
    });
  const all = [
    requested('renewal', { isBackground: true, userAgent: 'Firefox' }),
    requested('crawler', { userAgent: 'Googlebot/2.1' }),
    requested('person', { userAgent: 'Firefox' }),
  ];
  expect([gate.waiting, rendered]).toEqual([3, []]);
  gate.leave(1);
  await Promise.all(all);
  expect(rendered).toEqual(['person', 'renewal', 'crawler']);
});

test('a page of another address is moved, unless it shows a refused form', async () => {
  const { make } = setUp();
  const made = await make(pageOf('own'), input, editionPath, false);
  expect([made.address, String(made.page.bytes)]).toEqual(['/de-AT/a/b/--5?page=2', 'own']);
  await expect(make(pageOf('moved'), input, editionPath, true)).rejects.toMatchObject({
    address: '/de-AT/a/b/--5?page=2',
  });
  await expect(make(pageOf('other', '/de-AT/a/c/--5'), input, editionPath, false)).rejects.toMatchObject({
    address: '/de-AT/a/c/--5',
  });
  expect(rendered).toEqual(['own']);
  await make(pageOf('refused', '/de-AT/a/c/--5', true), input, editionPath, false);
  expect(rendered).toEqual(['own', 'refused']);
});
