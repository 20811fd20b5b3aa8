import { afterEach, expect, test, vi } from 'vitest';
import { fill } from './fill.js';

afterEach(() => void vi.unstubAllEnvs());

test('a text takes its values; a place without one fails here, and stays as it is in production', () => {
  expect(fill('{{count}} × {{name}}, {{name}}', { count: 0, name: 'A' })).toBe('0 × A, A');
  expect(() => fill('{{count}}', {})).toThrow('no count for "{{count}}"');
  vi.stubEnv('NODE_ENV', 'production');
  expect(fill('{{count}} × {{name}}', { name: 'A' })).toBe('{{count}} × A');
});
