import { describe, expect, it } from 'vitest';
import { isSigned, type SigningKeys, sign } from './signing-keys.js';

const former: SigningKeys = ['f'.repeat(32)];
const rotated: SigningKeys = ['n'.repeat(32), 'f'.repeat(32)];
const settled: SigningKeys = ['n'.repeat(32)];

describe('keys of signatures', () => {
  it('sign with the first key and verify with each', () => {
    expect(isSigned(rotated, 'session:x', sign(former, 'session:x'))).toBe(true);
    expect(sign(rotated, 'session:x')).toBe(sign(settled, 'session:x'));
    expect(isSigned(settled, 'session:x', sign(rotated, 'session:x'))).toBe(true);
    expect(isSigned(settled, 'session:x', sign(former, 'session:x'))).toBe(false);
    expect(isSigned(former, 'session:x', sign(rotated, 'session:x'))).toBe(false);
  });

  it('verify no other text, no other length, and nothing that is no signature', () => {
    const signature = sign(rotated, 'wait:1.name', 32);
    expect(signature).toHaveLength(32);
    expect(isSigned(rotated, 'wait:1.name', signature, 32)).toBe(true);
    for (const [text, given, length] of [
      ['pass:1.name', signature, 32],
      ['wait:1.name', signature, 43],
      ['wait:1.name', signature.slice(1), 32],
      ['wait:1.name', '', 32],
      ['wait:1.name', 'ü'.repeat(16), 32],
    ] as const)
      expect(isSigned(rotated, text, given, length)).toBe(false);
  });
});
