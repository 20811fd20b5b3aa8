import type { z } from 'zod';

/** Something that belongs to somebody else and is kept here. */
export interface Followed<T> {
  /** The last good value, as long as it may be shown; null before the first, and when it has become too old. */
  value(): T | null;
  /** Resolves when the first attempt is over, however it ended. */
  readonly begun: Promise<void>;
  stop(): void;
}
interface Options<T> {
  url: string;
  schema: z.ZodType<T>;
  /** Milliseconds from a good answer to the next question. */
  every: number;
  /** Milliseconds from a failure to the next attempt. */
  retryAfter: number;
  /** Milliseconds that the last good answer is shown while none comes after it. */
  keepFor: number;
  onFailed(error: unknown): void;
  onValue?(value: T): void | Promise<void>;
  /** Milliseconds for one question with its answer. */
  patience?: number | undefined;
  /** Characters of the longest answer that is read. */
  longest?: number | undefined;
  now?: () => number;
}

const usualPatience = 3000;
const usuallyLongest = 2 * 1024 * 1024;

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error('the answer is not JSON');
  }
}

interface Question<T> {
  url: string;
  schema: z.ZodType<T>;
  patience: number;
  longest: number;
}

async function ask<T>({ url, schema, patience, longest }: Question<T>): Promise<T> {
  const headers = { accept: 'application/json' };
  const answer = await fetch(url, { headers, redirect: 'error', signal: AbortSignal.timeout(patience) });
  if (!answer.ok || !answer.body) {
    await answer.body?.cancel();
    throw new Error(`answered ${answer.status}`);
  }
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of answer.body) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > longest) throw new Error('the answer is too large');
  }
  // What was answered is somebody else's and stays out of the log; where it is wrong does not.
  const parsed = schema.safeParse(parse(text));
  if (!parsed.success)
    throw new Error(`the answer does not fit at ${parsed.error.issues[0]?.path.join('.') || 'its root'}`);
  return parsed.data;
}

/**
 * Asks an address again and again, so that no page ever waits for it: what it said last is shown, for a while also
 * when it fails, answers late or answers rubbish (D38). The first question is asked at once.
 */
export function follow<T>(options: Options<T>): Followed<T> {
  const {
    url,
    schema,
    every,
    retryAfter,
    keepFor,
    onFailed,
    onValue,
    patience = usualPatience,
    longest = usuallyLongest,
    now = Date.now,
  } = options;
  let known: { value: T; until: number } | null = null;
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  async function look(): Promise<void> {
    let pause = every;
    try {
      const value = await ask({ url, schema, patience, longest });
      await onValue?.(value);
      known = { value, until: now() + keepFor };
    } catch (error) {
      pause = retryAfter;
      if (!isStopped) onFailed(error);
    }
    if (!isStopped) timer = setTimeout(look, pause).unref();
  }
  const begun = look();
  return {
    value: () => (known && now() < known.until ? known.value : null),
    begun,
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
