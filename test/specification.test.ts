import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { root } from './support/catalogue.js';
import { failures, rules } from './support/specification-rules.js';
import { states } from './support/specification-states.js';

/** Each sentence of sections 4, 5 and 8 of the specification has a test that proves it. */
const all = [...states, ...rules, ...failures];
const sources = new Map<string, string>();
const sourceOf = (file: string): string => {
  const source = sources.get(file) ?? readFileSync(join(root, file), 'utf8');
  sources.set(file, source);
  return source;
};

test.each(all)('%s', (_, ...proofs) => {
  expect(proofs.length).toBeGreaterThan(0);
  for (const [file, title] of proofs) {
    const titles = sourceOf(file)
      .split('\n')
      .filter((line) => /\b(test|it|describe)\b|^\s*(\](?: as const)?\)\()?['"`]/.test(line));
    expect({ file, title, isThere: titles.some((line) => line.includes(title)) }).toEqual({
      file,
      title,
      isThere: true,
    });
  }
});
