import { expect, test } from 'vitest';
import type { Fit } from '../server/contract/articles.js';
import { readAnswers, spellAnswers, withAnswers } from './condition-answers.js';

const conditional: Fit = { state: 'conditional', notes: ['PR 1ZE'], checks: [], conditions: ['aaaaaa'] };

test('answers have one spelling, and unreadable ones do not count', () => {
  expect(spellAnswers(readAnswers('zzzzzz0.aaaaaa1'))).toBe('aaaaaa1.zzzzzz0');
  expect(spellAnswers(readAnswers('aaaaaa1.aaaaaa0.x.bbbbbb2.<b>'))).toBe('aaaaaa0');
  expect([...readAnswers(null), ...readAnswers('')]).toEqual([]);
  expect(readAnswers(Array.from({ length: 99 }, (_, at) => `key-${10 + at}1`.slice(-7)).join('.')).size).toBeLessThan(
    31,
  );
});

test('a met condition makes a part fit, an unmet one does not, an unanswered one changes nothing', () => {
  expect(withAnswers(conditional, readAnswers('aaaaaa1')).state).toBe('fits');
  expect(withAnswers(conditional, readAnswers('aaaaaa0'))).toEqual({ ...conditional, state: 'no' });
  expect(withAnswers(conditional, readAnswers('bbbbbb1'))).toBe(conditional);
});

test('several conditions must all be met', () => {
  const two: Fit = { ...conditional, conditions: ['aaaaaa', 'bbbbbb'] };
  expect(withAnswers(two, readAnswers('aaaaaa1')).state).toBe('conditional');
  expect(withAnswers(two, readAnswers('aaaaaa1.bbbbbb0')).state).toBe('no');
  expect(withAnswers(two, readAnswers('aaaaaa1.bbbbbb1')).state).toBe('fits');
});

test('other verdicts stay unchanged', () => {
  for (const state of ['fits', 'no', 'universal', 'unknown'] as const)
    expect(withAnswers({ ...conditional, state }, readAnswers('aaaaaa1')).state).toBe(state);
});

test('a verdict whose conditions are unknown stays open, whatever was answered', () => {
  for (const conditions of [[], undefined]) {
    const unknown = { state: 'conditional', notes: ['PR 1ZE'], checks: [], ...(conditions && { conditions }) } as Fit;
    expect(withAnswers(unknown, readAnswers('aaaaaa1'))).toBe(unknown);
  }
});
