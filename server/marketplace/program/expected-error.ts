import errors from './system-errors.json' with { type: 'json' };

/** An expected error. Its message tells the operator what to do and is shown without a stack. */
export class ExpectedError extends Error {
  override name = 'ExpectedError';
  /** Each bundled program has its own copy of the class, so this property identifies it instead of `instanceof`. */
  readonly isExpectedError = true;
}

export const isExpectedError = (error: unknown): error is ExpectedError =>
  error instanceof Error && (error as Partial<ExpectedError>).isExpectedError === true;

/** An expected error of another program or machine, which passes by itself. */
export class OutageError extends ExpectedError {
  override name = 'OutageError';
  readonly isOutage = true;
}

/** Whether the same may succeed later: errors of disk, permissions, database and other programs. */
export const isOutage = (error: unknown): boolean => environmentError(error) !== null;

/** Sentences by error codes of the system, and by primary result codes of SQLite. */
const sentences: Readonly<Record<'system' | 'sqlite', Readonly<Record<string, string>>>> = errors;

interface SystemError {
  /** The message is a sentence about an outage. `StateUnavailable` has it as well as `OutageError`. */
  readonly isOutage?: unknown;
  readonly code?: unknown;
  readonly errcode?: unknown;
  readonly path?: unknown;
  readonly dest?: unknown;
  readonly syscall?: unknown;
}

/** Whether `sentenceOf` has a sentence of its own for the error. */
export function isExpected(error: unknown): boolean {
  return isExpectedError(error) || environmentError(error) !== null;
}

/** Describes an error for the operator, without a stack. */
export function sentenceOf(error: unknown): string {
  if (isExpectedError(error)) return error.message;
  return environmentError(error) ?? `This is a fault of the program: ${oneLine(error)}.`;
}

/** Describes an error of disk, permissions, database or another program; null for other errors. */
export function environmentError(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  const { isOutage: isSentence, code, errcode, path, dest, syscall } = error as SystemError;
  if (isSentence === true) return error.message;
  const sqlite = typeof errcode === 'number' ? sentences.sqlite[errcode & 0xff] : undefined;
  if (sqlite !== undefined)
    return `${typeof path === 'string' ? path : 'A database of the data folder'} ${sqlite} (${oneLine(error.message)}).`;
  const system = typeof code === 'string' && syscall !== undefined ? sentences.system[code] : undefined;
  if (system === undefined) return null;
  const files = [path, dest].filter((file) => typeof file === 'string' && file !== '');
  return `${files.join(' or ') || 'A file'} ${system} (${code}).`;
}

/** Name, message and place in the source. */
function oneLine(error: unknown): string {
  if (!(error instanceof Error)) return String(error).replace(/\s+/g, ' ').slice(0, 500);
  const place = /\(?((?:file:\/\/)?[^\s()]+:\d+:\d+)\)?\s*$/m.exec(error.stack?.slice(String(error).length) ?? '')?.[1];
  const file = place?.slice(place.lastIndexOf('/') + 1);
  return `${error.name}: ${error.message.replace(/\s+/g, ' ').slice(0, 500)}${file ? ` (${file})` : ''}`;
}
