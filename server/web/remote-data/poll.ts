import type { z } from 'zod';
import type { Clock, Timer } from '../../clock/clock.js';
import { readText } from '../../outbound/read-text.js';

/** A polled value of an external service. */
export interface Polled<T> {
  /** The last good value; null before the first one and after it has expired. */
  value(): T | null;
  /** Resolves when the first attempt is over, however it ended. */
  readonly begun: Promise<void>;
  stop(): void;
}
interface Options<T> {
  url: string;
  schema: z.ZodType<T>;
  /** Milliseconds from a good response to the next request. */
  everyMs: number;
  /** Milliseconds from a failure to the next attempt. */
  retryAfterMs: number;
  /** Milliseconds for which the last good response is used while none follows. */
  keepForMs: number;
  onFailed(error: unknown): void;
  onValue?(value: T): void | Promise<void>;
  /** Timeout of one request, in milliseconds; 3 s where missing. */
  timeoutMs?: number | undefined;
  /** Most characters of a response; 2 Mi where missing. */
  maxLength?: number | undefined;
  clock: Clock;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error('the answer is not JSON');
  }
}

async function request<T>({ url, schema, timeoutMs = 3000, maxLength = 2 * 1024 * 1024 }: Options<T>): Promise<T> {
  const headers = { accept: 'application/json' };
  const response = await fetch(url, { headers, redirect: 'error', signal: AbortSignal.timeout(timeoutMs) });
  if (!response.ok || !response.body) {
    await response.body?.cancel();
    throw new Error(`answered ${response.status}`);
  }
  const text = await readText(response.body, maxLength, () => new Error('the answer is too large'));
  // External content stays out of the log; the path of the invalid value may be logged.
  const parsed = schema.safeParse(parse(text));
  if (!parsed.success)
    throw new Error(`the answer does not fit at ${parsed.error.issues[0]?.path.join('.') || 'its root'}`);
  return parsed.data;
}

/**
 * Polls an address in the background, so that no page waits for it. The last good value is kept for a while when
 * requests fail, time out or return invalid data (D38). The first request is sent at once.
 */
export function poll<T>(options: Options<T>): Polled<T> {
  const { everyMs, retryAfterMs, keepForMs, onFailed, onValue, clock } = options;
  let known: { value: T; until: number } | null = null;
  let isStopped = false;
  let timer: Timer | undefined;
  async function pollOnce(): Promise<void> {
    let pauseMs = everyMs;
    try {
      const value = await request(options);
      await onValue?.(value);
      known = { value, until: clock.now() + keepForMs };
    } catch (error) {
      pauseMs = retryAfterMs;
      if (!isStopped) onFailed(error);
    }
    if (!isStopped) timer = clock.after(pauseMs, () => void pollOnce());
  }
  const begun = pollOnce();
  return {
    value: () => (known && clock.now() < known.until ? known.value : null),
    begun,
    stop() {
      isStopped = true;
      timer?.cancel();
    },
  };
}
