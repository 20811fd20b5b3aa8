import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { at } from './lib-run.ts';

const helpOf = (...parameters: string[]): { status: number | null; stdout: string } => {
  const { status, stdout } = spawnSync(process.execPath, [at('scripts/run.mjs'), ...parameters, '--help'], {
    encoding: 'utf8',
  });
  return { status, stdout };
};

test('--help prints the help of a command and does nothing else', () => {
  for (const command of ['test', 'test-image', 'dev', 'bench', 'packages', 'promises']) {
    const { status, stdout } = helpOf(command);
    expect({ command, status, stdout }).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/^`npm (run |test)/),
    });
    expect(stdout).not.toMatch(/^ ?\*/m);
  }
  expect(helpOf('bench', 'offers').stdout).toMatch(/^`npm run bench -- offers/);
});

test('a command also runs where the runner imports it', () => {
  const { scripts } = JSON.parse(readFileSync(at('package.json'), 'utf8')) as { scripts: Record<string, string> };
  const commands = Object.values(scripts).flatMap((line) => /run\.mjs ([\w-]+)/.exec(line)?.[1] ?? []);
  expect(commands).toContain('build');
  for (const command of commands)
    expect(readFileSync(at('scripts', `${command}.ts`), 'utf8'), command).not.toMatch(/^if \(import\.meta\.main\)/m);
});
