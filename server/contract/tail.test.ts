import { expect, test } from 'vitest';
import { formatTail, parseTail, parseUniversalTail, type Tail } from './tail.js';

test.each<[string, Tail]>([
  ['--', { type: null, id: null, categoryId: null, brandId: null }],
  ['--1523', { type: null, id: null, categoryId: '1523', brandId: null }],
  ['---30', { type: null, id: null, categoryId: null, brandId: '30' }],
  ['1-2-', { type: 1, id: '2', categoryId: null, brandId: null }],
  ['2-21-1523-30', { type: 2, id: '21', categoryId: '1523', brandId: '30' }],
  ['3-m_7-1523', { type: 3, id: 'm_7', categoryId: '1523', brandId: null }],
])('%s is a tail, and written in one way', (segment, tail) => {
  expect(parseTail(segment)).toEqual(tail);
  expect(formatTail(tail)).toBe(segment);
});

test.each([
  ...['', '-', '1-2', '--1-2-3', '--1523-', '1-2-3-', '4-2-', '1--', '-2-', '1-m7-', '2-m7-', '3-m!-', '1-02-'],
  ...['--01', '--1-01', '--x', `1-${'9'.repeat(16)}-`, `3-${'m'.repeat(33)}-`],
])('"%s" is none', (segment) => expect(parseTail(segment)).toBeNull());

test('universal addresses name a category alone', () => {
  expect(['8-463', '8-', '8-0463', '7-463', '463'].map(parseUniversalTail)).toEqual(['463', null, null, null, null]);
});
