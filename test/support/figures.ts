/** Readings of processes and their summaries, for measurements. */
import { existsSync, readFileSync } from 'node:fs';

/** Processor seconds of a process so far; null if the system does not report them. */
export function processorTime(pid: number | undefined): number | null {
  const file = `/proc/${pid}/stat`;
  if (!existsSync(file)) return null;
  const fields = readFileSync(file, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

/** Memory of a process in MiB: total, and file pages that the system may reclaim. */
export function memoryOf(pid: number): { all: number; files: number } {
  const file = `/proc/${pid}/status`;
  if (!existsSync(file)) return { all: Number.NaN, files: Number.NaN };
  const status = readFileSync(file, 'utf8');
  const of = (name: string): number => Number(new RegExp(`^${name}:\\s*(\\d+)`, 'm').exec(status)?.[1] ?? 0) / 1024;
  return { all: of('VmRSS'), files: of('RssFile') };
}

/** Returns the value that a share of the sorted ones does not exceed. */
export const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
