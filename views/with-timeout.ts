/** Milliseconds after which a widget stops waiting for a response. */
export const timeoutMs = 8000;

/**
 * Runs a widget's work with a timeout.
 * @param work gets a signal for its requests, and is abandoned on timeout
 * @param wanted aborts it earlier
 * @throws what `work` throws, and `AbortError` on timeout
 */
export async function withTimeout<T>(work: (signal: AbortSignal) => Promise<T>, wanted?: AbortSignal): Promise<T> {
  const limit = new AbortController();
  const { signal } = limit;
  const end = (): void => limit.abort();
  const timer = setTimeout(end, timeoutMs);
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
