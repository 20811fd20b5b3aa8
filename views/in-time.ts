/** Milliseconds after which a widget no longer waits for an answer. */
export const patience = 8000;

/**
 * Does what a widget waits for.
 *
 * @param work gets a signal for its requests; what takes no notice of it is no longer waited for all the same.
 * @param wanted ends it earlier, where nobody wants it any more.
 * @throws what `work` throws; an `AbortError` once it has taken too long.
 */
export async function inTime<T>(work: (signal: AbortSignal) => Promise<T>, wanted?: AbortSignal): Promise<T> {
  const limit = new AbortController();
  const { signal } = limit;
  const end = (): void => limit.abort();
  const timer = setTimeout(end, patience);
  const ended = new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  wanted?.addEventListener('abort', end);
  if (wanted?.aborted) end();
  try {
    return await Promise.race([work(signal), ended]);
  } finally {
    clearTimeout(timer);
    wanted?.removeEventListener('abort', end);
  }
}
