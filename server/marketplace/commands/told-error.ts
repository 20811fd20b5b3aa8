/** A fault whose message is a sentence that tells an operator what to do; it is shown without a stack. */
export class ToldError extends Error {
  override name = 'ToldError';
  /** The programs of the build have a class each, so that it is told by this and not by its class. */
  readonly isTold = true;
}

/** Whether the message of a fault is a sentence for an operator. */
export const isTold = (error: unknown): error is ToldError =>
  error instanceof Error && (error as Partial<ToldError>).isTold === true;

/** What the system's codes mean to whoever has started a command. */
const systemFaults: Readonly<Record<string, string>> = {
  EACCES: 'may not be read or written by this user',
  EPERM: 'may not be read or written by this user',
  EROFS: 'is on a disk that cannot be written',
  ENOENT: 'does not exist',
  ENOTDIR: 'is not a folder, or lies below a file',
  EEXIST: 'exists already and is something else than is needed there',
  EISDIR: 'is a folder, not a file',
  ENOSPC: 'has no room: the disk is full',
  EDQUOT: 'has no room: the quota of this user is used up',
  EMFILE: 'cannot be opened: this process has too many files open',
  ELOOP: 'is a link that leads nowhere',
  ENAMETOOLONG: 'has too long a name',
};

/** The same for SQLite's, by its primary result codes. */
const sqliteFaults: Readonly<Record<number, string>> = {
  5: 'is in use by another command or a shop; try again when that has ended',
  8: 'may not be written by this user',
  10: 'cannot be read or written: the disk fails',
  11: 'is damaged. Restore a backup: npm run restore -- FILE',
  13: 'has no room: the disk is full',
  14: 'cannot be opened by this user',
  23: 'may not be opened by this user',
  26: 'is damaged. Restore a backup: npm run restore -- FILE',
};

interface SystemError {
  readonly code?: unknown;
  readonly errcode?: unknown;
  readonly path?: unknown;
  readonly dest?: unknown;
  readonly syscall?: unknown;
}

/** Whether a fault is told by `sentenceOf` in words of its own, and not as one of the program. */
export function isExpected(error: unknown): boolean {
  return isTold(error) || outsideFault(error) !== null;
}

/** A fault as a sentence for whoever has started the program; never a stack. */
export function sentenceOf(error: unknown): string {
  if (isTold(error)) return error.message;
  return outsideFault(error) ?? `This is a fault of the program: ${oneLine(error)}.`;
}

/** What disk, rights and databases are to blame for; null for whatever else. */
function outsideFault(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  const { code, errcode, path, dest, syscall } = error as SystemError;
  const sqlite = typeof errcode === 'number' ? sqliteFaults[errcode & 0xff] : undefined;
  if (sqlite !== undefined)
    return `${typeof path === 'string' ? path : 'A database of the data folder'} ${sqlite} (${oneLine(error.message)}).`;
  const system = typeof code === 'string' && syscall !== undefined ? systemFaults[code] : undefined;
  if (system === undefined) return null;
  const files = [path, dest].filter((file) => typeof file === 'string' && file !== '');
  return `${files.join(' or ') || 'A file'} ${system} (${code}).`;
}

/** Name and message, and where it happened, which is what somebody who mends it asks for first. */
function oneLine(error: unknown): string {
  if (!(error instanceof Error)) return String(error).replace(/\s+/g, ' ').slice(0, 500);
  const place = /\(?((?:file:\/\/)?[^\s()]+:\d+:\d+)\)?\s*$/m.exec(error.stack?.slice(String(error).length) ?? '')?.[1];
  const file = place?.slice(place.lastIndexOf('/') + 1);
  return `${error.name}: ${error.message.replace(/\s+/g, ' ').slice(0, 500)}${file ? ` (${file})` : ''}`;
}
