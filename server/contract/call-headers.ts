/** Format of an idempotency key; scripts send a UUID (D53). */
export const idempotencyKey = /^[\w-]{8,64}$/;

/** Headers of calls, besides the usual ones. */
export const callHeaders = {
  /** Session in the web tier's cookie. */
  session: 'x-session',
  /** `1`: the web tier issued this session, so a first write may create it (D79). */
  sessionIsSigned: 'x-session-signed',
  /** `0`: a write that needs a new session is refused, because the visitor's address has created enough (D86). */
  mayBegin: 'x-session-may-begin',
  requestId: 'x-request-id',
  /** Call in the caller's trace (W3C Trace Context), if it traces requests. */
  traceParent: 'traceparent',
  /** Key of one intended write. A repeat within a day has no effect (D53); another write with it is refused (D88). */
  idempotencyKey: 'idempotency-key',
  /** Secret of web tier and marketplace, for the calls that need it (specification 7). */
  trust: 'trust',
  /** Milliseconds that the caller waits for the answer. */
  timeout: 'x-timeout',
  /** Time of sending in ms since 1970; only from the same machine, which has the same clock. */
  sentAt: 'x-sent-at',
  /** Header of every response with its catalogue generation (D63). */
  generation: 'x-catalogue-generation',
  /** Header of responses with offers: their oldest possible commit, as `EPOCH.NUMBER`. */
  offers: 'x-offers',
  /** Header of responses with offers: their dependencies (`offer-tags.ts`). */
  offerTags: 'x-offer-tags',
} as const;
