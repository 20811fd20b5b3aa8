import { callHeaders } from '../../contract/call-headers.js';
import {
  type OfferChangesWire,
  type OffersVersion,
  type OfferTagKind,
  offerTagKinds,
  printOffersVersion,
  printOfferTag,
} from '../../contract/offer-changes.js';

/** What the server needs of the offers. */
export interface ServedOffers {
  /** The last commit that all reads see; another object for each. */
  readonly version: OffersVersion;
  /** @param known null: nothing is known, so everything is new. */
  changesSince(known: OffersVersion | null): OfferChangesWire;
}

/** Most leaf categories that are named one by one. */
const maxLeaves = 60;
/** Longest header of tags; receivers refuse a response whose headers have more than 16 kB altogether. */
const maxLength = 4096;
/** Kinds in the order in which they give way to what covers them, the coarsest first. */
const coverings: readonly [OfferTagKind, OfferTagKind][] = [
  ['leaf', 'leaf'],
  // Whatever changes what a list shows of a product changes a leaf.
  ['best', 'leaf'],
  ['shop', 'shop'],
  ['product', 'product'],
];

/**
 * What one response depends on. Its tags have a bounded length: more than 60 leaves become `l0`; while the tags are
 * longer than 4 kB, first all leaves become `l0`, then all `b` become `l0`, then all shops `s0`, then all products
 * `p0`. Each of these covers what it stands for, so that the response ends too early rather than too late.
 */
export class OfferDependencies {
  readonly #version: OffersVersion | undefined;
  readonly #ids = new Map<OfferTagKind, Set<number>>();

  /** @param version taken before the first read; undefined where the service has no offer store. */
  constructor(version: OffersVersion | undefined) {
    this.#version = version;
  }

  add(kind: OfferTagKind, ids: Iterable<number>): void {
    if (!this.#version) return;
    const known = this.#ids.get(kind);
    if (!known) this.#ids.set(kind, new Set(ids));
    else for (const id of ids) known.add(id);
  }

  /** Headers of the response; none where it depends on no offers. */
  headers(): Record<string, string> {
    if (!this.#version) return {};
    if ((this.#ids.get('leaf')?.size ?? 0) > maxLeaves) this.#cover('leaf', 'leaf');
    let tags = this.#print();
    for (const [kind, by] of coverings) {
      if (tags.length <= maxLength) break;
      this.#cover(kind, by);
      tags = this.#print();
    }
    if (tags === '') return {};
    return { [callHeaders.offers]: printOffersVersion(this.#version), [callHeaders.offerTags]: tags };
  }

  #cover(kind: OfferTagKind, by: OfferTagKind): void {
    if (!this.#ids.get(kind)?.size) return;
    this.#ids.delete(kind);
    this.#ids.set(by, new Set([0]));
  }

  /** Where all of a kind are meant, single ones say nothing more. */
  #print(): string {
    return offerTagKinds
      .flatMap((kind) => {
        const ids = this.#ids.get(kind) ?? new Set();
        return ids.has(0) ? [printOfferTag(kind, 0)] : [...ids].map((id) => printOfferTag(kind, id));
      })
      .join(' ');
  }
}
