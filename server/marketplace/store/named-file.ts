import { statSync } from 'node:fs';
import { ProblemError } from '../../contract/problem.js';
import { logLine } from '../http/log.js';

/** Milliseconds for which the last look is believed, and between two log lines. */
const lasts = { look: 1000, line: 60_000 };

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
  #lookedAt: number;
  #saidAt = Number.NEGATIVE_INFINITY;

  /** @param file its path; to be made while that is the open file's name */
  constructor(
    private readonly file: string,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.#identity = identityOf(file);
    this.#lookedAt = now();
  }

  /** Called before each change. @throws ProblemError `unavailable` where the name is another file's, or none's */
  requireSame(): void {
    const now = this.now();
    if (now - this.#lookedAt > lasts.look) {
      this.#isSame = identityOf(this.file) === this.#identity;
      this.#lookedAt = now;
    }
    if (this.#isSame) return;
    if (now - this.#saidAt > lasts.line) {
      this.#saidAt = now;
      logLine('error', 'file_gone', { file: this.file });
    }
    throw new ProblemError('unavailable', `${this.file} was removed or replaced while the shop runs`);
  }
}
