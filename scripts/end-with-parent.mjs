// @ts-check
/**
 * Read first, it ends this process as `SIGTERM` does when the process that has started it is gone: npm passes on some
 * signals, but none when it is killed, and the shop would keep its port.
 */
import { readFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

/** Milliseconds between two looks. */
const interval = 250;

/** @param {string} path of a file of Linux; empty on other systems, and where the process is gone */
const read = (path) => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
};

const parent = process.ppid;
/** Debian's shell stays between npm and what npm runs, and outlives npm; other shells become the program. */
const isShell = /^\S*sh\0-c\0/.test(read(`/proc/${parent}/cmdline`));
/** The parent, and the process that has started the shell. */
const ancestors = () => `${process.ppid} ${isShell ? /\) \S (\d+)/.exec(read(`/proc/${parent}/stat`))?.[1] : ''}`;

if (isMainThread) {
  const before = ancestors();
  setInterval(() => {
    if (ancestors() !== before) process.kill(process.pid, 'SIGTERM');
  }, interval).unref();
}
