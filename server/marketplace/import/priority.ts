import { spawnSync } from 'node:child_process';
import { constants, getPriority, setPriority } from 'node:os';
import type { importPriorities } from '../../env-marketplace.js';

/** How much of a busy machine imports may have. */
export type ImportPriority = (typeof importPriorities)[number];

/** Niceness, and with util-linux the class of input and output and that of scheduling. */
const classes = {
  // With niceness alone its threads would still finish their time slice while a request waits.
  idle: { nice: constants.priority.PRIORITY_LOW, io: ['--class', 'idle'], policy: '--idle' },
  // A share of the processor however busy it is, smaller than that of other programs.
  low: {
    nice: constants.priority.PRIORITY_BELOW_NORMAL,
    io: ['--class', 'best-effort', '--classdata', '7'],
    policy: null,
  },
} as const;

/** Has a process go behind others; `normal` leaves it where it is. */
export function stepBack(priority: ImportPriority, pid = process.pid): void {
  if (priority === 'normal') return;
  const { nice, io, policy } = classes[priority];
  // Who was started further behind stays there.
  if (getPriority(pid) < nice) setPriority(pid, nice);
  spawnSync('ionice', [...io, '--pid', `${pid}`], { stdio: 'ignore' });
  if (policy) spawnSync('chrt', ['--all-tasks', policy, '--pid', '0', `${pid}`], { stdio: 'ignore' });
}
