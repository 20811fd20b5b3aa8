import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { timeoutMs } from '../with-timeout.js';
import { debounceMs, hideDelayMs, minTermLength, SearchBox } from './search-box.model.js';
import { maxPerGroup, type SuggestionGroup } from './search-box.response.js';

interface Call {
  term: string;
  signal: AbortSignal;
  answer(groups: readonly SuggestionGroup[]): Promise<void>;
  fail(): Promise<void>;
}
const entry = (label: string) => ({ label, href: `/${label}` });
const found: SuggestionGroup[] = [
  { name: 'universal', entries: [entry('a')] },
  { name: 'specific', entries: [entry('b'), entry('c')] },
];

let calls: Call[];
let box: SearchBox;
const settled = async (act: () => void): Promise<void> => {
  act();
  await vi.advanceTimersByTimeAsync(0);
};
beforeEach(() => {
  vi.useFakeTimers();
  calls = [];
  box = new SearchBox(
    (term, signal) =>
      new Promise((resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason));
        const [response, fail] = [
          (groups: readonly SuggestionGroup[]) => settled(() => resolve(groups)),
          () => settled(() => reject(new Error('failed'))),
        ];
        calls.push({ term, signal, answer: response, fail });
      }),
  );
});
afterEach(() => {
  vi.useRealTimers();
});
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const call = (index: number): Call => calls[index] as Call;
/** Focuses the field, types a term, and answers it. */
async function answered(groups: readonly SuggestionGroup[] = found): Promise<void> {
  box.focus('');
  box.type('bremse');
  await pass(debounceMs);
  await call(0).answer(groups);
}
const terms = (): string[] => calls.map(({ term }) => term);

describe('when it asks', () => {
  test('the figures are those of the specification', () => {
    expect([minTermLength, debounceMs, hideDelayMs, maxPerGroup]).toEqual([2, 300, 400, 5]);
  });

  test('suggestions are requested only at trimmed length of at least 2', async () => {
    for (const value of ['', 'b', ' b ', '   ']) {
      box.type(value);
      await pass(debounceMs * 2);
    }
    expect(terms()).toEqual([]);
    box.type(' br ');
    await pass(debounceMs);
    expect(terms()).toEqual(['br']);
  });

  test('a shorter term empties the suggestion list', async () => {
    await answered();
    expect(box.state().groups).toBe(found);
    box.type('b ');
    expect(box.state().groups).toBeNull();
    await pass(debounceMs * 2);
    expect(terms()).toEqual(['bremse']);
  });

  test('debounced 300 ms: one call after the last key, not one for each', async () => {
    for (const value of ['br', 'bre', 'brem', 'brems']) {
      box.type(value);
      await pass(debounceMs - 1);
    }
    expect(terms()).toEqual([]);
    expect(box.state().isBusy).toBe(false);
    await pass(1);
    expect(terms()).toEqual(['brems']);
    expect(box.state().isBusy).toBe(true);
  });

  test('the same words with other spaces around them are not asked again', async () => {
    await answered();
    box.type(' bremse  ');
    box.focus('bremse');
    await pass(debounceMs * 2);
    expect(terms()).toEqual(['bremse']);
  });

  test('older answers are dropped: the call is aborted, and one that comes all the same is not shown', async () => {
    const stubborn: ((groups: SuggestionGroup[]) => void)[] = [];
    const signals: AbortSignal[] = [];
    const deaf = new SearchBox((_, signal) => {
      signals.push(signal);
      return new Promise((resolve) => stubborn.push(resolve));
    });
    deaf.type('bremse');
    await pass(debounceMs);
    deaf.type('bremsscheibe');
    expect(signals[0]?.aborted).toBe(true);
    await pass(debounceMs);
    await settled(() => stubborn[1]?.(found));
    await settled(() => stubborn[0]?.([]));
    expect(deaf.state()).toMatchObject({ groups: found, isBusy: false });
  });
});

describe('a failed suggestion call: only the spinner stops', () => {
  test('the list of the answer before stays, and nothing else changes', async () => {
    await answered();
    box.type('bremsen');
    await pass(debounceMs);
    const during = box.state();
    expect(during.isBusy).toBe(true);
    await call(1).fail();
    expect(box.state()).toEqual({ ...during, isBusy: false });
  });

  test('a call that hangs is given up, and the next touch of the field asks again', async () => {
    box.focus('bremse');
    await pass(debounceMs + timeoutMs);
    expect(call(0).signal.aborted).toBe(true);
    expect(box.state()).toMatchObject({ isBusy: false, groups: null });
    box.focus('bremse');
    await pass(debounceMs);
    expect(terms()).toEqual(['bremse', 'bremse']);
  });
});

describe('what is shown', () => {
  test('suggestions are shown on focus', async () => {
    box.type('bremse');
    await pass(debounceMs);
    await call(0).answer(found);
    box.blur();
    await pass(hideDelayMs);
    expect(box.state().isShown).toBe(false);
    box.focus('bremse');
    expect(box.state()).toMatchObject({ isShown: true, groups: found });
  });

  test('suggestions are hidden 400 ms after blur', async () => {
    await answered();
    box.blur();
    await pass(hideDelayMs - 1);
    expect(box.state().isShown).toBe(true);
    await pass(1);
    expect(box.state().isShown).toBe(false);
  });

  test('a focus within the 400 ms keeps them', async () => {
    await answered();
    box.blur();
    await pass(hideDelayMs - 1);
    box.focus('bremse');
    await pass(hideDelayMs * 2);
    expect(box.state().isShown).toBe(true);
  });

  test('Escape closes the list once; the next word opens it again', async () => {
    await answered();
    expect(box.close()).toBe(true);
    expect(box.state().isShown).toBe(false);
    expect(box.close()).toBe(false);
    box.type('bremsen');
    expect(box.state().isShown).toBe(true);
  });

  test('leaving the page asks and shows nothing any more', async () => {
    await answered();
    box.type('bremsen');
    await pass(debounceMs);
    box.leave();
    expect(call(1).signal.aborted).toBe(true);
    await pass(debounceMs);
    expect(box.state()).toEqual({ groups: null, isBusy: false, isShown: false, focused: null });
  });

  test('tells its listeners of changes only', async () => {
    const heard = vi.fn();
    const forget = box.subscribe(heard);
    box.type('b');
    expect(heard).toHaveBeenCalledTimes(1);
    box.type('b ');
    expect(heard).toHaveBeenCalledTimes(1);
    forget();
    box.close();
    expect(heard).toHaveBeenCalledTimes(1);
  });
});

describe('arrow keys', () => {
  const walk = (by: 1 | -1, times: number): (number | null)[] =>
    Array.from({ length: times }, () => {
      box.move(by);
      return box.state().focused;
    });

  test('arrow keys move focus through the list; past the last entry focus returns to none', async () => {
    await answered();
    expect(box.state().focused).toBeNull();
    expect(walk(1, 5)).toEqual([0, 1, 2, null, 0]);
  });

  test('upwards: from none to the last, from the first to none', async () => {
    await answered();
    expect(walk(-1, 5)).toEqual([2, 1, 0, null, 2]);
  });

  test('a closed list opens with its first entry; an empty one does nothing', async () => {
    await answered();
    box.close();
    expect(walk(1, 1)).toEqual([0]);
    expect(box.state().isShown).toBe(true);
    box.type('x');
    expect(walk(1, 1)).toEqual([null]);
  });

  test('typing and a new answer put the focus back to none', async () => {
    await answered();
    box.move(1);
    box.type('bremsen');
    expect(box.state().focused).toBeNull();
    await pass(debounceMs);
    box.move(1);
    await call(1).answer([...found]);
    expect(box.state().focused).toBeNull();
  });
});
