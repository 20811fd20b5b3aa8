import { spawnSync } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { parseArgs } from 'node:util';
import { readCommandEnv } from '../../env-marketplace.js';
import { endWith, runCommand, UsageError } from '../commands/run-command.js';
import { importKinds } from './columns.js';
import { makeDueChanges } from './due-changes.js';
import { usualLimits } from './guards.js';
import { dropHeldFeed, listHeldFeeds, readHeldFeed } from './held-feeds.js';
import { type ImportOptions, runImport, usualMaxRejects } from './import.js';
import { noMapping, readMapping } from './mapping.js';
import type { FeedMode } from './offers.js';
import { showProgress } from './progress.js';
import { type ImportSummary, unsoldText } from './report.js';

const usage = `Usage: npm run import -- ${importKinds.join('|')} FILE…
  --shop SHOP            shop of the offers: its id, name or slug
  --mode MODE            what a file of offers stands for: full = all offers of its shops (default), update = those that
                         are others, partial = some values of known offers by the shop's own key
  --update               --mode update
  --max-removals PERCENT hold a feed that would take off more of a shop's offers; default ${usualLimits.maxRemovals}
  --max-price-jumps PERCENT  hold one that would double or halve the price of more of them; default ${usualLimits.maxPriceJumps}
  --dry-run              do everything but hand it over
  --anew                 begin with an empty catalogue instead of the served one
  --mapping FILE         names of columns and values (see server/marketplace/import/README.md)
  --encoding NAME        utf-8, windows-1252, iso-8859-1 …; default: found in the file
  --max-rejects PERCENT  refuse the whole when more rows are rejected; default ${usualMaxRejects}
  --data-dir DIRECTORY   default: DATA_DIR or ./data
IMPORT_PRIORITY=normal works beside other programs, not after them
or: npm run import -- held | approve NAME | drop NAME
  lists feeds that were held; takes one in after all; forgets one
or: npm run import -- due
  takes in the prices and ends of offers that feeds have told for a time that has come; a running shop does so by itself`;

/** Milliseconds for which another import is waited for: one that the shop makes by itself is over by then. */
const timeoutMs = 120_000;

const readOptions = {
  shop: { type: 'string' },
  mode: { type: 'string' },
  update: { type: 'boolean' },
  'max-removals': { type: 'string' },
  'max-price-jumps': { type: 'string' },
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
      const { commit, products } = makeDueChanges(dataDir);
      say(commit === null ? 'Nothing is due.' : `${products} products changed. Commit ${commit} is visible.`);
      return 0;
    }
    if (given === 'held') {
      for (const name of listHeldFeeds(dataDir)) say(`${name}  ${readHeldFeed(dataDir, name).reason}`);
      return 0;
    }
    if (given === 'drop') {
      const [name = ''] = files;
      readHeldFeed(dataDir, name);
      dropHeldFeed(dataDir, name);
      say(`${name} is forgotten.`);
      return 0;
    }
    const take = async (options: ImportOptions): Promise<number> => {
      const { summary, reportFile, summaryFile } = await runImport({
        ...options,
        timeoutMs,
        progress: showProgress(process.stdout.isTTY === true, say),
      });
      for (const line of sentences(summary)) say(line);
      if (summary.held !== null)
        complain(`The feed is held: ${summary.refusal} To take it in: npm run import -- approve ${summary.held}`);
      else if (summary.refusal !== null) complain(`Nothing was imported: ${summary.refusal}`);
      say(`Report: ${reportFile}, ${summaryFile}`);
      return summary.refusal === null ? 0 : 1;
    };
    if (given === 'approve') {
      const [name = ''] = files;
      const { files: kept, shop, mode, mapping, encoding } = readHeldFeed(dataDir, name);
      const limits = { maxRemovals: null, maxPriceJumps: null };
      const code = await take({ dataDir, kind: 'offers', files: kept, shop, mode, mapping, encoding, limits });
      if (code === 0) dropHeldFeed(dataDir, name);
      return code;
    }
    const kind = importKinds.find((known) => known === given);
    if (!kind)
      throw new UsageError(`What is to be imported? Found "${given ?? ''}", not one of ${importKinds.join(', ')}.`);
    if (files.length === 0) throw new UsageError('Which files are to be imported?');
    const percent = (name: 'max-rejects' | 'max-removals' | 'max-price-jumps', usual: number | null): number => {
      const value = Number(values[name] || usual);
      if (value >= 0 && value <= 100) return value;
      throw new UsageError(`--${name} must be a number from 0 to 100, found "${values[name]}".`);
    };
    return take({
      dataDir,
      kind,
      files,
      shop: values.shop ?? null,
      mode: modeOf(values.mode, values.update ?? false),
      limits: {
        maxRemovals: percent('max-removals', usualLimits.maxRemovals),
        maxPriceJumps: percent('max-price-jumps', usualLimits.maxPriceJumps),
      },
      embargo: env.EMBARGO,
      isDryRun: values['dry-run'] ?? false,
      isFresh: values.anew ?? false,
      mapping: values.mapping === undefined ? noMapping : readMapping(values.mapping, kind),
      encoding: values.encoding ?? null,
      maxRejects: percent('max-rejects', usualMaxRejects),
    });
  });

/** @throws UsageError */
function modeOf(given: string | undefined, isUpdate: boolean): FeedMode {
  const mode = given ?? (isUpdate ? 'update' : 'full');
  if (mode === 'full' || mode === 'update' || mode === 'partial') return mode;
  throw new UsageError(`--mode must be full, update or partial, found "${mode}".`);
}

function sentences({
  rows,
  rejected,
  leftOut,
  changes,
  unsold,
  reasons,
  notes,
  generation,
  commit,
  outcome,
  seconds,
}: ImportSummary): string[] {
  const lines = [...notes, `${rows} rows: ${rejected} rejected, ${leftOut} left out, in ${seconds} s.`];
  for (const [reason, count] of Object.entries(reasons).slice(0, 5)) lines.push(`  ${count} × ${reason}`);
  if (outcome === 'refused' || outcome === 'failed' || outcome === 'held') return lines;
  lines.push(
    Object.entries(changes)
      .map(([what, count]) => `${count} ${what}`)
      .join(', '),
  );
  const ends = {
    active: generation === null ? `Commit ${commit} is visible.` : `Catalogue ${generation} is active.`,
    unchanged: 'Nothing changed; everything stays as it is.',
    'dry run': 'Dry run: everything stays as it is.',
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
