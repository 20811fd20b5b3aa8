import { expect, test } from 'vitest';
import { openDom } from '../../test/support/dom.js';
import { answersFor, forgetAnswers, keepAnswers } from '../../views/kept-answers.js';

test('a device keeps the answers of the ten latest cars, and drops those taken back', async () => {
  await openDom('<html></html>');
  for (let car = 1; car <= 11; car += 1) keepAnswers(`m${car}`, `aaaaaa${car % 2}`);
  keepAnswers('m3', 'bbbbbb1');
  expect(Object.keys(JSON.parse(localStorage.answers))).toEqual([
    ...['m2', 'm4', 'm5', 'm6', 'm7', 'm8', 'm9', 'm10', 'm11', 'm3'],
  ]);
  expect([answersFor('m1'), answersFor('m2'), answersFor('m3')]).toEqual(['', 'aaaaaa0', 'bbbbbb1']);
  forgetAnswers('m3');
  expect(answersFor('m3')).toBe('');
  expect(localStorage.answers).not.toContain('m3');
  localStorage.answers = '{';
  expect(answersFor('m2')).toBe('');
});
