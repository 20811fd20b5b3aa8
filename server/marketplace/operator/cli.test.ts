import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { operatorFolder } from '../../../test/fixtures/marketplace/operator/operator-folder.js';
import { testClock } from '../../../test/support/ticking-clock.js';
import { runOperatorCommand } from './cli.js';

const { folder, operate } = operatorFolder();

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
  for (const [words, sentence] of [
    [['backup', 'a', 'b'], 'One FILE is enough.'],
    [['upgrade', 'b'], 'upgrade takes no FILE, found "b".'],
    [['move', 'sqlite', 'sqlite'], 'move goes from sqlite to postgres'],
    [['move', 'postgres'], 'move goes from sqlite to postgres'],
  ] as const)
    expect(await operate(...words)).toEqual({ code: 2, output: expect.stringContaining(sentence) });
  for (const asked of [['--help'], ['-h'], ['restore', '--help']])
    expect(await operate(...asked)).toEqual({ code: 0, output: expect.stringMatching(/^Usage/) });
});

test('a folder without a state is refused and stays empty', async () => {
  const environment = { DATA_DIR: folder(), DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' };
  const lines: string[] = [];
  const say = (line: string) => void lines.push(line);
  expect(await runOperatorCommand(['withdrawals'], { DATA_DIR: folder() }, testClock, say)).toBe(1);
  expect(await runOperatorCommand(['move', 'sqlite', 'postgres'], environment, testClock, say)).toBe(1);
  expect(lines).toEqual(Array(2).fill(`There is no state.db in ${folder()}.`));
  expect(readdirSync(folder())).toEqual([]);
});

test('a list of messages sends none of them again unless the operator says so', async () => {
  expect(await operate('feeds', 'outbox')).toEqual({ code: 0, output: 'There are no messages.' });
  expect(await operate('feeds', 'outbox', '--resend')).toEqual({ code: 0, output: '0 messages will be sent again.' });
});
