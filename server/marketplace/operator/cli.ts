import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Clock, dateOf, systemClock } from '../../clock/clock.js';
import { readCommandEnv, storeOf } from '../../env-marketplace.js';
import { publishing } from '../catalogue-store/while-importing.js';
import { endWith, runCommand, UsageError } from '../commands/run-command.js';
import { type ShopChoice, shopChoiceOf, shopOptions } from '../commands/shop-choice.js';
import { upgradeCatalogue } from '../import/upgrade.js';
import { shareOffersAt } from '../offer-store/shared-offers.js';
import { catalogueVersion } from '../store/catalogue-schema.js';
import { databaseNameOf } from '../store/postgres.js';
import type { StatePlace } from '../store/state-place.js';
import { backUp } from './backup.js';
import { checkConfig } from './check-config.js';
import { CommandError } from './command-error.js';
import { correctionsCommand } from './corrections.js';
import { dataReportsCommand } from './data-reports.js';
import { exportOffers, exportOffersInto } from './export-offers.js';
import { moveCommand } from './move.js';
import { damageOf } from './partial-file.js';
import { recallCommand } from './recall.js';
import { removeCommand } from './remove.js';
import { makeReport } from './report.js';
import { reportSearches, searchReportText } from './report-searches.js';
import { reportText, sizeText, table } from './report-text.js';
import { restore } from './restore.js';
import { tokensCommand } from './tokens.js';
import { validateData } from './validate.js';
import { listDeclarations, markHandled } from './withdrawals.js';

const usage = `Usage, each with [--data-dir DIRECTORY]:
  npm run report -- [--json]
  npm run report -- searches [--json]
  npm run report -- data [--all] [--json] [--handled NUMBER]
  npm run backup -- FILE
  npm run restore -- FILE
  npm run move -- sqlite postgres | postgres sqlite
  npm run upgrade
  npm run validate -- [FILE]
  npm run export -- offers [SHOP] [FILE]
  npm run recall -- add BRAND NUMBER --reason TEXT [--reason fr:TEXT] [--url URL] | remove BRAND NUMBER | list [--json]
  npm run remove -- product BRAND NUMBER | category ID | vehicle ID | shop SHOP [--dry-run]
  npm run withdrawals -- [--all] [--json] [--handled NUMBER]
  npm run corrections -- list | serve
  npm run config -- check
  npm run tokens -- new SHOP [--scope read|offers] [--days NUMBER] | rotate TOKEN | revoke TOKEN | list [SHOP] [--json]
    | log SHOP [--json]
  npm run feeds -- list [SHOP] [--json] | run NAME | again [SHOP] | check | outbox [--json] [--resend]
SHOP is --shop with a name or slug, or --shop-id with an id.`;

interface CommandInput extends StatePlace {
  /** Words after the name of the command. */
  readonly words: readonly string[];
  readonly environment: NodeJS.ProcessEnv;
  readonly json: boolean;
  readonly all: boolean;
  readonly handled: string | undefined;
  readonly resend: boolean;
  readonly shop: ShopChoice | null;
  readonly isDryRun: boolean;
  readonly reasons: readonly string[];
  readonly url: string | undefined;
  readonly scope: string | undefined;
  readonly days: string | undefined;
  say(line: string): void;
}

function neededFile({ words: [file] }: CommandInput): string {
  if (file === undefined) throw new UsageError('FILE is missing.');
  return file;
}

/** What a backup of the folder does not hold. */
const notOfFolder = (address: string): string =>
  `Carts, accounts and all else that visitors write are in ${databaseNameOf(address)} and not in this file.`;

const restoredOffers = {
  restored: 'Shops and offers are those of the backup.',
  kept: 'The backup has no shops and offers; those that were there stay.',
  fetched: 'Shops and offers are those of PostgreSQL, which the folder follows.',
} as const;

const commands: Readonly<Record<string, (input: CommandInput) => void | Promise<void>>> = {
  async report({ words: [what], ...input }) {
    const { json, all, handled, say } = input;
    const now = dateOf(input.clock);
    if (what === 'data') return dataReportsCommand(input);
    if (all || handled !== undefined) throw new UsageError('--all and --handled are of npm run report -- data.');
    if (what === 'searches') {
      const searches = await reportSearches(input, now);
      return say(json ? JSON.stringify(searches, null, 2) : searchReportText(searches));
    }
    if (what !== undefined) throw new UsageError(`What is to be reported? Found "${what}", not data or searches.`);
    const report = await makeReport(input, now);
    say(json ? JSON.stringify(report, null, 2) : reportText(report));
  },
  async backup(input) {
    const { files } = await backUp(input.dataDir, neededFile(input));
    for (const { file, bytes } of files) input.say(`${file} (${sizeText(bytes)}) is whole.`);
    if (input.databaseUrl !== undefined) input.say(`${notOfFolder(input.databaseUrl)} Copy it with pg_dump.`);
  },
  async restore(input) {
    const file = neededFile(input);
    // What it writes is of this folder alone.
    shareOffersAt(null);
    const { kept, ids, offers, generation } = await restore(input, file);
    input.say(`${file} is restored in ${input.dataDir}.`);
    if (input.databaseUrl !== undefined) input.say(`${notOfFolder(input.databaseUrl)} It stays as it is.`);
    if (kept) input.say(`What was there before is ${kept}.`);
    input.say(ids === 'restored' ? 'The ids are those of the backup.' : 'The ids that were there stay.');
    input.say(restoredOffers[offers]);
    if (input.databaseUrl !== undefined && offers !== 'fetched')
      input.say(`${databaseNameOf(input.databaseUrl)} has no offers: those of the folder become its first ones.`);
    input.say(
      generation
        ? `The catalogue is ${generation}.`
        : 'There is no catalogue: import one, or make one with npm run demo (in the container: node dist/demo.js).',
    );
  },
  validate({ dataDir, words: [file], say }) {
    if (file !== undefined) return say(damageOf(join(dataDir, file), true) ?? 'ok');
    const wrong = validateData(dataDir);
    if (wrong.length > 0) throw new CommandError(wrong.join('\n'));
    say('All files are sound, and all that follows from the offers does so.');
  },
  config({ dataDir, words: [what], environment, say }) {
    if (what !== 'check') throw new UsageError(`config can check; found "${what ?? ''}".`);
    checkConfig(dataDir, environment, say);
  },
  async upgrade({ dataDir, clock, environment, say }) {
    const store = storeOf(readCommandEnv(environment));
    const upgrade = await publishing(store, { dataDir, clock }, () => upgradeCatalogue(dataDir, clock));
    if (!upgrade) return say('There is nothing to do: the catalogue is of this version already.');
    const { from, generation, dropped } = upgrade;
    say(`The catalogue of version ${from} is now ${generation}, of version ${catalogueVersion}.`);
    if (dropped.length > 0) say(`This version has no place for ${dropped.join(', ')}.`);
  },
  export({ dataDir, words: [what, file], shop, say }) {
    if (what !== 'offers') throw new UsageError(`What is to be exported? Found "${what ?? ''}", not offers.`);
    if (file === undefined) exportOffers(dataDir, shop, say);
    else say(`${exportOffersInto(dataDir, shop, file)} offers are in ${file}.`);
  },
  corrections: ({ words, ...input }) => correctionsCommand(words, input),
  move: ({ words, ...input }) => moveCommand(words, input),
  tokens: ({ words, ...input }) => tokensCommand(words, input),
  recall: ({ words, ...input }) => recallCommand(words, input),
  remove: ({ words, ...input }) =>
    input.isDryRun
      ? removeCommand(words, input)
      : publishing(storeOf(readCommandEnv(input.environment)), input, () => removeCommand(words, input)),
  async withdrawals(input) {
    const { handled, all, json, clock, say } = input;
    if (handled !== undefined) {
      await markHandled(input, handled, dateOf(clock));
      return say(`${handled} is dealt with.`);
    }
    const declarations = await listDeclarations(input, all);
    if (json) return say(JSON.stringify(declarations, null, 2));
    if (declarations.length === 0) return say(all ? 'There are no declarations.' : 'There are no open declarations.');
    const rows = declarations.map((each) => [
      each.number,
      each.receivedAt.slice(0, 16).replace('T', ' '),
      each.handledAt ? `handled ${each.handledAt.slice(0, 10)}` : 'open',
      each.orderId,
      each.name,
      each.email,
      each.locale,
    ]);
    say(table(rows).join('\n'));
  },
  async feeds({ words, ...input }) {
    // Read here, since other commands need no client of HTTP.
    const { feedsCommand } = await import('./feeds.js');
    await feedsCommand(words, {
      ...input,
      isLoopbackAllowed: readCommandEnv(input.environment).FEEDS_LOOPBACK,
      importProgram: new URL('./import.js', import.meta.url),
    });
  },
};

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

/** Options that each command knows besides those of all. */
const ownOptions: Readonly<Record<string, readonly string[]>> = {
  report: ['json', 'all', 'handled'],
  withdrawals: ['json', 'all', 'handled'],
  feeds: ['shop', 'shop-id', 'json', 'resend'],
  export: ['shop', 'shop-id'],
  tokens: ['shop', 'shop-id', 'scope', 'days', 'json'],
  recall: ['reason', 'url', 'json'],
  remove: ['shop', 'shop-id', 'dry-run'],
};
/** Actions whose second word may be the name of a shop instead of an option. */
const shopActions: Readonly<Record<string, readonly string[]>> = {
  tokens: ['new', 'list', 'log'],
  feeds: ['list', 'again'],
  remove: ['shop'],
};
/** How many words a command takes besides its name. */
const maxWords: Readonly<Record<string, number>> = {
  report: 1,
  backup: 1,
  restore: 1,
  config: 1,
  corrections: 1,
  validate: 1,
  feeds: 2,
  move: 2,
  tokens: 2,
  export: 2,
  recall: 3,
  remove: 3,
};

/**
 * Runs a command of the operator; answers the exit code: 0 = done, 1 = refused or failed, 2 = wrongly called.
 * @param say prints a line
 * @param complain prints a line of what has gone wrong
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
    const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
    if (!command) throw new UsageError(`There is no command "${name}".`);
    const strange = tokens.find(
      (token) => token.kind === 'option' && token.name !== 'data-dir' && !ownOptions[name]?.includes(token.name),
    );
    if (strange?.kind === 'option') throw new UsageError(`${name} has no option ${strange.rawName}.`);
    const most = maxWords[name] ?? 0;
    const tooMany = positionals[most];
    if (tooMany !== undefined)
      throw new UsageError(most === 1 ? 'One FILE is enough.' : `${name} takes no FILE, found "${tooMany}".`);
    const { DATA_DIR, DATABASE_URL } = readCommandEnv(environment);
    if (offersProgram && DATABASE_URL !== undefined) shareOffersAt({ address: DATABASE_URL, program: offersProgram });
    await command({
      dataDir: values['data-dir'] ?? DATA_DIR,
      clock,
      databaseUrl: DATABASE_URL,
      words: positionals,
      environment,
      json: values.json,
      all: values.all,
      handled: values.handled,
      resend: values.resend,
      shop: shopChoiceOf(values, shopActions[name]?.includes(positionals[0] ?? '') ? positionals[1] : undefined),
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
