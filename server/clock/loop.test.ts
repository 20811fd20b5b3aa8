import { expect, test } from 'vitest';
import { ManualClock } from '../../test/support/manual-clock.js';
import { type Loop, startLoop } from './loop.js';

/** A loop that fails on demand. It notes the time of each look, in milliseconds since it began. */
function startNoting(clock: ManualClock, options: { returns?: number } = {}) {
  const looks: number[] = [];
  const failures: number[] = [];
  const state = { fails: false };
  const loop: Loop = startLoop({
    clock,
    pauseMs: 5000,
    async look() {
      looks.push(clock.steady());
      if (state.fails) throw new Error('the store is read-only');
      return options.returns;
    },
    onFailure: () => void failures.push(clock.steady()),
  });
  return { loop, looks, failures, state };
}

test('a loop looks at once, after each pause, and soon after a wake-up', async () => {
  const clock = new ManualClock();
  const { loop, looks } = startNoting(clock);
  await clock.advance(12_000);
  expect(looks).toEqual([0, 5000, 10_000]);
  loop.wake();
  await clock.advance(4000);
  expect(looks.slice(3)).toEqual([12_000]);
  await clock.advance(1000);
  expect(looks.slice(4)).toEqual([17_000]);
});

test('a wake-up counts whenever it comes, also just after the end of a look', async () => {
  for (let ticks = 0; ticks < 8; ticks += 1) {
    const clock = new ManualClock();
    let looks = 0;
    const wakeAfter = async (): Promise<void> => {
      for (let tick = 0; tick < ticks; tick += 1) await null;
      loop.wake();
    };
    const loop: Loop = startLoop({
      clock,
      pauseMs: 5000,
      async look() {
        await null;
        looks += 1;
        if (looks === 1) void wakeAfter();
      },
      onFailure: () => {},
    });
    await clock.advance(1000);
    expect([ticks, looks]).toEqual([ticks, 2]);
    await loop.stop();
  }
});

test('a look may set the time of the next one', async () => {
  const clock = new ManualClock();
  const { looks } = startNoting(clock, { returns: 700 });
  await clock.advance(1500);
  expect(looks).toEqual([0, 700, 1400]);
});

test('a loop reports each failure once, its pauses grow to half a minute, and no wake-up shortens them', async () => {
  const clock = new ManualClock();
  const { loop, looks, failures, state } = startNoting(clock);
  await clock.advance(1000);
  state.fails = true;
  for (let second = 0; second < 125; second += 1) {
    loop.wake();
    await clock.advance(1000);
  }
  expect(failures).toEqual([1000, 2000, 4000, 8000, 16_000, 32_000, 62_000, 92_000, 122_000]);
  expect(loop.trouble).toMatchObject({ since: new Date(clock.now() - 125_000).toISOString() });
  state.fails = false;
  await clock.advance(30_000);
  expect(looks.filter((at) => at > 122_000)).toEqual([152_000]);
  expect(loop.trouble).toBeNull();
});

test('a wake-up during a look that fails does not shorten the pause after it', async () => {
  const clock = new ManualClock();
  let looks = 0;
  const loop: Loop = startLoop({
    clock,
    pauseMs: 5000,
    async look() {
      await null;
      looks += 1;
      loop.wake();
      throw new Error('the store is away');
    },
    onFailure: () => {},
  });
  await clock.advance(999);
  expect(looks).toBe(1);
  await clock.advance(1);
  expect(looks).toBe(2);
  await loop.stop();
});

test('work that wakes its own loop does not block the event loop', async () => {
  const clock = new ManualClock();
  let looks = 0;
  let fails = 0;
  const loop: Loop = startLoop({
    clock,
    pauseMs: 1000,
    async look() {
      await null;
      looks += 1;
      loop.wake();
      return undefined;
    },
    onFailure() {
      fails += 1;
    },
  });
  await loop.firstLook;
  for (let count = 0; count < 100; count += 1) await null;
  expect([looks, fails, clock.waiting]).toEqual([1, 0, 1]);
  await loop.stop();
});

test('a stop waits for the present look and begins no further one', async () => {
  const clock = new ManualClock();
  const { promise, resolve } = Promise.withResolvers<void>();
  let looks = 0;
  let isOver = false;
  const loop = startLoop({
    clock,
    pauseMs: 1000,
    async look(ended) {
      looks += 1;
      await promise;
      isOver = true;
      ended.throwIfAborted();
      return undefined;
    },
    onFailure: () => expect('a stop').toBe('no failure'),
  });
  const stopped = loop.stop();
  resolve();
  await stopped;
  loop.wake();
  await clock.advance(60_000);
  expect([looks, isOver, clock.waiting, loop.trouble]).toEqual([1, true, 0, null]);
});
