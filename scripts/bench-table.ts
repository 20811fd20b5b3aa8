/** Tables of documents that commands write: what is between two comments of a name. */
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import { at } from './lib-run.ts';

/** A machine and a moment, as a sentence under a table. */
export function whereAndWhen(loadBefore: number): string {
  const { model = 'unknown' } = cpus()[0] ?? {};
  const memory = Math.round(totalmem() / 1024 ** 3);
  const [load = 0] = loadavg();
  return `${new Date().toISOString().slice(0, 10)}, ${cpus().length} cores (${model}), ${memory} GiB, Node ${process.version}, load average ${loadBefore.toFixed(1)} before and ${load.toFixed(1)} after.`;
}

/** Load average of the last minute. */
export const loadNow = (): number => loadavg()[0] ?? Number.NaN;

export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

/**
 * Puts a text between `<!-- NAME: … -->` and `<!-- /NAME -->` of a document.
 * @throws Error where the document lacks the place
 */
export function writeInto(path: string, name: string, text: string): void {
  const document = readFileSync(at(path), 'utf8');
  const place = new RegExp(`(<!-- ${name}: [^>]* -->\\n)[\\s\\S]*?(<!-- /${name} -->)`);
  if (!place.test(document)) throw new Error(`${path} has no place for ${name}`);
  writeFileSync(
    at(path),
    document.replace(place, (_, start: string, end: string) => `${start}\n${text}\n\n${end}`),
  );
}
