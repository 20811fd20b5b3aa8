import { errorOf } from './check-specification.ts';
import { runTestFiles } from './lib-cited-tests.ts';
import { hasProgram, type Kept } from './lib-promises.ts';
import { numbered, type Proofs } from './promises-list.ts';

const cited = (proofs: Proofs = {}): (readonly [file: string, words: string])[] =>
  Object.entries(proofs).flatMap(([file, titles]) =>
    (titles.length > 0 ? titles : ['']).map((words) => [file, words] as const),
  );

/**
 * Promises with the tests that keep them, run here and now.
 * @param endsEarly tests of sources first, and those that need a build or long only where none of them has failed
 */
export function tests(numbers: readonly number[], endsEarly = false): Kept[] {
  const proven = numbered(numbers).filter(({ proofs }) => proofs);
  const filesOf = (all: readonly (Proofs | undefined)[]): string[] => [
    ...new Set(all.flatMap((each) => Object.keys(each ?? {}))),
  ];
  const files = filesOf(proven.map(({ proofs }) => proofs));
  const isFirst = (file: string): boolean => !endsEarly || !file.startsWith('test/');
  const usual = runTestFiles(files.filter(isFirst));
  const isEnough = endsEarly && usual.some(({ status }) => status === 'failed');
  if (!isEnough) usual.push(...runTestFiles(files.filter((file) => !isFirst(file))));
  const long = isEnough ? [] : filesOf(proven.map(({ atLength }) => atLength));
  // Of a fleet; where they cannot be had, its tests are skipped and the promise is not held.
  if (long.length > 0)
    for (const name of ['nginx', 'pgbouncer']) hasProgram(name, name === 'nginx' ? 'nginx-light' : name);
  const atLength = runTestFiles(long, { isLong: true });
  return proven.map(({ number, words, ...promise }) => {
    const proofs = [
      ...cited(promise.proofs).map((proof) => ({ proof, ends: usual })),
      ...cited(promise.atLength).map((proof) => ({ proof, ends: atLength })),
    ];
    const faults = proofs.flatMap(({ proof, ends }) => errorOf(proof, ends) ?? []);
    for (const fault of faults) console.error(`promise ${number}: ${fault}`);
    const ran = proofs.flatMap(({ proof: [file, title], ends }) =>
      ends.filter((end) => end.file === file && end.title.includes(title)),
    );
    return {
      numbers: [number],
      promise: words,
      figure: `${ran.filter(({ status }) => status === 'passed').length} of ${ran.length} tests passed`,
      goal: 'all',
      isHeld: faults.length === 0,
    };
  });
}
