import { spawnSync } from 'node:child_process';
import { constants, getPriority, setPriority } from 'node:os';
import { parseArgs } from 'node:util';
import { type Clock, systemClock } from '../../clock/clock.js';
import { type importPriorities, readCommandEnv, type StoreSettings, storeOf } from '../../env-marketplace.js';
import { fetchCatalogue } from '../catalogue-store/fetch-catalogue.js';
import { openStore } from '../catalogue-store/open-store.js';
import { publishServed, whileImporting } from '../catalogue-store/while-importing.js';
import { shareOffersAt } from '../offer-store/shared-offers.js';
import { ExpectedError } from '../program/expected-error.js';
import { endWith, runCommand, UsageError } from '../program/run-command.js';
import { labelOf, neededShop, shopChoiceOf, shopOptions } from '../program/shop-choice.js';
import { listedQueries } from './compare-searches.js';
import { makeDueChanges } from './due-changes.js';
import { defaultLimits } from './guards.js';
import { dropHeldFeed, listHeldFeeds, previewText, readHeldFeed, shopOfHeld, storedOffersOf } from './held-feeds.js';
import { defaultMaxRejects, type ImportOptions, runImport } from './import.js';
import { filesByKind, importAll } from './import-all.js';
import { type Ask, askAtTerminal, keepsOffersOf } from './keep-offers.js';
import type { FeedMode } from './offers.js';
import { showProgress } from './progress.js';
import { type ImportKind, kindNamed, namedKinds } from './reading/columns.js';
import { noMapping, readMapping, readMeanings } from './reading/mapping.js';
import { expireShop } from './removals.js';
import { type ImportSummary, sentencesOf } from './report.js';
import { undoAll } from './undo.js';

const usage = `Usage: npm run import -- ${namedKinds.join('|')} FILE…
  prices and stock are offers with --mode partial
  --shop SHOP            shop of the offers: its name or slug
  --shop-id ID           the same by its id
  --mode MODE            meaning of a file of offers: full = all offers of its shops (default), update = changed
                         offers, partial = some values of known offers by the shop's own key
  --update               --mode update
  --repeat               the files were imported before: offers move to the products that their rows name now, rows
                         that had no product become offers, and everything else stays
  --max-removals PERCENT hold a feed that would remove more of a shop's offers; default ${defaultLimits.maxRemovals}
  --max-price-jumps PERCENT  hold one that would double or halve the price of more of them; default ${defaultLimits.maxPriceJumps}
  --dry-run              do everything except the activation
  --queries FILE         with --dry-run of search: searches to try, one a line (fr:phare), besides those of the rules and
                         those that visitors have sent
  --anew                 begin with an empty catalogue instead of the served one; where there are shops and offers, it
                         asks at the terminal, or needs one of these:
  --remove-offers        removes all shops and offers; recalls and ids stay
  --keep-offers          keeps them; they are sold again when their products are back
  --mapping FILE         names of columns and values (see server/marketplace/import/README.md)
  --columns FILE         meanings of columns that a merchant has chosen in a preview; the mapping has precedence
  --encoding NAME        utf-8, windows-1252, iso-8859-1 …; default: found in the file
  --max-rejects PERCENT  refuse the whole when more rows are rejected; default ${defaultMaxRejects}
  --data-dir DIRECTORY   default: DATA_DIR or ./data
IMPORT_PRIORITY=idle works after all other programs (the default), low behind them, normal beside them
or: npm run import -- all FOLDER, with the options of any kind
  imports all files of a folder as one change; their names begin with the kind, as products.csv does
or: npm run import -- undo [--dry-run] [--remove-offers]
  takes the last such change back; shops and offers that have changed since stay
or: npm run import -- held | approve NAME [--keep-newer | --overwrite] | drop NAME
  lists held feeds and what they would change; applies one; drops one. Where offers have changed since then, approve needs
  --keep-newer, which leaves these, or --overwrite
or: npm run import -- expire --shop SHOP | --shop-id ID
  removes all offers of a shop until its next whole feed; a running shop does so for feeds with offerDays
or: npm run import -- publish | fetch
  puts the served catalogue into CATALOGUE_STORE; fetches the one served there, as a running shop does
or: npm run import -- due
  applies scheduled prices and ends of offers that are due; a running shop does so by itself`;

/** How long to wait for another import, such as one that the shop runs by itself. */
const timeoutMs = 120_000;

const readOptions = {
  ...shopOptions,
  mode: { type: 'string' },
  update: { type: 'boolean' },
  repeat: { type: 'boolean' },
  'max-removals': { type: 'string' },
  'max-price-jumps': { type: 'string' },
  'dry-run': { type: 'boolean' },
  queries: { type: 'string' },
  anew: { type: 'boolean' },
  'remove-offers': { type: 'boolean' },
  'keep-offers': { type: 'boolean' },
  'keep-newer': { type: 'boolean' },
  overwrite: { type: 'boolean' },
  mapping: { type: 'string' },
  columns: { type: 'string' },
  encoding: { type: 'string' },
  'max-rejects': { type: 'string' },
  'data-dir': { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;

/**
 * Runs `npm run import`.
 * @param say prints a line
 * @param complain prints a line about an error
 * @param goBehind lowers the priority of the process
 * @param ask asks at the terminal; null = no terminal
 * @param offersProgram built file of the thread that writes offers to PostgreSQL; null = offers of the folder only
 * @returns the exit code: 0 = done, 1 = refused or failed, 2 = called wrongly
 */
export const runImportCommand = (
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
  clock: Clock,
  say: (line: string) => void,
  complain = say,
  goBehind: (priority: ImportPriority) => void = () => {},
  offersProgram: URL | null = null,
  ask: Ask | null = null,
) =>
  runCommand(usage, complain, async () => {
    const { values, positionals } = parseArgs({ args: [...args], options: readOptions, allowPositionals: true });
    if (values.help) {
      say(usage);
      return 0;
    }
    const env = readCommandEnv(environment);
    goBehind(env.IMPORT_PRIORITY);
    if (offersProgram && env.DATABASE_URL !== undefined)
      shareOffersAt({ address: env.DATABASE_URL, program: offersProgram });
    const [given, ...files] = positionals;
    const dataDir = values['data-dir'] ?? env.DATA_DIR;
    const store = storeOf(env);
    if (given === 'publish' || given === 'fetch') {
      if (store === null) throw new UsageError('CATALOGUE_STORE says where; it is not set.');
      if (files.length > 0) throw new UsageError(`"${given}" takes no files, found "${files[0]}".`);
      say(await (given === 'fetch' ? fetchFrom(store, dataDir, clock) : publishTo(store, dataDir, clock)));
      return 0;
    }
    if (given === 'due') {
      if (files.length > 0) throw new UsageError(`"due" takes no files, found "${files[0]}".`);
      const { commit, products } = makeDueChanges(dataDir, clock);
      say(commit === null ? 'Nothing is due.' : `${products} products changed. Commit ${commit} is visible.`);
      return 0;
    }
    if (given === 'expire') {
      const shop = neededShop(shopChoiceOf(values));
      say(`${expireShop(dataDir, shop, clock, timeoutMs)} offers of ${labelOf(shop)} are taken off.`);
      return 0;
    }
    if (given === 'held') {
      for (const name of listHeldFeeds(dataDir)) {
        const held = readHeldFeed(dataDir, name);
        for (const line of [`${name}  ${held.reason}`, ...previewText(held)]) say(line);
      }
      return 0;
    }
    if (given === 'drop') {
      const [name = ''] = files;
      readHeldFeed(dataDir, name);
      dropHeldFeed(dataDir, name);
      say(`${name} is forgotten.`);
      return 0;
    }
    const importFiles = async (options: Omit<ImportOptions, 'clock'>): Promise<number> => {
      const { summary, reportFile, summaryFile } = await runImport({
        ...options,
        clock,
        store,
        timeoutMs,
        progress: showProgress(process.stdout.isTTY === true, say),
      });
      for (const line of [...sentencesOf(summary), ...endOf(summary)]) say(line);
      if (summary.held !== null)
        complain(`The feed is held: ${summary.refusal} To import it: npm run import -- approve ${summary.held}`);
      else if (summary.refusal !== null) complain(`Nothing was imported: ${summary.refusal}`);
      say(`Report: ${reportFile}, ${summaryFile}`);
      return summary.refusal === null ? 0 : 1;
    };
    if (given === 'approve') {
      const [name = ''] = files;
      const held = readHeldFeed(dataDir, name);
      const { files: kept, mode, mapping, encoding } = held;
      const limits = { maxRemovals: null, maxPriceJumps: null };
      if (values['keep-newer'] && values.overwrite)
        throw new UsageError('approve takes one of --keep-newer and --overwrite.');
      const newer = values['keep-newer'] ? 'keep' : values.overwrite ? 'overwrite' : 'ask';
      const code = await importFiles({
        dataDir,
        kind: 'offers',
        files: kept,
        shop: shopOfHeld(held),
        mode,
        mapping,
        encoding,
        limits,
        approval: { stored: storedOffersOf(dataDir, name), newer },
      });
      if (code === 0) dropHeldFeed(dataDir, name);
      return code;
    }
    const isDryRun = values['dry-run'] ?? false;
    const place = { dataDir, clock, isDryRun, say, ask };
    if (given === 'undo') {
      if (files.length > 0) throw new UsageError(`"undo" takes no files, found "${files[0]}".`);
      await undoAll(place, store, values['remove-offers'] ?? false, timeoutMs);
      return 0;
    }
    const percent = (name: 'max-rejects' | 'max-removals' | 'max-price-jumps', usual: number | null): number => {
      const value = Number(values[name] || usual);
      if (value >= 0 && value <= 100) return value;
      throw new UsageError(`--${name} must be a number from 0 to 100, found "${values[name]}".`);
    };
    const ofAnyKind = async (kind: ImportKind) => ({
      dataDir,
      limits: {
        maxRemovals: percent('max-removals', defaultLimits.maxRemovals),
        maxPriceJumps: percent('max-price-jumps', defaultLimits.maxPriceJumps),
      },
      embargo: env.EMBARGO,
      imageHosts: env.IMAGE_HOSTS,
      isDryRun,
      isFresh: values.anew ?? false,
      keepsOffers: await keepsOffersOf(values, kind, place),
      encoding: values.encoding ?? null,
      maxRejects: percent('max-rejects', defaultMaxRejects),
    });
    if (given === 'all') {
      const [folder, ...further] = files;
      if (folder === undefined || further.length > 0) throw new UsageError('"all" takes one folder.');
      const found = filesByKind(folder);
      const options = { ...(await ofAnyKind(found.kinds[0].kind)), clock, store, timeoutMs };
      const refusal = await importAll(options, found, say);
      if (refusal !== null) complain(`Nothing was imported: ${refusal}`);
      return refusal === null ? 0 : 1;
    }
    const name = namedKinds.find((known) => known === given);
    if (!name)
      throw new UsageError(
        `What is to be imported? Found "${given ?? ''}", not all or one of ${namedKinds.join(', ')}.`,
      );
    const { kind, isPartial } = kindNamed(name);
    const mode = modeOf(values.mode ?? (isPartial ? 'partial' : undefined), values.update ?? false);
    if (isPartial && (mode !== 'partial' || values.update))
      throw new UsageError(`${name} gives some values of known offers, which is --mode partial.`);
    if (files.length === 0) throw new UsageError('Which files are to be imported?');
    return importFiles({
      ...(await ofAnyKind(kind)),
      kind,
      files,
      shop: shopChoiceOf(values),
      mode,
      isRepeated: values.repeat ?? false,
      queries: values.queries === undefined ? [] : listedQueries(values.queries),
      mapping: {
        ...(values.mapping === undefined ? noMapping : readMapping(values.mapping, kind)),
        ...(values.columns !== undefined && { headers: readMeanings(values.columns, kind) }),
      },
    });
  });

async function fetchFrom(store: StoreSettings, dataDir: string, clock: Clock): Promise<string> {
  const { generation, moved } = await fetchCatalogue(await openStore(store, clock), dataDir, clock);
  if (generation === null) throw new ExpectedError('The catalogue store serves no catalogue of this version yet.');
  if (moved === null) return `Catalogue ${generation} is active already.`;
  return `Catalogue ${generation} is active: ${moved.pieces} pieces, ${Math.ceil(moved.bytes / 1024)} KiB fetched.`;
}

const publishTo = (store: StoreSettings, dataDir: string, clock: Clock): Promise<string> =>
  whileImporting(
    store,
    { dataDir, clock },
    async (publish) => {
      const generation = publish && (await publishServed(dataDir, publish));
      return `Catalogue ${generation} is published.`;
    },
    timeoutMs,
  );

function modeOf(given: string | undefined, isUpdate: boolean): FeedMode {
  const mode = given ?? (isUpdate ? 'update' : 'full');
  if (mode === 'full' || mode === 'update' || mode === 'partial') return mode;
  throw new UsageError(`--mode must be full, update or partial, found "${mode}".`);
}

function endOf({ generation, commit, outcome }: ImportSummary): string[] {
  if (outcome === 'refused' || outcome === 'failed' || outcome === 'held') return [];
  const ends = {
    active: generation === null ? `Commit ${commit} is visible.` : `Catalogue ${generation} is active.`,
    unchanged: 'Nothing changed; everything stays as it is.',
    'dry run': 'Dry run: everything stays as it is.',
  };
  return [ends[outcome]];
}

export type ImportPriority = (typeof importPriorities)[number];

/** Niceness, and the classes of I/O and CPU scheduling for `ionice` and `chrt` (util-linux). */
const classes = {
  // With niceness alone, threads would still use up their time slice while a request waits.
  idle: { nice: constants.priority.PRIORITY_LOW, io: ['--class', 'idle'], policy: '--idle' },
  // A small but certain share of the processor, however busy it is.
  low: {
    nice: constants.priority.PRIORITY_BELOW_NORMAL,
    io: ['--class', 'best-effort', '--classdata', '7'],
    policy: null,
  },
} as const;

/** Lowers the priority of a process; `normal` changes nothing. */
export function yieldCpu(priority: ImportPriority, pid = process.pid): void {
  if (priority === 'normal') return;
  const { nice, io, policy } = classes[priority];
  // Never raises a priority that was lower already.
  if (getPriority(pid) < nice) setPriority(pid, nice);
  spawnSync('ionice', [...io, '--pid', `${pid}`], { stdio: 'ignore' });
  if (policy) spawnSync('chrt', ['--all-tasks', policy, '--pid', '0', `${pid}`], { stdio: 'ignore' });
}

// Last, since it uses the constants above.
if (import.meta.main) {
  const [offers, words] = [new URL('./offers-thread.js', import.meta.url), process.argv.slice(2)];
  const terminal = process.stdin.isTTY && process.stdout.isTTY ? askAtTerminal : null;
  endWith(runImportCommand(words, process.env, systemClock, console.log, console.error, yieldCpu, offers, terminal));
}
