import { errorOf } from './check-specification.ts';
import { asvsFaults, readAnswers, requirements } from './lib-asvs.ts';
import { runTestFiles } from './lib-cited-tests.ts';
import type { Tried } from './lib-promises.ts';

/** Each requirement of ASVS 5.0, levels 1 and 2, has a test that runs and passes, or a reason. */
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
