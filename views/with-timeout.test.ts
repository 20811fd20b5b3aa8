import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { withTimeout } from './with-timeout.js';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});
/** Work that ignores its signal and never ends. */
const endless = (): Promise<never> => new Promise(() => {});
const aborted = expect.objectContaining({ name: 'AbortError' });

test('work in time returns its result or its error, and no timer remains', async () => {
  expect(await withTimeout(async () => 5)).toBe(5);
  await expect(withTimeout(async () => Promise.reject(new Error('refused')))).rejects.toThrow('refused');
  expect(vi.getTimerCount()).toBe(0);
});

test('slow work is ended together with its signal', async () => {
  let given: AbortSignal | undefined;
  const waiting = expect(
    withTimeout((signal) => {
      given = signal;
      return endless();
    }),
  ).rejects.toEqual(aborted);
  await vi.advanceTimersByTimeAsync(7999);
  expect(given?.aborted).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(given?.aborted).toBe(true);
  await waiting;
});

test('unwanted work is ended at once, also from the start', async () => {
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

test("nothing remains on the caller's signal", async () => {
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
