import type { Request } from 'express';
import { expect, test } from 'vitest';
import { isSameOriginNavigation } from './origin.js';

test.each([
  [{ 'sec-fetch-site': 'same-origin' }, true],
  [{ 'sec-fetch-site': 'cross-site', referer: 'https://shop.example/a' }, false],
  [{ 'sec-fetch-site': 'none', referer: 'https://shop.example/a' }, false],
  [{ referer: 'https://shop.example/a' }, true],
  [{ referer: 'https://other.example/shop.example' }, false],
  [{ referer: 'nonsense' }, false],
  [{}, false],
])('%j comes from the same origin: %s', (headers: Record<string, string>, expected) => {
  const request = { host: 'shop.example', get: (name: string) => headers[name] };
  expect(isSameOriginNavigation(request as unknown as Request)).toBe(expected);
});
