import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Clock, dateOf, systemClock } from '../../clock/clock.js';
import { readCommandEnv, storeOf } from '../../env-marketplace.js';
import { catalogueVersion } from '../catalogue-file/catalogue-schema.js';
import { publishing } from '../catalogue-store/while-importing.js';
import { upgradeCatalogue } from '../import/upgrade.js';
import { shareOffersAt } from '../offer-store/shared-offers.js';
import { endWith, runCommand, UsageError } from '../program/run-command.js';
import { shopChoiceOf, shopOptions } from '../program/shop-choice.js';
import { databaseNameOf } from '../state/postgres.js';
import { damageOf } from '../state/store-damage.js';
import { backUp } from './backup.js';
import { dataReportsCommand, withdrawalsCommand } from './cases.js';
import { checkConfig } from './check-config.js';
import { CommandError, type CommandInput } from './command-input.js';
import commands from './commands.json' with { type: 'json' };
import { exportOffers, exportOffersInto } from './export-offers.js';
import { moveCommand } from './move.js';
import { recallCommand } from './recall.js';
import { removeCommand } from './remove.js';
import { makeReport } from './report.js';
import { reportSearches, searchReportText } from './report-searches.js';
import { reportText, sizeText } from './report-text.js';
import { restore } from './restore.js';
import { textOverridesCommand } from './text-overrides.js';
import { tokensCommand } from './tokens.js';
import { validateData } from './validate.js';

const usage = [
  'Usage, each with [--data-dir DIRECTORY]:',
  ...Object.values(commands).flatMap((command) => command.usage),
  'SHOP is --shop with a name or slug, or --shop-id with an id.',
].join('\n');

function neededFile({ words: [file] }: CommandInput): string {
  if (file === undefined) throw new UsageError('FILE is missing.');
  return file;
}

/** Names the data that a backup of the folder lacks. */
const notOfFolder = (address: string): string =>
  `Carts, accounts and all else that visitors write are in ${databaseNameOf(address)} and not in this file.`;

const restoredOffers = {
  restored: 'Shops and offers are those of the backup.',
  kept: 'The backup has no shops and offers; those that were there stay.',
  fetched: 'Shops and offers are those of PostgreSQL, which the folder follows.',
} as const;

async function report(input: CommandInput): Promise<void> {
  const { words, json, all, handled, say } = input;
  const [what] = words;
  const now = dateOf(input.clock);
  if (what === 'data') return dataReportsCommand(input);
  if (all || handled !== undefined) throw new UsageError('--all and --handled are of npm run report -- data.');
  if (what === 'searches') {
    const searches = await reportSearches(input, now);
    return say(json ? JSON.stringify(searches, null, 2) : searchReportText(searches));
  }
  if (what !== undefined) throw new UsageError(`What is to be reported? Found "${what}", not data or searches.`);
  const whole = await makeReport(input, now);
  say(json ? JSON.stringify(whole, null, 2) : reportText(whole));
}

async function backup(input: CommandInput): Promise<void> {
  for (const { file, bytes } of await backUp(input.dataDir, neededFile(input)))
    input.say(`${file} (${sizeText(bytes)}) is whole.`);
  if (input.databaseUrl !== undefined) input.say(`${notOfFolder(input.databaseUrl)} Copy it with pg_dump.`);
}

async function restoreBackup(input: CommandInput): Promise<void> {
  const file = neededFile(input);
  // The restored offers belong to this folder alone.
  shareOffersAt(null);
  const { kept, ids, offers, generation } = await restore(input, file);
  input.say(`${file} is restored in ${input.dataDir}.`);
  if (input.databaseUrl !== undefined) input.say(`${notOfFolder(input.databaseUrl)} It stays as it is.`);
  if (kept) input.say(`The former state is ${kept}.`);
  input.say(ids === 'restored' ? 'The ids are those of the backup.' : 'The ids that were there stay.');
  input.say(restoredOffers[offers]);
  if (input.databaseUrl !== undefined && offers !== 'fetched')
    input.say(`${databaseNameOf(input.databaseUrl)} has no offers: those of the folder become its first ones.`);
  input.say(
    generation
      ? `The catalogue is ${generation}.`
      : 'There is no catalogue: import one without --anew, and the offers are sold again. Or make one with npm run demo (in the container: node dist/demo.js).',
  );
}

function validate({ dataDir, words: [file], say }: CommandInput): void {
  const wrong = file === undefined ? validateData(dataDir) : [];
  if (wrong.length > 0) throw new CommandError(wrong.join('\n'));
  if (file === undefined) say('All files are sound, and all that follows from the offers does so.');
  else say(damageOf(join(dataDir, file), true) ?? 'ok');
}

function config({ dataDir, words: [what], environment, say }: CommandInput): void {
  if (what !== 'check') throw new UsageError(`config can check; found "${what ?? ''}".`);
  checkConfig(dataDir, environment, say);
}

async function upgrade({ dataDir, clock, environment, say }: CommandInput): Promise<void> {
  const store = storeOf(readCommandEnv(environment));
  const upgraded = await publishing(store, { dataDir, clock }, () => upgradeCatalogue(dataDir, clock));
  if (!upgraded) return say('There is nothing to do: the catalogue is of this version already.');
  const { from, generation, dropped } = upgraded;
  say(`The catalogue of version ${from} is now ${generation}, of version ${catalogueVersion}.`);
  if (dropped.length > 0) say(`This version has no place for ${dropped.join(', ')}.`);
}

function exportData({ dataDir, words: [what, file], shop, say }: CommandInput): void {
  if (what !== 'offers') throw new UsageError(`What is to be exported? Found "${what ?? ''}", not offers.`);
  if (file === undefined) exportOffers(dataDir, shop, say);
  else say(`${exportOffersInto(dataDir, shop, file)} offers are in ${file}.`);
}

async function remove(input: CommandInput): Promise<void> {
  if (input.isDryRun) return removeCommand(input.words, input);
  await publishing(storeOf(readCommandEnv(input.environment)), input, () => removeCommand(input.words, input));
}

async function feeds(input: CommandInput): Promise<void> {
  // Imported here, because other commands need no HTTP client.
  const { feedsCommand } = await import('./feeds.js');
  await feedsCommand({
    ...input,
    isLoopbackAllowed: readCommandEnv(input.environment).FEEDS_LOOPBACK,
    importProgram: new URL('./import.js', import.meta.url),
  });
}

const options = {
  'data-dir': { type: 'string' },
  json: { type: 'boolean', default: false },
  all: { type: 'boolean', default: false },
  handled: { type: 'string' },
  resend: { type: 'boolean', default: false },
  ...shopOptions,
  reason: { type: 'string', multiple: true },
  url: { type: 'string' },
  scope: { type: 'string' },
  days: { type: 'string' },
  'dry-run': { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h' },
} as const;

/** `commands.json` has usage, options and most words. After a word of `shopActions` the next word may name a shop. */
type Name = keyof typeof commands;
interface Command {
  readonly words: number;
  readonly options: readonly string[];
  readonly shopActions: readonly string[];
}
const runs: Readonly<Record<Name, (input: CommandInput) => void | Promise<void>>> = {
  report,
  backup,
  restore: restoreBackup,
  validate,
  config,
  upgrade,
  export: exportData,
  'text-overrides': textOverridesCommand,
  move: moveCommand,
  tokens: tokensCommand,
  recall: recallCommand,
  remove,
  withdrawals: withdrawalsCommand,
  feeds,
};
const isCommand = (name: string): name is Name => Object.hasOwn(commands, name);

/**
 * Runs a command of the operator.
 * @param say prints a line
 * @param complain prints a line about an error
 * @returns the exit code: 0 = done, 1 = refused or failed, 2 = called wrongly
 */
export const runOperatorCommand = (
  [name = '', ...args]: readonly string[],
  environment: NodeJS.ProcessEnv,
  clock: Clock,
  say: (line: string) => void,
  complain = say,
  offersProgram: URL | null = null,
) =>
  runCommand(usage, complain, async () => {
    const { values, positionals, tokens } = parseArgs({
      args: name.startsWith('-') ? [name, ...args] : [...args],
      allowPositionals: true,
      options,
      tokens: true,
    });
    if (values.help) {
      say(usage);
      return 0;
    }
    if (!isCommand(name)) throw new UsageError(`There is no command "${name}".`);
    const command: Command = commands[name];
    const strange = tokens.find(
      (token) => token.kind === 'option' && token.name !== 'data-dir' && !command.options.includes(token.name),
    );
    if (strange?.kind === 'option') throw new UsageError(`${name} has no option ${strange.rawName}.`);
    const most = command.words;
    const tooMany = positionals[most];
    if (tooMany !== undefined)
      throw new UsageError(most === 1 ? 'One FILE is enough.' : `${name} takes no FILE, found "${tooMany}".`);
    const { DATA_DIR, DATABASE_URL } = readCommandEnv(environment);
    if (offersProgram && DATABASE_URL !== undefined) shareOffersAt({ address: DATABASE_URL, program: offersProgram });
    await runs[name]({
      dataDir: values['data-dir'] ?? DATA_DIR,
      clock,
      databaseUrl: DATABASE_URL,
      words: positionals,
      environment,
      json: values.json,
      all: values.all,
      handled: values.handled,
      resend: values.resend,
      shop: shopChoiceOf(values, command.shopActions.includes(positionals[0] ?? '') ? positionals[1] : undefined),
      reasons: values.reason ?? [],
      url: values.url,
      scope: values.scope,
      days: values.days,
      isDryRun: values['dry-run'],
      say,
    });
    return 0;
  });

if (import.meta.main) {
  const [offers, words] = [new URL('./offers-thread.js', import.meta.url), process.argv.slice(2)];
  endWith(runOperatorCommand(words, process.env, systemClock, console.log, console.error, offers));
}
