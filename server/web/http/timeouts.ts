/**
 * Milliseconds that all calls of a request share, those one after another included; what is not there then is missing.
 */
export const requestTimeoutMs = 1500;
/** Share of it for a call whose response is optional on its page. */
export const sectionShare = 0.2;
/**
 * Share of it for a call that is the visitor's own and never cached, as a change of the cart: it fails within a second.
 */
export const ownShare = 0.6;
