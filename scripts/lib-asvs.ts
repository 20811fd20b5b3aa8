/** Reads the answers of docs/asvs.md to the requirements of OWASP ASVS 5.0.0. */
import { readFileSync } from 'node:fs';
import counts from './asvs-requirements.json' with { type: 'json' };
import { at } from './lib-run.ts';

export interface Answered {
  number: string;
  /** The proof in words. */
  how: string;
  /** File and part of a title; null for a reason without a test. */
  test: { file: string; title: string } | null;
}

/**
 * All requirements of levels 1 and 2. The data has their number in each section; those of level 3 have higher numbers.
 */
export const requirements: readonly string[] = counts.flatMap((sections, chapter) =>
  sections.flatMap((count, section) =>
    Array.from({ length: count }, (_, index) => `${chapter + 1}.${section + 1}.${index + 1}`),
  ),
);

/** Rows of the table. @throws Error for a malformed row, and for a proof that names no test title */
export function readAnswers(text = readFileSync(at('docs/asvs.md'), 'utf8')): Answered[] {
  return [...text.matchAll(/^\| (\d+\.\d+\.\d+) \|(.*)\|$/gm)].map(([row, number = '', rest = '']) => {
    const [, how = '', cell = ''] = /^ (.+?) \| ?(.*?) ?$/.exec(rest) ?? [];
    const [, file, title] = /^`([^`:]+): ([^`]*\w[^`]*)`$/.exec(cell) ?? [];
    if (how === '' || (cell !== '' && file === undefined)) throw new Error(`docs/asvs.md: ${row}`);
    return { number, how, test: file === undefined || title === undefined ? null : { file, title } };
  });
}

/** Kinds of reasons that need no test; `docs/` names the document with the answer. */
const reason = /^(?:built so|operator|none): |^(?:docs\/|SECURITY\.md)/;

/** Missing and repeated requirements, and answers without test and reason. */
export function asvsFaults(answers: readonly Answered[]): string[] {
  const numbers = answers.map(({ number }) => number);
  return [
    ...requirements.filter((number) => !numbers.includes(number)).map((number) => `${number} is missing`),
    ...numbers
      .filter((number) => !requirements.includes(number))
      .map((number) => `${number} is no requirement of level 1 or 2`),
    ...numbers.filter((number, index) => numbers.indexOf(number) !== index).map((number) => `${number} appears twice`),
    ...answers
      .filter(({ how, test }) => !test && !reason.test(how))
      .map(({ number }) => `${number} has no test and no reason`),
  ];
}
