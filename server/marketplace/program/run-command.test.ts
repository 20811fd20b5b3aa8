import { parseArgs } from 'node:util';
import { expect, test } from 'vitest';
import { EnvError } from '../../env-values.js';
import { ExpectedError } from './expected-error.js';
import { runCommand, UsageError } from './run-command.js';

const run = async (work: () => number): Promise<unknown[]> => {
  const lines: string[] = [];
  const code = await runCommand('Usage: npm run x', (line) => void lines.push(line), work);
  return [code, ...lines];
};
const failing = (error: Error) => (): never => {
  throw error;
};

test.each([
  ['a word is missing', failing(new UsageError('FILE is missing.')), 'FILE is missing.'],
  ['a shop is missing', failing(new UsageError('Which shop?')), 'Which shop?'],
  ['a variable is wrong', failing(new EnvError(['HOST: must be a name'])), 'HOST: must be a name.'],
  [
    'an option is unknown',
    () => Object.keys(parseArgs({ args: ['--y'], options: {} })).length,
    "Unknown option '--y'.",
  ],
])('where %s, a command ends with 2, a sentence and the usage', async (_, work, sentence) => {
  expect(await run(work)).toEqual([2, `${sentence}\nUsage: npm run x`]);
});

test('a refused command ends with 1 and a sentence alone, another one with its own code', async () => {
  expect(await run(failing(new ExpectedError('There is no shop.')))).toEqual([1, 'There is no shop.']);
  expect([await run(() => 0), await run(() => 3)]).toEqual([[0], [3]]);
});
