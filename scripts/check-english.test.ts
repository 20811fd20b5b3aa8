import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { commitsSince, messageFaults, subjectFault } from './check-commits.ts';
import { badOpenings, longSentences, textsOfDocument, textsOfSource } from './check-english.ts';
import { termErrors, termsOf } from './check-terms.ts';
import { at } from './lib-run.ts';

const text = (words: string) => ({ line: 1, words });
const words = (count: number): string => `${Array.from({ length: count }, () => 'word').join(' ')}.`;

describe('texts of a document', () => {
  const markdown =
    '# Title\n\nOne line\nand its end.\n\n- first `code here`\n- second\n\n| a b | c |\n\n```sh\nWho runs\n```\n';
  test('are paragraphs, items and cells with their lines, without code', () =>
    expect(textsOfDocument(markdown).filter((each) => each.words)).toEqual([
      { line: 3, words: 'One line and its end.' },
      { line: 6, words: 'first CODE' },
      { line: 7, words: 'second' },
      { line: 9, words: 'a b', isCell: true },
      { line: 9, words: 'c', isCell: true },
    ]));
});

test('texts of a JSON file are its texts without code', () =>
  expect(textsOfSource('a.json', '{\n  "help": "one two three `told`"\n}')).toEqual({
    comments: [],
    strings: [{ line: 2, words: 'one two three CODE' }],
  }));

test('texts of a source are its comments, and literals of three words or more', () => {
  const source =
    "/**\n * Adds\n * both.\n */\nconst a = 'one two three';\nconst b = 'one two';\nconst c = `four five six $" +
    '{a}`;\n';
  expect(textsOfSource('a.ts', source)).toEqual({
    comments: [{ line: 1, words: 'Adds both.' }],
    strings: [
      { line: 5, words: 'one two three' },
      { line: 7, words: 'four five six ' },
    ],
  });
});

describe('a sentence', () => {
  test('has at most 25 words', () => {
    expect(longSentences(text(`${words(25)} ${words(25)}`))).toEqual([]);
    expect(longSentences(text(`${words(25)} ${words(26)}`))).toEqual([words(26)]);
    expect(longSentences(text(`${words(20).slice(0, -1)} - ${words(20).slice(0, -1)} @param ${words(20)}`))).toEqual(
      [],
    );
  });
  test.each([
    'Who pays gets a receipt.',
    'It works. What is left is removed.',
    'Those of the file before others.',
    'Does the same with bytes.',
  ])('does not begin with a relative clause: %s', (sentence) => expect(badOpenings(text(sentence))).toHaveLength(1));
  test.each(['Who pays?', 'A merchant who pays gets a receipt.', 'Whole feeds replace offers.'])(
    'may contain or resemble one: %s',
    (sentence) => expect(badOpenings(text(sentence))).toEqual([]),
  );
  test('uses no word that the guide rejects', () => {
    const found = (sentence: string) => termErrors(new Map([['README.md:1', sentence]]), termsOf('en'));
    expect(found('The reason is told anew.')).toHaveLength(2);
    expect(found('The log reports the reason again.')).toEqual([]);
  });
});

describe('the subject of a commit', () => {
  test.each([
    'Parse a missing consent cookie without throwing',
    'Address each row by its key',
    'Feed the demonstration',
  ])('is an imperative with an object: %s', (subject) => expect(subjectFault(subject)).toBeNull());
  test.each([
    'A crowd is not refused for one long turn',
    'Who has no consent cookie throws no error',
    'Added a test',
    'Adds a test',
    'Adding tests of carts',
    'fix carts',
    'Cleanup',
    `Keep ${'x'.repeat(70)}`,
  ])('is refused: %s', (subject) => expect(subjectFault(subject)).not.toBeNull());
  test('may have a body whose sentences have at most 25 words', () => {
    expect(messageFaults(`Count carts\n\n${words(25)}\n${words(25)}\n`)).toEqual([]);
    expect(messageFaults(`Count carts\n\n${words(26)}\n`)).toHaveLength(1);
    expect(messageFaults(`Count carts\n\n${words(26)}\n`, true)).toEqual([]);
  });
  test('is read from the log for each commit since the rule, whatever its hash', () => {
    const folder = mkdtempSync(join(tmpdir(), 'partavo-commits-'));
    const git = (at: number, ...args: string[]) =>
      spawnSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@shop.example', ...args], {
        cwd: folder,
        env: { ...process.env, GIT_AUTHOR_DATE: `${at} +0000` },
      });
    git(0, 'init');
    for (const [at, subject] of [
      [1_000_000_000, 'Old'],
      [2_000_000_000, 'x'],
      [2_000_000_001, 'Count carts'],
    ] as const)
      git(at, 'commit', '--allow-empty', '-m', subject);
    expect(commitsSince(2_000_000_000, folder).map(({ message }) => message)).toEqual(['Count carts', 'x']);
    rmSync(folder, { recursive: true });
  });

  test('is read from the file of the hook', () => {
    const folder = mkdtempSync(join(tmpdir(), 'partavo-message-'));
    const file = join(folder, 'message');
    const check = () => spawnSync(process.execPath, [at('scripts/check-commits.ts'), '--message', file]).status;
    writeFileSync(file, 'The cart\n\nbecause\n');
    expect(check()).toBe(1);
    writeFileSync(file, 'Count the cart\n\nbecause\n');
    expect(check()).toBe(0);
    writeFileSync(file, `Count the cart\n\n${words(26)}\n`);
    expect(check()).toBe(1);
    rmSync(folder, { recursive: true });
  });
});
