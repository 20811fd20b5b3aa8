import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { ownPath } from './forms.js';

const hosts = ['evil.example', 'evil.example:80', 'user@evil.example', '[::1]', '0x7f000001'];
const starts = [
  '//',
  '///',
  '/\\',
  '\\\\',
  '\\/',
  'http://',
  'https://',
  'HTTPS:',
  'https:',
  'http:///',
  'javascript://',
  'data:text/html,',
  ' //',
  '\t//',
  '/\t/',
  '/\n/',
  '/\r\n/',
  '/\u0000/',
  '/ /../..//',
  '/./\\',
  '/.//',
  '/..//',
  '/x/..//',
  '/%2e%2e//',
  '/x/../..//',
  '//\\',
  'ftp://',
  'blob:',
  'vbscript:',
  './/',
  '..//',
  '',
  '?',
  '#',
  '@',
  ':',
  ';//',
  ',//',
  '\u2028//',
  '\uFEFF//',
];
const ends = ['', '/', '/Warenkorb'];

describe('a path to come back to', () => {
  const vectors = starts.flatMap((start) => hosts.flatMap((host) => ends.map((end) => start + host + end)));

  it(`never leaves the site (${vectors.length} addresses)`, () => {
    expect(vectors.length).toBeGreaterThanOrEqual(500);
    for (const vector of vectors) {
      const path = ownPath(vector);
      if (path === null) continue;
      expect(path).not.toMatch(/^\/[/\\]/);
      expect(new URL(path, 'https://shop.example').origin).toBe('https://shop.example');
    }
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('/', '\\', '.', ':', '@', 'a', '%2f', '\t', '\n', ' ', '?', '#') }),
        (text) => {
          const path = ownPath(text);
          if (path !== null) expect(new URL(path, 'https://shop.example').origin).toBe('https://shop.example');
        },
      ),
    );
  });

  it('keeps path and query', () => {
    expect(ownPath('/fr-FR/panier?page=2')).toBe('/fr-FR/panier?page=2');
    expect(ownPath(['/a', '/b'])).toBeNull();
    expect(ownPath(undefined)).toBeNull();
  });
});
