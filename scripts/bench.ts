/**
 * `npm run bench [-- NAME] [--write]`: measures the shop and prints tables. NAME is one of pages (the default),
 * marketplace, offers and lab; `--help` after a name describes it. It writes
 * `dist/bench-NAME.json`, and with `--write` the tables of the documents.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import { at, buildIfStale, fail } from './lib-run.ts';
import type { Measured } from './lib-table.ts';

/** The machine and the time, as a sentence under a table. */
function whereAndWhen(loadBefore: number): string {
  const { model = 'unknown' } = cpus()[0] ?? {};
  const memoryGib = Math.round(totalmem() / 1024 ** 3);
  const [load = 0] = loadavg();
  return `${new Date().toISOString().slice(0, 10)}, ${cpus().length} cores (${model}), ${memoryGib} GiB, Node ${process.version}, load average ${loadBefore.toFixed(1)} before and ${load.toFixed(1)} after.`;
}

/** Replaces the text between two marks of a document. */
function writeInto(path: string, name: string, text: string): void {
  const document = readFileSync(at(path), 'utf8');
  const place = new RegExp(`(<!-- ${name}: [^>]* -->\\n)[\\s\\S]*?(<!-- /${name} -->)`);
  if (!place.test(document)) throw new Error(`${path} has no place for ${name}`);
  writeFileSync(
    at(path),
    document.replace(place, (_, start: string, end: string) => `${start}\n${text}\n\n${end}`),
  );
}

const [, , given = '--'] = process.argv;
const name = given.startsWith('--') ? 'pages' : given;
const names = readdirSync(at('scripts')).flatMap((file) => /^bench-(\w+)\.ts$/.exec(file)?.[1] ?? []);
if (!names.includes(name)) fail(`There is no bench "${name}". There are: ${names.join(', ')}.`);
await buildIfStale();
const [loadBefore = 0] = loadavg();
const { measure }: { measure(): Measured | Promise<Measured> } = await import(`./bench-${name}.ts`);
const { result, text, places = {}, isOfMachine = false, fault } = await measure();
const whole = isOfMachine ? `${text} ${whereAndWhen(loadBefore)}` : text;
console.log(`\n${whole}`);
if (result !== undefined) writeFileSync(at(`dist/bench-${name}.json`), JSON.stringify(result, null, 2));
if (process.argv.includes('--write')) for (const [path, place] of Object.entries(places)) writeInto(path, place, whole);
if (fault !== undefined) fail(fault);
process.exit(0);
