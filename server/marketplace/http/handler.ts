import type { Clock } from '../../clock/clock.js';
import { callHeaders } from '../../contract/call-headers.js';
import { type OffersVersion, printOffersVersion } from '../../contract/offer-changes.js';
import { type OfferTagKind, printOfferTags } from '../../contract/offer-tags.js';
import type { Request, Wire } from '../../contract/operations/handler-types.js';
import type { ServiceName } from '../../contract/operations/operation.js';
import type { OperationId, Operations } from '../../contract/operations/operations.js';
import type { Generation } from '../generation/generation.js';

/** What a handler knows of its call besides the parsed request. */
export interface CallContext {
  requestId: string;
  /** The visitor's session as sent, unchecked; null where none was. */
  sid: string | null;
  /** The web tier has given it out, so that a first write may begin with it (D79). */
  isSigned: boolean;
  /** A write may make a session (D86). */
  mayBegin: boolean;
  /** Null where none was sent (D53). */
  idempotencyKey: string | null;
  clock: Clock;
  /** The same generation during the whole call. @throws ProblemError `unavailable` while there is none */
  generation(): Generation;
  /** Tells the caller that a session was made, and its id (D26). */
  announceSession(sid: string): void;
  /** Sets when the response expires (milliseconds since 1970), though the catalogue stays. */
  announceEnd(at: number): void;
  /**
   * Says what of the offers the response is made of, so that caches know when it ends: `product` any offer of these
   * products, `best` what lists show of them, `leaf` what lists show of any product in these leaf categories, `shop`
   * these shops with their offers, `assortment` (id 0) which products have offers; of texts that may be corrected
   * `category`,
   * `trader` and `name` (`offerTagKinds`). Id 0 stands for all of a kind. Called as often as wanted; a response that
   * never does is taken to be made of nothing that changes with the offers.
   */
  dependsOn(kind: OfferTagKind, ids: Iterable<number>): void;
}

/** Tells what of the offers a response is made of. */
export type DependsOn = CallContext['dependsOn'];

/** Categories that a response names one by one; one that shows more depends on all of them. */
const mostNamed = 250;

/** Declares that a response shows names of categories, also within titles of products. */
export function showsCategories(dependsOn: DependsOn, ids: Iterable<number>): void {
  const shown = new Set(ids);
  dependsOn('category', shown.size > mostNamed ? [0] : shown);
}

/** Handles one operation. @throws ProblemError for every response that is not a success */
export type Handler<I extends OperationId> = (request: Request<I>, context: CallContext) => Wire<I> | Promise<Wire<I>>;

type OperationOf<R extends ServiceName> = {
  [I in OperationId]: Operations[I]['service'] extends R ? I : never;
}[OperationId];
/** One handler for each operation of a service. */
export type Handlers<R extends ServiceName> = { readonly [I in OperationOf<R>]: Handler<I> };

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
