/** Milliseconds for all calls of a request, those one after another included; the page lacks what is late. */
export const requestTimeoutMs = 1500;
/** Share of it for a call whose response is optional on its page. */
export const sectionShare = 0.2;
/** Share of it for a visitor's own call that is never cached, as a cart's change: it fails within a second. */
export const ownShare = 0.6;
/** Seconds after which a visitor who could not be served may try again, as the header says them. */
export const retryAfter = '5';
