import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { at } from './lib-run.ts';

const helpOf = (...parameters: string[]): { status: number | null; stdout: string } => {
  const { status, stdout } = spawnSync(process.execPath, [at('scripts/run.mjs'), ...parameters, '--help'], {
    encoding: 'utf8',
  });
  return { status, stdout };
};

test('--help prints the help of a command and does nothing else', () => {
  for (const command of ['test', 'test-image', 'dev', 'bench', 'packages', 'promises', 'screenshots']) {
    const { status, stdout } = helpOf(command);
    expect({ command, status, stdout }).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/^`npm (run |test)/),
    });
    expect(stdout).not.toMatch(/^ ?\*/m);
  }
  expect(helpOf('bench', 'offers').stdout).toMatch(/^`npm run bench -- offers/);
});
