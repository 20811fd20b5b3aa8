import { expect, test } from 'vitest';
import { operatorFolder } from '../../../test/fixtures/marketplace/operator/operator-folder.js';

const { operate } = operatorFolder();

test('an unknown command prints the known ones', async () => {
  expect(await operate('destroy')).toEqual({ code: 2, output: expect.stringContaining('npm run backup -- FILE') });
  for (const wrong of [
    ['report', '--jason'],
    ['report', 'file'],
    ['backup', 'a', 'b'],
    ['upgrade', '--json'],
    ['text-overrides', 'lost'],
  ])
    expect(await operate(...wrong)).toEqual({ code: 2, output: expect.stringContaining('Usage') });
  for (const asked of [['--help'], ['-h'], ['restore', '--help']])
    expect(await operate(...asked)).toEqual({ code: 0, output: expect.stringMatching(/^Usage/) });
});
