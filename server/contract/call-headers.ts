/** An idempotency key as it may be; scripts send a UUID (D53). */
export const idempotencyKey = /^[\w-]{8,64}$/;

/** Headers of a call besides the usual ones. */
export const callHeaders = {
  /** The visitor's session, from the web tier's cookie. */
  session: 'x-session',
  /** `1`: the web tier has given this session out, so that a first write may begin with it (D79). */
  sessionIsSigned: 'x-session-signed',
  /** `0`: a write that would need a new session is refused, since the visitor's address has had its share (D86). */
  mayBegin: 'x-session-may-begin',
  requestId: 'x-request-id',
  /** The call in the caller's trace (W3C Trace Context); only where the caller traces its requests. */
  traceParent: 'traceparent',
  /**
   * One key per intended write; a repeat within a day has no further effect (D53), another write with it is refused
   * (D88).
   */
  idempotencyKey: 'idempotency-key',
  /** The word that the web tier and its marketplace share, on the calls that need it (specification 7). */
  trust: 'trust',
  /** Milliseconds that the caller waits for the answer; later nobody reads it. */
  timeout: 'x-timeout',
  /** When it was sent, in milliseconds since 1970; only by a caller on the same machine, whose clock is the same. */
  sentAt: 'x-sent-at',
  /** On every response: the catalogue it was read from (D63). */
  generation: 'x-catalogue-generation',
  /** On a response that is made of offers: the commit of the offer store that it is at least of, as `EPOCH.NUMBER`. */
  offers: 'x-offers',
  /** On the same: what it depends on (`server/contract/offer-tags.ts`). A response without it is not made of offers. */
  offerTags: 'x-offer-tags',
} as const;
