import { spawnSync } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { parseArgs } from 'node:util';
import { readCommandEnv } from '../../env-marketplace.js';
import { endWith, runCommand, UsageError } from '../commands/run-command.js';
import { importKinds } from './columns.js';
import { makeDueChanges } from './due-changes.js';
import { runImport, usualMaxRejects } from './import.js';
import { noMapping, readMapping } from './mapping.js';
import { showProgress } from './progress.js';
import { type ImportSummary, unsoldText } from './report.js';

const usage = `Usage: npm run import -- ${importKinds.join('|')} FILE…
  --shop SHOP            shop of the offers: its id, name or slug
  --update               keep the offers of a shop that the files do not name
  --dry-run              do everything but change over to the new catalogue
  --anew                 begin with an empty catalogue instead of the served one
  --mapping FILE         names of columns and values (see server/marketplace/import/README.md)
  --encoding NAME        utf-8, windows-1252, iso-8859-1 …; default: found in the file
  --max-rejects PERCENT  refuse the whole when more rows are rejected; default ${usualMaxRejects}
  --data-dir DIRECTORY   default: DATA_DIR or ./data
IMPORT_PRIORITY=normal works beside other programs, not after them
or: npm run import -- due
  takes in the prices and ends of offers that feeds have told for a time that has come; a running shop does so by itself`;

/** Milliseconds for which another import is waited for: one that the shop makes by itself is over by then. */
const timeoutMs = 120_000;

const readOptions = {
  shop: { type: 'string' },
  update: { type: 'boolean' },
  'dry-run': { type: 'boolean' },
  anew: { type: 'boolean' },
  mapping: { type: 'string' },
  encoding: { type: 'string' },
  'max-rejects': { type: 'string' },
  'data-dir': { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;

/**
 * Imports from the command line; answers the exit code: 0 = done, 1 = refused or failed, 2 = wrongly called.
 * @param say prints a line
 * @param complain prints a line of what has gone wrong
 * @param stepBack lets other programs go first
 */
export const runImportCommand = (
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
  say: (line: string) => void,
  complain = say,
  stepBack: () => void = () => {},
) =>
  runCommand(usage, complain, async () => {
    const { values, positionals } = parseArgs({ args: [...args], options: readOptions, allowPositionals: true });
    if (values.help) {
      say(usage);
      return 0;
    }
    const env = readCommandEnv(environment);
    if (env.IMPORT_PRIORITY === 'idle') stepBack();
    const [given, ...files] = positionals;
    const dataDir = values['data-dir'] ?? env.DATA_DIR;
    if (given === 'due') {
      if (files.length > 0) throw new UsageError(`"due" takes no files, found "${files[0]}".`);
      const { generation, products } = makeDueChanges(dataDir);
      say(generation === null ? 'Nothing is due.' : `${products} products changed. Catalogue ${generation} is active.`);
      return 0;
    }
    const kind = importKinds.find((known) => known === given);
    if (!kind)
      throw new UsageError(`What is to be imported? Found "${given ?? ''}", not one of ${importKinds.join(', ')}.`);
    if (files.length === 0) throw new UsageError('Which files are to be imported?');
    const maxRejects = Number(values['max-rejects'] || usualMaxRejects);
    if (!(maxRejects >= 0 && maxRejects <= 100))
      throw new UsageError(`--max-rejects must be a number from 0 to 100, found "${values['max-rejects']}".`);
    const { summary, reportFile, summaryFile } = await runImport({
      dataDir,
      kind,
      files,
      shop: values.shop ?? null,
      isUpdate: values.update ?? false,
      isDryRun: values['dry-run'] ?? false,
      isFresh: values.anew ?? false,
      mapping: values.mapping === undefined ? noMapping : readMapping(values.mapping, kind),
      encoding: values.encoding ?? null,
      maxRejects,
      timeoutMs,
      progress: showProgress(process.stdout.isTTY === true, say),
    });
    for (const line of sentences(summary)) say(line);
    if (summary.refusal !== null) complain(`Nothing was imported: ${summary.refusal}`);
    say(`Report: ${reportFile}, ${summaryFile}`);
    return summary.refusal === null ? 0 : 1;
  });

function sentences({
  rows,
  rejected,
  leftOut,
  changes,
  unsold,
  reasons,
  notes,
  generation,
  outcome,
  seconds,
}: ImportSummary): string[] {
  const lines = [...notes, `${rows} rows: ${rejected} rejected, ${leftOut} left out, in ${seconds} s.`];
  for (const [reason, count] of Object.entries(reasons).slice(0, 5)) lines.push(`  ${count} × ${reason}`);
  if (outcome === 'refused' || outcome === 'failed') return lines;
  lines.push(
    Object.entries(changes)
      .map(([what, count]) => `${count} ${what}`)
      .join(', '),
  );
  const ends = {
    active: `Catalogue ${generation} is active.`,
    unchanged: 'Nothing changed; the catalogue stays as it is.',
    'dry run': 'Dry run: the catalogue stays as it is.',
  };
  return [...lines, ...unsoldText(unsold), ends[outcome]];
}

/**
 * Lowers the priority of an import below that of the shop. With util-linux, its I/O class and its scheduling class
 * become `idle`: with niceness alone, its threads would still finish their time slice while a request waits.
 */
function lowerPriority(): void {
  setPriority(constants.priority.PRIORITY_LOW);
  const own = `${process.pid}`;
  spawnSync('ionice', ['--class', 'idle', '--pid', own], { stdio: 'ignore' });
  spawnSync('chrt', ['--all-tasks', '--idle', '--pid', '0', own], { stdio: 'ignore' });
}

if (import.meta.main)
  endWith(runImportCommand(process.argv.slice(2), process.env, console.log, console.error, lowerPriority));
