import type { Clock } from '../../clock/clock.js';
import { callHeaders } from '../../contract/call-headers.js';
import { type OffersVersion, printOffersVersion } from '../../contract/offer-changes.js';
import { type OfferTagKind, printOfferTags } from '../../contract/offer-tags.js';
import type { Request, Wire } from '../../contract/operations/handler-types.js';
import type { ServiceName } from '../../contract/operations/operation.js';
import type { OperationId, Operations } from '../../contract/operations/operations.js';
import type { Generation } from '../generation/generation.js';

/** The call of a handler besides the parsed request. */
export interface CallContext {
  requestId: string;
  /** The visitor's session as sent, unchecked. */
  sid: string | null;
  /** The web tier issued the session id, so a first write may use it (D79). */
  isSigned: boolean;
  /** A write may make a session (D86). */
  mayBegin: boolean;
  /** Recognises a repeated write (D53). */
  idempotencyKey: string | null;
  clock: Clock;
  /** Returns the same generation during the whole call. @throws ProblemError `unavailable` without one */
  generation(): Generation;
  /** Sends the id of a new session to the caller (D26). */
  announceSession(sid: string): void;
  /** Sets when the response expires (milliseconds since 1970), independent of the catalogue. */
  announceEnd(at: number): void;
  /**
   * Declares which offers the response depends on, so that caches know when it is outdated. `product`: any offer of
   * these products. `best`: what lists show of them. `leaf`: what lists show of all products in these leaves. `shop`:
   * these shops and their offers. `assortment` (id 0): which products have offers. `category`, `trader`, `name`: texts
   * that may be replaced. Id 0 means all of a kind. A response without a call depends on no offers.
   */
  dependsOn(kind: OfferTagKind, ids: Iterable<number>): void;
}

export type DependsOn = CallContext['dependsOn'];

/** Categories that a response depends on one by one; beyond them, it depends on all. */
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
export type Handlers<R extends ServiceName> = { readonly [I in OperationOf<R>]: Handler<I> };

export class OfferDependencies {
  readonly #version: OffersVersion | undefined;
  readonly #tags = new Map<OfferTagKind, Set<number>>();

  /** @param version taken before the first read; undefined = the service has no offers */
  constructor(version: OffersVersion | undefined) {
    this.#version = version;
  }

  add(kind: OfferTagKind, ids: Iterable<number>): void {
    const known = this.#tags.get(kind);
    if (!known) this.#tags.set(kind, new Set(ids));
    else for (const id of ids) known.add(id);
  }

  /** Returns the headers of the response; none without dependencies. */
  headers(): Record<string, string> {
    const tags = this.#version ? printOfferTags(this.#tags) : '';
    if (!this.#version || tags === '') return {};
    return { [callHeaders.offers]: printOffersVersion(this.#version), [callHeaders.offerTags]: tags };
  }
}
