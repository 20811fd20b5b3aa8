// @ts-check
/**
 * Loaded first, it sends SIGTERM to this process when the parent is gone. npm passes on some signals, but none when it
 * is killed itself: the shop would keep its port.
 */
import { readFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

const intervalMs = 250;

/** @param {string} path of a file of Linux. Empty on other systems, and for a process that has ended */
const read = (path) => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
};

const parent = process.ppid;
/** Debian's shell stays between npm and its program, and outlives npm; other shells become the program. */
const isShell = /^\S*sh\0-c\0/.test(read(`/proc/${parent}/cmdline`));
/** The parent, and the parent of a shell. */
const ancestors = () => `${process.ppid} ${isShell ? /\) \S (\d+)/.exec(read(`/proc/${parent}/stat`))?.[1] : ''}`;

if (isMainThread) {
  const before = ancestors();
  setInterval(() => {
    if (ancestors() !== before) process.kill(process.pid, 'SIGTERM');
  }, intervalMs).unref();
}
