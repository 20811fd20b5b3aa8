import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { timeoutMs, withTimeout } from './with-timeout.js';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});
/** Work that ignores its signal and never ends. */
const endless = (): Promise<never> => new Promise(() => {});
const aborted = expect.objectContaining({ name: 'AbortError' });

test('what is done in time is given back, and a fault as it was thrown; no timer is left', async () => {
  expect(await withTimeout(async () => 5)).toBe(5);
  await expect(withTimeout(async () => Promise.reject(new Error('refused')))).rejects.toThrow('refused');
  expect(vi.getTimerCount()).toBe(0);
});

test('what takes too long is ended, and its signal with it', async () => {
  let given: AbortSignal | undefined;
  const waiting = expect(
    withTimeout((signal) => {
      given = signal;
      return endless();
    }),
  ).rejects.toEqual(aborted);
  await vi.advanceTimersByTimeAsync(timeoutMs - 1);
  expect(given?.aborted).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(given?.aborted).toBe(true);
  await waiting;
});

test('what nobody wants any more is ended at once, be it so from the start', async () => {
  const wanted = new AbortController();
  const waiting = expect(withTimeout(endless, wanted.signal)).rejects.toEqual(aborted);
  wanted.abort();
  await waiting;
  let isSignalled = false;
  const late = withTimeout((signal) => {
    isSignalled = signal.aborted;
    return endless();
  }, wanted.signal);
  await expect(late).rejects.toEqual(aborted);
  expect(isSignalled).toBe(true);
  expect(vi.getTimerCount()).toBe(0);
});

test('nothing of it stays on the signal of the one who wanted it', async () => {
  const { signal } = new AbortController();
  const listening = new Set<unknown>();
  const [add, remove] = [signal.addEventListener.bind(signal), signal.removeEventListener.bind(signal)];
  signal.addEventListener = (type: string, listener: never, options?: never) => {
    listening.add(listener);
    add(type, listener, options);
  };
  signal.removeEventListener = (type: string, listener: never, options?: never) => {
    listening.delete(listener);
    remove(type, listener, options);
  };
  await withTimeout(async () => {
    expect(listening.size).toBe(1);
  }, signal);
  expect(listening.size).toBe(0);
});
