/** Seconds after which somebody who could not be served may try again. */
export const retryAfter = '5';
