import { expect, test } from 'vitest';
import { digestOf, type TextOverride } from './text-overrides.js';

test('the digest of texts depends on each word and key, and not on their order', () => {
  const title: TextOverride = { kind: 'product', subject: 1, field: 'title', language: 'de', text: 'Bremsscheibe' };
  const name: TextOverride = { ...title, subject: 2, text: 'Bremsbelag' };
  const digest = digestOf([title, name]);
  expect(digestOf([name, title])).toBe(digest);
  const others: TextOverride[] = [
    { ...title, text: 'Scheibe' },
    { ...title, subject: 3 },
    { ...title, field: 'description' },
    { ...title, language: '' },
    { ...title, kind: 'category' },
  ];
  expect(new Set([digest, digestOf([title]), ...others.map((other) => digestOf([other, name]))]).size).toBe(7);
});
