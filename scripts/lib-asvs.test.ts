import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { asvsFaults, readAnswers, requirements } from './lib-asvs.ts';
import { at } from './lib-run.ts';
import { tableOf } from './promises-list.ts';
import { promisesByTests } from './promises-tests.ts';

test('each requirement of levels 1 and 2 is answered once, by a test or a reason', () => {
  expect(requirements).toHaveLength(217);
  expect(asvsFaults(readAnswers())).toEqual([]);
});

test('each test that is named is there', () => {
  const missing = readAnswers().filter(({ test: named }) => {
    if (!named) return false;
    return (
      !existsSync(at(named.file)) || !readFileSync(at(named.file), 'utf8').replaceAll("\\'", "'").includes(named.title)
    );
  });
  expect(missing).toEqual([]);
});

test('what is missing, stands twice or says nothing is a fault', () => {
  const answers = readAnswers();
  const [first] = answers as [(typeof answers)[number]];
  expect(asvsFaults(answers.slice(1))).toEqual(['1.1.1 is missing']);
  expect(asvsFaults([...answers, first])).toEqual(['1.1.1 stands twice']);
  expect(asvsFaults([{ ...first, how: 'somehow', test: null }, ...answers.slice(1)])).toEqual([
    '1.1.1 has no test and no reason',
  ]);
  expect(() => readAnswers('| 1.1.1 | how | what |')).toThrow('docs/asvs.md');
});

test('each promise has something that tries it, or a reason why nothing does', () => {
  const rows = tableOf([]).slice(2);
  expect(rows).toHaveLength(32);
  expect(rows.filter((line) => !/--only \w+|\.test\.tsx?|withdrawn/.test(line))).toEqual([]);
});

test('each test that keeps a promise is there', () => {
  const missing = promisesByTests
    .flatMap(({ proofs }) => proofs)
    .filter(
      ([file, title = '']) =>
        !existsSync(at(file)) || !readFileSync(at(file), 'utf8').replaceAll("\\'", "'").includes(title),
    );
  expect(missing).toEqual([]);
});
