import { expect, test } from 'vitest';
import type { Fit } from '../server/contract/articles.js';
import { readTold, spellTold, withTold } from './condition-answers.js';

const conditional: Fit = { state: 'conditional', notes: ['PR 1ZE'], checks: [], conditions: ['aaaaaa'] };

test('answers have one spelling, and unreadable ones do not count', () => {
  expect(spellTold(readTold('zzzzzz0.aaaaaa1'))).toBe('aaaaaa1.zzzzzz0');
  expect(spellTold(readTold('aaaaaa1.aaaaaa0.x.bbbbbb2.<b>'))).toBe('aaaaaa0');
  expect([...readTold(null), ...readTold('')]).toEqual([]);
  expect(readTold(Array.from({ length: 99 }, (_, at) => `key-${10 + at}1`.slice(-7)).join('.')).size).toBeLessThan(31);
});

test('a condition that holds makes it fit, one that does not makes it not fit, an unanswered one stays', () => {
  expect(withTold(conditional, readTold('aaaaaa1')).state).toBe('fits');
  expect(withTold(conditional, readTold('aaaaaa0'))).toEqual({ ...conditional, state: 'no' });
  expect(withTold(conditional, readTold('bbbbbb1'))).toBe(conditional);
});

test('of several conditions all have to be so', () => {
  const two: Fit = { ...conditional, conditions: ['aaaaaa', 'bbbbbb'] };
  expect(withTold(two, readTold('aaaaaa1')).state).toBe('conditional');
  expect(withTold(two, readTold('aaaaaa1.bbbbbb0')).state).toBe('no');
  expect(withTold(two, readTold('aaaaaa1.bbbbbb1')).state).toBe('fits');
});

test('no other verdict is touched', () => {
  for (const state of ['fits', 'no', 'universal', 'unknown'] as const)
    expect(withTold({ ...conditional, state }, readTold('aaaaaa1')).state).toBe(state);
});
