import { closeSync, fsyncSync, openSync, renameSync } from 'node:fs';
import { dirname } from 'node:path';

/** Waits until the file is on the disk: a name or pointer must never lead to a torn file. */
function flush(path: string): void {
  const handle = openSync(path, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** Gives a finished file its name. After a crash there is the whole file under that name, or what was there before. */
export function putInPlace(part: string, target: string): void {
  flush(part);
  renameSync(part, target);
  flush(dirname(target));
}
