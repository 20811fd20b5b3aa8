import { type OfferChangesWire, type OffersVersion, parseOffersVersion } from '../../contract/offer-changes.js';
import { type OfferTag, type OfferTagKind, offerTagKinds, textTagKinds } from '../../contract/offer-tags.js';
import type { MadeOfOffers } from '../http/shared-lifetime.js';

/** Reason why an entry is outdated: a changed tag, or unknown changes (`epoch`). */
export type OutdatedReason = OfferTagKind | 'epoch';

/** A packed tag has four bytes: kind and id. Larger ids count as all of their kind. */
const idBits = 24;
const distinctIds = 2 ** idBits;
/** Milliseconds after its request for which a list is shown although another product of its leaf changed (D90). */
const leafGraceMs = 2000;
/** Largest number of four bytes. */
const largest = 2 ** 32 - 1;

export const packTags = (tags: readonly OfferTag[]): Uint32Array =>
  Uint32Array.from(tags, ({ kind, id }) => offerTagKinds.indexOf(kind) * distinctIds + (id < distinctIds ? id : 0));

/** Returns the ids of packed tags by kind. */
export function unpackTags(packed: Iterable<Uint32Array>): Map<OfferTagKind, Set<number>> {
  const ids = offerTagKinds.map(() => new Set<number>());
  for (const tags of packed) for (const tag of tags) ids[tag >>> idBits]?.add(tag % distinctIds);
  return new Map(offerTagKinds.map((kind, position) => [kind, ids[position] ?? new Set()]));
}

/** Returns the bytes that the dependencies of an entry take. */
export const sizeOfTags = (madeOf: readonly MadeOfOffers[]): number =>
  madeOf.reduce((size, { tags }) => size + 200 + tags.byteLength, 0);

/** The last change of each id of a kind, 0 for none. It takes four bytes for each id up to the highest changed one. */
class LastChanges {
  #numbers = new Uint32Array(256);

  constructor(readonly kind: OfferTagKind) {}

  of(id: number): number {
    return id < this.#numbers.length ? (this.#numbers[id] ?? 0) : 0;
  }
  set(id: number, number: number): void {
    if (id >= this.#numbers.length) {
      const longer = new Uint32Array(Math.min(distinctIds, 2 ** Math.ceil(Math.log2(id + 1))));
      longer.set(this.#numbers);
      this.#numbers = longer;
    }
    this.#numbers[id] = number;
  }
  clear(): void {
    this.#numbers.fill(0);
  }
}

/**
 * The last known change of each tag. A response is outdated if one of its tags changed after its commit. The check
 * happens when the response is wanted, so a commit costs the same however large the caches are.
 */
export class OfferChanges {
  readonly #last = offerTagKinds.map((kind) => new LastChanges(kind));
  #known: OffersVersion | null = null;
  /** Changes before this commit are unknown. Numbers of changes count from here. */
  #floor = 0;
  /** Called with each answer whose commit is not known yet. */
  onNews: () => void = () => {};
  /** Polls for changes; resolves when the poll is over. `watch-catalogue.ts` sets it. */
  refresh: () => Promise<void> = async () => {};

  /** The last commit whose changes are known; null before the first poll. */
  get known(): OffersVersion | null {
    return this.#known;
  }

  /** Adopts the changes since the known commit. */
  adopt(changes: OfferChangesWire): void {
    const version = parseOffersVersion(changes.offers);
    const known = this.#known;
    const isContinued = version !== null && version.epoch === known?.epoch;
    if (!version || (isContinued && version.number < known.number)) return;
    this.#known = version;
    const number = version.number - this.#floor;
    if (changes.all || !isContinued || number > largest) {
      this.#floor = version.number;
      for (const each of this.#last) each.clear();
      return;
    }
    this.#mark('product', changes.products, number);
    this.#mark('best', changes.best, number);
    this.#mark('leaf', changes.leaves, number);
    this.#mark('leaf', changes.best.length > 0 ? [0] : [], number);
    this.#mark('shop', changes.shops, number);
    this.#mark('assortment', changes.assortment ? [0] : [], number);
    for (const kind of textTagKinds) this.#mark(kind, changes.texts[kind], number);
  }

  /** Reports the commit of an answer. */
  meet(version: OffersVersion): void {
    const known = this.#known;
    if (known && (version.epoch !== known.epoch || version.number > known.number)) this.onNews();
  }

  /** Returns why a response is outdated; null if it is not, as far as is known. @param now milliseconds since 1970 */
  reasonOf(madeOf: Iterable<MadeOfOffers>, now: number): OutdatedReason | null {
    for (const each of madeOf) {
      const reason = this.#reasonOfOne(each, now);
      if (reason !== null) return reason;
    }
    return null;
  }

  #reasonOfOne({ epoch, number, tags, askedAt }: MadeOfOffers, now: number): OutdatedReason | null {
    const known = this.#known;
    if (!known) return null;
    if (epoch !== known.epoch || number < this.#floor) return 'epoch';
    if (number >= known.number) return null;
    const since = number - this.#floor;
    const isInGrace = now - askedAt < leafGraceMs;
    for (const tag of tags) {
      const last = this.#last[tag >>> idBits];
      if (!last || last.of(tag % distinctIds) <= since) continue;
      if (last.kind !== 'leaf' || !isInGrace) return last.kind;
    }
    return null;
  }

  #mark(kind: OfferTagKind, ids: readonly number[], number: number): void {
    const last = this.#last.find((each) => each.kind === kind);
    if (ids.length > 0) last?.set(0, number);
    for (const id of ids) if (id < distinctIds) last?.set(id, number);
  }
}
