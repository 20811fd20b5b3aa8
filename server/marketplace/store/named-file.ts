import { statSync } from 'node:fs';
import { ProblemError } from '../../contract/problem.js';
import { logLine } from '../http/log.js';

/** The file that has the name now; null for none. */
function identityOf(file: string): string | null {
  const stat = statSync(file, { bigint: true, throwIfNoEntry: false });
  return stat ? `${stat.dev}:${stat.ino}` : null;
}

/**
 * A file that is open, and its name. Who writes to one that was removed or replaced meets no error, and all of it is
 * gone with the process: a cart would be promised that nobody can keep.
 */
export class NamedFile {
  readonly #identity: string | null;
  #isSame = true;

  /** @param file its path; to be made while that is the open file's name */
  constructor(private readonly file: string) {
    this.#identity = identityOf(file);
  }

  /** Called before each change. @throws ProblemError `unavailable` where the name is another file's, or none's */
  requireSame(): void {
    const wasSame = this.#isSame;
    this.#isSame = identityOf(this.file) === this.#identity;
    if (this.#isSame) return;
    if (wasSame) logLine('error', 'file_gone', { file: this.file });
    throw new ProblemError('unavailable', `${this.file} was removed or replaced while the shop runs`);
  }
}
