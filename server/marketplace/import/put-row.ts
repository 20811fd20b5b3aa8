import type { SQLInputValue } from 'node:sqlite';

/** Whether a known row has these values of its columns already, so that writing it would change nothing. */
export const isSameRow = (
  known: Readonly<Record<string, unknown>> | undefined,
  columns: readonly string[],
  values: readonly SQLInputValue[],
): boolean => known !== undefined && columns.every((column, index) => known[column] === values[index]);
