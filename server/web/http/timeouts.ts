/** Milliseconds that all calls of a request share. The page omits a section whose data come later. */
export const requestTimeoutMs = 1500;
/** Share of that time for a call whose section is optional. */
export const sectionShare = 0.2;
/** Share of that time for a visitor's own call that is never cached, such as a change of the cart. */
export const ownShare = 0.6;
/** Seconds in `Retry-After` for a visitor who could not be served. */
export const retryAfter = '5';
/** `Cache-Control` of a response whose address changes with its content. */
export const keptForever = 'public, max-age=31536000, immutable';
