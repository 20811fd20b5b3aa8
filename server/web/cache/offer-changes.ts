import { type OfferChangesWire, type OffersVersion, parseOffersVersion } from '../../contract/offer-changes.js';
import { type OfferTag, type OfferTagKind, offerTagKinds, textTagKinds } from '../../contract/offer-tags.js';
import type { MadeOfOffers } from '../http/shared-lifetime.js';

/** Why something is out of date: by what has changed, or since nobody knows what has (`epoch`). */
export type OutdatedReason = OfferTagKind | 'epoch';

/** A tag in four bytes: its kind, then its id. Larger ids are not distinguished and count as all of their kind. */
const idBits = 24;
const idsToldApart = 2 ** idBits;
/**
 * Milliseconds after it was asked for in which a list is shown though another product of its leaf has changed (D90).
 */
const leafGrace = 2000;
/** Largest number that four bytes hold. */
const largest = 2 ** 32 - 1;

export const packTags = (tags: readonly OfferTag[]): Uint32Array =>
  Uint32Array.from(tags, ({ kind, id }) => offerTagKinds.indexOf(kind) * idsToldApart + (id < idsToldApart ? id : 0));

/** The ids of packed tags by kind. */
export function unpackTags(packed: Iterable<Uint32Array>): Map<OfferTagKind, Set<number>> {
  const ids = offerTagKinds.map(() => new Set<number>());
  for (const tags of packed) for (const tag of tags) ids[tag >>> idBits]?.add(tag % idsToldApart);
  return new Map(offerTagKinds.map((kind, position) => [kind, ids[position] ?? new Set()]));
}

/** Bytes of what says of an entry which offers it is made of. */
export const sizeOfTags = (madeOf: readonly MadeOfOffers[]): number =>
  madeOf.reduce((size, { tags }) => size + 200 + tags.byteLength, 0);

/** The last change of each id of a kind; 0 for none. Four bytes for each id up to the highest that has changed. */
class LastChanges {
  #numbers = new Uint32Array(256);

  constructor(readonly kind: OfferTagKind) {}

  of(id: number): number {
    return id < this.#numbers.length ? (this.#numbers[id] ?? 0) : 0;
  }
  set(id: number, number: number): void {
    if (id >= this.#numbers.length) {
      const longer = new Uint32Array(Math.min(idsToldApart, 2 ** Math.ceil(Math.log2(id + 1))));
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
 * What is known of the changes of offers: for each tag the commit that changed it last. A cached response is asked
 * about when it is wanted, and is out of date when one of its tags has changed after the commit that it is of. So a
 * commit costs a few numbers, however much is kept.
 */
export class OfferChanges {
  readonly #last = offerTagKinds.map((kind) => new LastChanges(kind));
  #known: OffersVersion | null = null;
  /** Nothing is known of what has changed before this commit. The numbers of changes are counted from it. */
  #floor = 0;
  /** Called with each answer that is of a commit not known yet. */
  onNews: () => void = () => {};
  /** Asks what has changed until now; resolves when it is known here, or cannot be had. Set by who watches for changes. */
  refresh: () => Promise<void> = async () => {};

  /** The last commit whose changes are known; null before the first news. */
  get known(): OffersVersion | null {
    return this.#known;
  }

  /** Takes in what the marketplace says has changed since the known commit. */
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

  /** Notices the commit that an answer is of. */
  meet(version: OffersVersion): void {
    const known = this.#known;
    if (known && (version.epoch !== known.epoch || version.number > known.number)) this.onNews();
  }

  /**
   * Why what is made of these offers is out of date; null where it is not, as far as is known.
   * @param now milliseconds since 1970.
   */
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
    const isInGrace = now - askedAt < leafGrace;
    for (const tag of tags) {
      const last = this.#last[tag >>> idBits];
      if (!last || last.of(tag % idsToldApart) <= since) continue;
      if (last.kind !== 'leaf' || !isInGrace) return last.kind;
    }
    return null;
  }

  #mark(kind: OfferTagKind, ids: readonly number[], number: number): void {
    const last = this.#last.find((each) => each.kind === kind);
    if (ids.length > 0) last?.set(0, number);
    for (const id of ids) if (id < idsToldApart) last?.set(id, number);
  }
}
