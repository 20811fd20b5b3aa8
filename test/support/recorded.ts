import { join } from 'node:path';
import { expect } from 'vitest';

const folder = join(import.meta.dirname, '../recorded');

/** Writes one line for each element, so that a difference shows what a visitor sees otherwise. */
export const linesOf = (html: string): string =>
  `${html
    .replaceAll('<!-- -->', '')
    .replaceAll(/(?=<[^/])/g, '\n')
    .replaceAll(/<\/[^>]+>/g, '')
    .trim()}\n`;

/**
 * Expects lines as `test/recorded/` has them. After an intended change, run the test's file with `-u`, and read the
 * difference before the commit.
 */
export const expectRecorded = (name: string, lines: string): Promise<void> =>
  expect(lines).toMatchFileSnapshot(join(folder, `${name}.txt`));
