import { expect, test } from 'vitest';
import { receiptNumber } from './idempotency.js';

test('a receipt keeps its number in later versions, and the number depends on the whole content', () => {
  expect(receiptNumber('W', ['a@b.example', null])).toBe('W-WJXQ-FTRY-0EZN');
  expect(receiptNumber('W', ['a@b.example', ''])).not.toBe('W-WJXQ-FTRY-0EZN');
});
