/**
 * Checks that passed tests prove each rule of sections 4, 5 and 8 of docs/specification.md. `node
 * scripts/check-specification.ts FOLDER` reads the report of a whole run there (`test-results.ts`), and prints every
 * failed proof.
 */
import { withSentences } from '../test/support/specification.ts';
import { failures, rules } from '../test/support/specification-rules.ts';
import { type ProvenRule, states } from '../test/support/specification-states.ts';
import { readResults, type TestEnd } from './test-results.ts';

/** `%s` in a title matches any value of the rows of the test. */
function fits(title: string, words: string): boolean {
  const pattern = words.split('%s').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(pattern.join('.*')).test(title);
}

/** The fault of a proof; none if tests with its words ran and all of them passed. */
export function errorOf([file, words]: readonly [string, string], results: readonly TestEnd[]): string | undefined {
  const found = results.filter((test) => test.file === file && fits(test.title, words));
  if (found.length === 0) return `no test "${words}" ran in ${file}`;
  const open = found.find(({ status }) => status !== 'passed');
  return open && `"${open.title}" in ${file} is ${open.status}`;
}

/** Sentences without a proof, or with a failed one, and the reasons. */
export function unproven(sentences: readonly ProvenRule[], results: readonly TestEnd[]): string[] {
  return sentences.flatMap(([sentence, ...proofs]) =>
    (proofs.length > 0 ? proofs.map((proof) => errorOf(proof, results)) : ['nothing proves it'])
      .filter((error) => error !== undefined)
      .map((error) => `${sentence}\n  ${error}`),
  );
}

if (import.meta.main) {
  const sentences = withSentences([...states, ...rules, ...failures]);
  const errors = unproven(sentences, readResults(process.argv[2] ?? ''));
  for (const error of errors) console.error(`specification: ${error}`);
  if (errors.length > 0) process.exit(1);
  console.log(`Specification: each of ${sentences.length} rules is proven by tests that ran and passed.`);
}
