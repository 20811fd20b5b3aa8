/** Requirements of OWASP ASVS 5.0.0 as docs/asvs.md answers them. */
import { readFileSync } from 'node:fs';
import { at } from './lib-run.ts';

export interface Answered {
  number: string;
  /** What holds it, in words. */
  how: string;
  /** File and words of the title; null where a reason stands alone. */
  test: { file: string; title: string } | null;
}

/**
 * Requirements of levels 1 and 2 by section, without chapters 10 and 17; those of level 3 between them are left out.
 */
const wanted: Readonly<Record<string, readonly number[]>> = {
  '1.1': [1, 2],
  '1.2': [1, 2, 3, 4, 5, 6, 7, 8, 9],
  '1.3': [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
  '1.4': [1, 2, 3],
  '1.5': [1, 2],
  '2.1': [1, 2, 3],
  '2.2': [1, 2, 3],
  '2.3': [1, 2, 3, 4],
  '2.4': [1],
  '3.2': [1, 2],
  '3.3': [1, 2, 3, 4],
  '3.4': [1, 2, 3, 4, 5, 6],
  '3.5': [1, 2, 3, 4, 5],
  '3.7': [1, 2],
  '4.1': [1, 2, 3],
  '4.2': [1],
  '4.3': [1, 2],
  '4.4': [1, 2, 3, 4],
  '5.1': [1],
  '5.2': [1, 2, 3],
  '5.3': [1, 2],
  '5.4': [1, 2, 3],
  '6.1': [1, 2, 3],
  '6.2': [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
  '6.3': [1, 2, 3, 4],
  '6.4': [1, 2, 3, 4],
  '6.5': [1, 2, 3, 4, 5],
  '6.6': [1, 2, 3],
  '6.8': [1, 2, 3, 4],
  '7.1': [1, 2, 3],
  '7.2': [1, 2, 3, 4],
  '7.3': [1, 2],
  '7.4': [1, 2, 3, 4, 5],
  '7.5': [1, 2],
  '7.6': [1, 2],
  '8.1': [1, 2],
  '8.2': [1, 2, 3],
  '8.3': [1],
  '8.4': [1],
  '9.1': [1, 2, 3],
  '9.2': [1, 2, 3, 4],
  '11.1': [1, 2],
  '11.2': [1, 2, 3],
  '11.3': [1, 2, 3],
  '11.4': [1, 2, 3, 4],
  '11.5': [1],
  '11.6': [1],
  '12.1': [1, 2, 3],
  '12.2': [1, 2],
  '12.3': [1, 2, 3, 4],
  '13.1': [1],
  '13.2': [1, 2, 3, 4, 5],
  '13.3': [1, 2],
  '13.4': [1, 2, 3, 4, 5],
  '14.1': [1, 2],
  '14.2': [1, 2, 3, 4],
  '14.3': [1, 2, 3],
  '15.1': [1, 2, 3],
  '15.2': [1, 2, 3],
  '15.3': [1, 2, 3, 4, 5, 6, 7],
  '16.1': [1],
  '16.2': [1, 2, 3, 4, 5],
  '16.3': [1, 2, 3, 4],
  '16.4': [1, 2, 3],
  '16.5': [1, 2, 3],
};

export const requirements: readonly string[] = Object.entries(wanted).flatMap(([section, numbers]) =>
  numbers.map((number) => `${section}.${number}`),
);

/** Rows of the table. @throws Error for a row that is none */
export function readAnswers(text = readFileSync(at('docs/asvs.md'), 'utf8')): Answered[] {
  return [...text.matchAll(/^\| (\d+\.\d+\.\d+) \|(.*)\|$/gm)].map(([row, number = '', rest = '']) => {
    const [, how = '', cell = ''] = /^ (.+?) \| ?(.*?) ?$/.exec(rest) ?? [];
    const [, file, title = ''] = /^`([^`:]+): ([^`]*)`$/.exec(cell) ?? [];
    if (how === '' || (cell !== '' && file === undefined)) throw new Error(`docs/asvs.md: ${row}`);
    return { number, how, test: file === undefined ? null : { file, title: title.trim() } };
  });
}

/** Kinds of reasons that stand without a test; `docs/` names where the answer is written. */
const reason = /^(?:built so|operator|none): |^(?:docs\/|SECURITY\.md)/;

/** What is wrong in the table itself: requirements that are missing or twice, answers without test or reason. */
export function asvsFaults(answers: readonly Answered[]): string[] {
  const numbers = answers.map(({ number }) => number);
  return [
    ...requirements.filter((number) => !numbers.includes(number)).map((number) => `${number} is missing`),
    ...numbers.filter((number) => !requirements.includes(number)).map((number) => `${number} is none of level 1 or 2`),
    ...numbers.filter((number, index) => numbers.indexOf(number) !== index).map((number) => `${number} stands twice`),
    ...answers
      .filter(({ how, test }) => !test && !reason.test(how))
      .map(({ number }) => `${number} has no test and no reason`),
  ];
}
