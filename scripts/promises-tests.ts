import { spawnSync } from 'node:child_process';
import { errorOf } from './check-specification.ts';
import { asvsFaults, readAnswers, requirements } from './lib-asvs.ts';
import { runTestFiles } from './lib-cited-tests.ts';
import { at } from './lib-run.ts';
import { hasProgram, type Kept, numbered, type Proofs, type Tried } from './promises-list.ts';

/** Prometheus reads docs/alarms.yml: each fault of its tests raises its own alarm and no other. */
export function alarms(): Tried[] {
  const promise = 'each alarm of docs/alarms.yml is raised by its own fault, and by no other';
  const goal = 'promtool: success';
  if (!hasProgram('promtool', 'prometheus'))
    return [{ promise, figure: 'not tried: promtool is missing (Debian: prometheus)', goal, isHeld: false }];
  const command = ['test', 'rules', 'alarms.test.yml'];
  const { status, stdout, stderr } = spawnSync('promtool', command, { cwd: at('docs'), encoding: 'utf8' });
  if (status !== 0) console.error(stdout + stderr);
  return [{ promise, figure: status === 0 ? 'success' : 'failed', goal, isHeld: status === 0 }];
}

/** Each requirement of ASVS 5.0, levels 1 and 2, has a test that passes, or a reason. */
export function asvs(): Tried[] {
  const answers = readAnswers();
  const tests = answers.flatMap(({ number, test }) => (test ? [{ number, ...test }] : []));
  const files = [...new Set(tests.map(({ file }) => file))];
  const ends = runTestFiles(files);
  const faults = [
    ...asvsFaults(answers),
    ...tests.flatMap(({ number, file, title }) => {
      const error = errorOf([file, title], ends);
      return error === undefined ? [] : [`${number}: ${error}`];
    }),
  ];
  for (const fault of faults) console.error(`asvs: ${fault}`);
  return [
    {
      promise: 'ASVS 5.0, levels 1 and 2: a test that passes or a reason for each requirement',
      figure: `${answers.length} answered, ${tests.length} by tests of ${files.length} files, ${faults.length} open`,
      goal: `${requirements.length}, 0 open`,
      isHeld: faults.length === 0,
    },
  ];
}

const cited = (proofs: Proofs = {}): (readonly [file: string, words: string])[] =>
  Object.entries(proofs).flatMap(([file, titles]) =>
    (titles.length > 0 ? titles : ['']).map((words) => [file, words] as const),
  );

/** Milliseconds for a test of a broken program, which may wait for what never happens. */
const brokenMs = 120_000;

/**
 * Runs the tests of promises.
 * @param endsEarly omits tests of the built shop and tests with all samples after a failed test of sources
 */
export function tests(numbers: readonly number[], endsEarly = false): Kept[] {
  const proven = numbered(numbers).filter(({ proofs }) => proofs);
  const filesOf = (all: readonly (Proofs | undefined)[]): string[] => [
    ...new Set(all.flatMap((each) => Object.keys(each ?? {}))),
  ];
  const files = filesOf(proven.map(({ proofs }) => proofs));
  const sampled = filesOf(proven.map(({ withAllSamples }) => withAllSamples));
  // Without these programs the tests of fleets are skipped, and the promise is not held.
  if (sampled.length > 0)
    for (const [name, from] of [['nginx', 'nginx-light'], ['pgbouncer']] as const) hasProgram(name, from);
  const isFirst = (file: string): boolean => !endsEarly || !file.startsWith('test/');
  const options = { mostMs: endsEarly ? brokenMs : undefined };
  const usual = runTestFiles(files.filter(isFirst), options);
  const isEnough = endsEarly && usual.some(({ status }) => status === 'failed');
  if (!isEnough)
    usual.push(
      ...runTestFiles(
        files.filter((file) => !isFirst(file)),
        options,
      ),
    );
  const whole = isEnough ? [] : runTestFiles(sampled, { isLong: true, ...options });
  return proven.map(({ number, words, ...promise }) => {
    const proofs = [
      ...cited(promise.proofs).map((proof) => ({ proof, ends: usual })),
      ...cited(promise.withAllSamples).map((proof) => ({ proof, ends: whole })),
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
