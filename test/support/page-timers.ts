import type { Page } from 'puppeteer';

interface Timers {
  advance(ms: number): void;
}

/**
 * Holds timers that scripts of a page set from now on until `advance` releases them. Timers without delay run by
 * themselves.
 */
export const holdTimers = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const real = { set: setTimeout.bind(window), clear: clearTimeout.bind(window) };
    const waiting = new Map<number, { dueMs: number; work: () => void }>();
    let nowMs = 0;
    let lastId = 1_000_000;
    const set = (work: (...values: unknown[]) => void, delayMs = 0, ...values: unknown[]): number => {
      if (delayMs === 0) return Number(real.set(work, 0, ...values));
      waiting.set(++lastId, { dueMs: nowMs + delayMs, work: () => work(...values) });
      return lastId;
    };
    const clear = (id: number): void => {
      if (!waiting.delete(id)) real.clear(id);
    };
    const advance = (ms: number): void => {
      const end = nowMs + ms;
      for (;;) {
        const [next] = [...waiting].filter(([, { dueMs }]) => dueMs <= end).sort(([, a], [, b]) => a.dueMs - b.dueMs);
        if (!next) break;
        waiting.delete(next[0]);
        nowMs = next[1].dueMs;
        next[1].work();
      }
      nowMs = end;
    };
    Object.assign(window, { setTimeout: set, clearTimeout: clear, advance });
  });

/** Lets held timers advance by milliseconds, and runs due ones in order. */
export const advance = (page: Page, ms: number): Promise<void> =>
  page.evaluate((passed) => (window as unknown as Timers).advance(passed), ms);
