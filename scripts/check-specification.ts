/**
 * Each rule of sections 4, 5 and 8 of docs/specification.md is proven by tests that ran and passed. `node
 * scripts/check-specification.ts FOLDER` reads the report of one whole run there (`test-results.ts`), prints every
 * proof that does not hold, and fails when there is one.
 */
import { withSentences } from '../test/support/specification.ts';
import { failures, rules } from '../test/support/specification-rules.ts';
import { type ProvenRule, states } from '../test/support/specification-states.ts';
import { readResults, type TestEnd } from './test-results.ts';

/** `%s` in a title of a table of tests matches any value of its rows. */
function fits(title: string, words: string): boolean {
  const pattern = words.split('%s').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(pattern.join('.*')).test(title);
}

/** Why a proof does not hold; nothing when tests of its words ran and every one of them passed. */
export function errorOf([file, words]: readonly [string, string], results: readonly TestEnd[]): string | undefined {
  const found = results.filter((test) => test.file === file && fits(test.title, words));
  if (found.length === 0) return `no test "${words}" ran in ${file}`;
  const open = found.find(({ status }) => status !== 'passed');
  return open && `"${open.title}" in ${file} is ${open.status}`;
}

/** Each sentence that is not proven, with the reason; a sentence without a proof as well. */
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
