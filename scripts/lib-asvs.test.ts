import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { asvsFaults, readAnswers, requirements } from './lib-asvs.ts';
import { at } from './lib-run.ts';

test('each requirement of levels 1 and 2 has one answer, a test or a reason', () => {
  expect(requirements).toHaveLength(253);
  expect(asvsFaults(readAnswers())).toEqual([]);
});

test('each cited test exists', () => {
  const missing = readAnswers().filter(({ test: named }) => {
    if (!named) return false;
    return (
      !existsSync(at(named.file)) || !readFileSync(at(named.file), 'utf8').replaceAll("\\'", "'").includes(named.title)
    );
  });
  expect(missing).toEqual([]);
});

test('a missing, repeated or empty requirement is a fault', () => {
  const answers = readAnswers();
  const [first] = answers as [(typeof answers)[number]];
  expect(asvsFaults(answers.slice(1))).toEqual(['1.1.1 is missing']);
  expect(asvsFaults([...answers, first])).toEqual(['1.1.1 appears twice']);
  expect(asvsFaults([{ ...first, how: 'somehow', test: null }, ...answers.slice(1)])).toEqual([
    '1.1.1 has no test and no reason',
  ]);
  expect(() => readAnswers('| 1.1.1 | how | what |')).toThrow('docs/asvs.md');
  expect(() => readAnswers('| 1.1.1 | how | `test/bad-input.test.ts: ` |')).toThrow('docs/asvs.md');
  expect(() => readAnswers('| 1.1.1 | how | `test/bad-input.test.ts: …` |')).toThrow('docs/asvs.md');
});
