import { expect, test } from 'vitest';
import { type OfferCommit, OfferLog } from '../../../test/doubles/marketplace/offer-log.js';
import { fc } from '../../../test/support/properties.js';
import type { OffersVersion } from '../../contract/offer-changes.js';
import { parseOfferTags } from '../../contract/offer-tags.js';
import type { MadeOfOffers } from '../http/shared-lifetime.js';
import { OfferChanges, packTags, sizeOfTags, unpackTags } from './offer-changes.js';

const now = 1_000_000;
/** Returns the dependencies of an answer with these tags. */
const made = (version: OffersVersion, tags: string, askedAt = 0): MadeOfOffers => ({
  ...version,
  tags: packTags(parseOfferTags(tags) ?? []),
  askedAt,
});
/** A log with a known state, and the web tier's knowledge of it. */
function start(number = 1): { log: OfferLog; changes: OfferChanges; look(): void } {
  const log = new OfferLog('e1', number);
  const changes = new OfferChanges();
  const look = (): void => changes.adopt(log.changesSince(changes.known));
  look();
  return { log, changes, look };
}

test.each([
  [{ products: [5] }, 'p5', 'product'],
  [{ best: [5] }, 'b5', 'best'],
  [{ leaves: [5] }, 'l5', 'leaf'],
  [{ best: [5] }, 'l0', 'leaf'],
  [{ shops: [5] }, 's5', 'shop'],
  [{ assortment: true }, 'a0', 'assortment'],
  [{ products: [5] }, 'p0', 'product'],
  [{ products: [2 ** 24 - 1] }, `p${2 ** 24 - 1}`, 'product'],
  [{ products: [2 ** 40] }, `p${2 ** 40}`, 'product'],
  [{ best: [5] }, 'p5', null],
  [{ products: [5, 7], best: [5], leaves: [9], shops: [6] }, 'p6 b7 l5 s5 a0', null],
  [{ products: [5] }, 'p4 p6', null],
  [{}, 'p5 b5 l5 l0 s5 a0', null],
] satisfies [OfferCommit, string, string | null][])(
  'after a commit of %j an answer with %s is outdated by %s',
  (commit, tags, reason) => {
    const { log, changes, look } = start();
    const before = made(log.version, tags);
    expect(changes.reasonOf([before], now)).toBeNull();
    log.commit(commit);
    // The web tier has not learnt of the commit yet.
    expect(changes.reasonOf([before], now)).toBeNull();
    look();
    expect(changes.reasonOf([before], now)).toBe(reason);
    expect(changes.reasonOf([made(log.version, tags)], now)).toBeNull();
  },
);

test('a list is shown for two more seconds if only its leaf changed', () => {
  const { log, changes, look } = start();
  const list = made(log.version, 'b1 l5', now);
  log.commit({ best: [2], leaves: [5] });
  look();
  expect(changes.reasonOf([list], now + 1999)).toBeNull();
  expect(changes.reasonOf([list], now + 2000)).toBe('leaf');
  log.commit({ best: [1] });
  look();
  expect(changes.reasonOf([list], now + 1000)).toBe('best');
});

test('a page of several answers is outdated with each of them by its own commit', () => {
  const { log, changes, look } = start();
  const old = made(log.version, 'l5');
  log.commit({ products: [7], best: [7], leaves: [9] });
  look();
  const young = made(log.version, 'p7');
  // Product 7 changed after the older answer, which does not depend on it.
  expect(changes.reasonOf([old, young], now)).toBeNull();
  log.commit({ leaves: [5] });
  look();
  expect(changes.reasonOf([young], now)).toBeNull();
  expect(changes.reasonOf([old, young], now)).toBe('leaf');
});

test('another epoch or unknown changes make everything older outdated', () => {
  const { log, changes, look } = start(50);
  const first = made(log.version, 'p1');
  log.restore('e2', 10);
  look();
  expect(changes.reasonOf([first], now)).toBe('epoch');
  expect(changes.known).toEqual({ epoch: 'e2', number: 10 });
  const second = made(log.version, 'p1');
  expect(changes.reasonOf([second], now)).toBeNull();
  log.commit({ products: [2] });
  log.prune();
  look();
  expect(changes.reasonOf([second], now)).toBe('epoch');
  expect(changes.reasonOf([made(log.version, 'p1')], now)).toBeNull();
  expect(changes.reasonOf([], now)).toBeNull();
});

test('nothing is outdated before the first news, and older news change nothing', () => {
  const changes = new OfferChanges();
  expect(changes.reasonOf([made({ epoch: 'e1', number: 1 }, 'p1')], now)).toBeNull();
  const log = new OfferLog('e1', 5);
  const older = log.changesSince({ epoch: 'e1', number: 5 });
  changes.adopt(log.changesSince(null));
  log.commit({ products: [1] });
  changes.adopt(log.changesSince(changes.known));
  changes.adopt(older);
  expect(changes.known).toEqual({ epoch: 'e1', number: 6 });
  expect(changes.reasonOf([made({ epoch: 'e1', number: 5 }, 'p1')], now)).toBe('product');
});

test('numbers beyond four bytes work like others', () => {
  const { log, changes, look } = start(2 ** 32 - 2);
  const before = made(log.version, 'p1');
  for (let i = 0; i < 4; i += 1) {
    const last = made(log.version, 'p1');
    log.commit({ products: [1] });
    look();
    expect(changes.reasonOf([last], now)).toBe('product');
    expect(changes.reasonOf([made(log.version, 'p1')], now)).toBeNull();
  }
  log.advance(2 ** 33);
  const far = made(log.version, 'p1');
  log.commit({ shops: [1] });
  look();
  // The commits exceed four bytes, so everything older is outdated and counting starts again.
  expect(changes.reasonOf([before], now)).toBe('epoch');
  expect(changes.reasonOf([far], now)).toBe('epoch');
  const last = made(log.version, 'p1 s1');
  expect(changes.reasonOf([last], now)).toBeNull();
  log.commit({ shops: [1] });
  look();
  expect(changes.reasonOf([last], now)).toBe('shop');
});

test('an answer of an unknown commit is reported, one of a known commit is not', () => {
  const { log, changes, look } = start();
  let news = 0;
  changes.onNews = () => (news += 1);
  changes.meet(log.version);
  expect(news).toBe(0);
  log.commit({});
  changes.meet(log.version);
  expect(news).toBe(1);
  look();
  changes.meet(log.version);
  changes.meet({ epoch: 'e1', number: 1 });
  expect(news).toBe(1);
  changes.meet({ epoch: 'e2', number: 1 });
  expect(news).toBe(2);
});

const id = fc.integer({ min: 1, max: 6 });
const commit = fc.record({
  products: fc.array(id, { maxLength: 3 }),
  best: fc.array(id, { maxLength: 2 }),
  leaves: fc.array(id, { maxLength: 2 }),
  shops: fc.array(id, { maxLength: 2 }),
  assortment: fc.boolean(),
});
const tag = fc
  .tuple(fc.constantFrom('p', 'b', 'l', 's'), fc.integer({ min: 0, max: 6 }))
  .map(([kind, of]) => kind + of);
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ step: fc.constant('commit' as const), commit }) },
  {
    weight: 6,
    arbitrary: fc.record({
      step: fc.constant('ask' as const),
      tags: fc.array(fc.oneof(tag, fc.constant('a0')), { minLength: 1, maxLength: 5 }),
    }),
  },
  { weight: 4, arbitrary: fc.record({ step: fc.constant('look' as const) }) },
  {
    weight: 4,
    arbitrary: fc.record({ step: fc.constant('wait' as const), milliseconds: fc.integer({ min: 1, max: 1500 }) }),
  },
  { weight: 1, arbitrary: fc.record({ step: fc.constantFrom('prune' as const, 'restore' as const) }) },
);

/** Returns the tags that a commit changes, by their text. */
const tagsOfCommit = ({ products = [], best = [], leaves = [], shops = [], assortment }: OfferCommit): string[] => [
  ...products.map((of) => `p${of}`),
  ...best.map((of) => `b${of}`),
  ...leaves.map((of) => `l${of}`),
  ...shops.map((of) => `s${of}`),
  ...(products.length > 0 ? ['p0'] : []),
  ...(best.length > 0 ? ['b0'] : []),
  ...(best.length + leaves.length > 0 ? ['l0'] : []),
  ...(shops.length > 0 ? ['s0'] : []),
  ...(assortment ? ['a0'] : []),
];

/**
 * The model. For each tag it knows the last change that the web tier has seen, and the true last change by commit
 * number.
 */
test.each([
  [true, 'after each commit'],
  [false, 'now and then'],
])('answers are shown exactly as long as none of their tags is newer (looked %#)', (isAlwaysLooking) => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 60 }), (steps) => {
      const { log, changes, look } = start();
      let time = now;
      let floor = log.version.number;
      let waiting: { number: number; tag: string }[] = [];
      const seen = new Map<string, number>();
      const truth = new Map<string, number>();
      const kept: { madeOf: MadeOfOffers; tags: readonly string[] }[] = [];
      let prunedAt = 0;
      const lookNow = (): void => {
        const { number } = log.version;
        const isNew = changes.known?.epoch !== log.version.epoch;
        if (isNew || (changes.known && changes.known.number < prunedAt)) {
          floor = number;
          seen.clear();
        } else for (const { tag } of waiting) seen.set(tag, number);
        for (const each of waiting) truth.set(each.tag, each.number);
        waiting = [];
        look();
      };
      for (const each of steps) {
        if (each.step === 'commit') {
          log.commit(each.commit);
          const { number } = log.version;
          waiting.push(...tagsOfCommit(each.commit).map((text) => ({ number, tag: text })));
          if (isAlwaysLooking) lookNow();
        }
        if (each.step === 'ask') kept.push({ madeOf: made(log.version, each.tags.join(' '), time), tags: each.tags });
        if (each.step === 'look') lookNow();
        if (each.step === 'wait') time += each.milliseconds;
        if (each.step === 'prune') {
          log.prune();
          prunedAt = log.version.number;
        }
        if (each.step === 'restore') {
          log.restore(`${log.version.epoch}x`, 1 + (log.version.number >> 1));
          prunedAt = log.version.number;
          waiting = [];
          truth.clear();
        }
        for (const { madeOf, tags } of kept) {
          const isShown = changes.reasonOf([madeOf], time) === null;
          const isGraced = (text: string): boolean => text.startsWith('l') && time - madeOf.askedAt < 2000;
          const isNewer = (text: string, last: ReadonlyMap<string, number>): boolean =>
            (last.get(text) ?? 0) > madeOf.number && !isGraced(text);
          const isSameEpoch = madeOf.epoch === changes.known?.epoch;
          const known = isSameEpoch && madeOf.number >= floor;
          expect(isShown).toBe(known && !tags.some((text) => isNewer(text, seen)));
          // No answer with a known change is current. With a poll after each commit, only changed answers are outdated.
          if (isSameEpoch && madeOf.epoch === log.version.epoch) {
            const hasChanged = tags.some((text) => isNewer(text, truth));
            if (hasChanged) expect(isShown).toBe(false);
            if (isAlwaysLooking && known) expect(isShown).toBe(!hasChanged);
          }
        }
      }
    }),
    { seed: 15, numRuns: 300 },
  );
});

test('packed tags unpack to the same tags', () => {
  const tags = unpackTags([
    packTags(parseOfferTags('p12 b3 l0') ?? []),
    packTags(parseOfferTags('p12 s7 p99999999999') ?? []),
  ]);
  expect([...tags].map(([kind, ids]) => [kind, [...ids]])).toEqual([
    ['product', [12, 0]],
    ['best', [3]],
    ['leaf', [0]],
    ['shop', [7]],
    ['assortment', []],
    ['category', []],
    ['trader', []],
    ['name', []],
  ]);
  const sizeWith = (count: number): number =>
    sizeOfTags([{ epoch: 'e1', number: 1, askedAt: 0, tags: new Uint32Array(count) }]);
  expect(sizeWith(25) - sizeWith(24)).toBe(4);
});

test('checking a page costs one lookup for each of its tags, however much changed', () => {
  const { log, changes, look } = start();
  const names = Array.from({ length: 20 }, (_, index) => `b${index * 20_000 + 1}`).join(' ');
  const page = made(log.version, `p400000 l5 l7 s9 ${names}`);
  const { tags } = page;
  let looks = 0;
  tags[Symbol.iterator] = function* (): Generator<number, undefined> {
    for (let at = 0; at < tags.length; at += 1) {
      looks += 1;
      yield tags[at] ?? 0;
    }
    return undefined;
  };
  expect([changes.reasonOf([page], now), looks]).toEqual([null, 0]);
  const products = Array.from({ length: 10_000 }, (_, index) => 500_000 + index);
  log.commit({ products, best: [499_999], leaves: [8], shops: [10] });
  look();
  expect([changes.reasonOf([page], now), looks]).toEqual([null, 24]);
});
