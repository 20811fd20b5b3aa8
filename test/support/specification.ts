import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const file = join(import.meta.dirname, '../../docs/specification.md');
/** Sections in which every rule needs a test. */
const provenSections = ['4', '5', '8'];

/** Returns the numbered rules of docs/specification.md: `4.12` with its sentences, on one line. */
export function specificationRules(): Map<string, string> {
  const rules = readFileSync(file, 'utf8').matchAll(/^- \*\*(\d+\.\d+)\*\* (.+(?:\n {2}.+)*)/gm);
  return new Map([...rules].map(([, number = '', text = '']) => [number, text.replace(/\s+/g, ' ')]));
}

/**
 * Returns each rule that needs a test, with its sentence and its proofs; without proofs if the tables lack it.
 *
 * @param proven rows of the tables: the number of a rule and its proofs
 * @throws Error for an unknown or repeated number
 */
export function withSentences<P>(proven: readonly (readonly [string, ...P[]])[]): [string, ...P[]][] {
  const needed = new Map(
    [...specificationRules()].filter(([number]) => provenSections.includes(number.split('.')[0] ?? '')),
  );
  const proofsOf = new Map<string, P[]>();
  for (const [number, ...proofs] of proven) {
    if (!needed.has(number) || proofsOf.has(number))
      throw new Error(`docs/specification.md has no rule ${number} to prove, or it is here twice`);
    proofsOf.set(number, proofs);
  }
  return [...needed].map(([number, text]) => [`${number} ${text}`, ...(proofsOf.get(number) ?? [])]);
}
