/** Why a feed could not be had, as a sentence without addresses: it goes into logs, reports and messages. */
export class FeedFetchError extends Error {
  override name = 'FeedFetchError';

  /** @param retryAfter milliseconds that its server asks to be left alone */
  constructor(
    message: string,
    readonly retryAfter = 0,
  ) {
    super(message);
  }
}
