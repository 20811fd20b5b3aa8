import { callHeaders } from '../../contract/call-headers.js';
import { type OffersVersion, printOffersVersion } from '../../contract/offer-changes.js';
import { type OfferTagKind, printOfferTags } from '../../contract/offer-tags.js';

/** What one response depends on. */
export class OfferDependencies {
  readonly #version: OffersVersion | undefined;
  readonly #tags = new Map<OfferTagKind, Set<number>>();

  /** @param version taken before the first read; undefined where the service has no offer store. */
  constructor(version: OffersVersion | undefined) {
    this.#version = version;
  }

  add(kind: OfferTagKind, ids: Iterable<number>): void {
    const known = this.#tags.get(kind);
    if (!known) this.#tags.set(kind, new Set(ids));
    else for (const id of ids) known.add(id);
  }

  /** Headers of the response; none where it depends on no offers. */
  headers(): Record<string, string> {
    const tags = this.#version ? printOfferTags(this.#tags) : '';
    if (!this.#version || tags === '') return {};
    return { [callHeaders.offers]: printOffersVersion(this.#version), [callHeaders.offerTags]: tags };
  }
}
