import { parseArgs } from 'node:util';
import { readCommandEnv } from '../../env-marketplace.js';
import { endWith, runCommand, UsageError } from '../commands/run-command.js';
import { upgradeCatalogue } from '../import/upgrade.js';
import { catalogueVersion } from '../store/catalogue-schema.js';
import { backUp } from './backup.js';
import { exportOffers, exportOffersInto } from './export-offers.js';
import { recallCommand } from './recall.js';
import { removeCommand } from './remove.js';
import { makeReport } from './report.js';
import { reportText, sizeText, table } from './report-text.js';
import { restore } from './restore.js';
import { listDeclarations, markHandled } from './withdrawals.js';

const usage = `Usage, each with [--data-dir DIRECTORY]:
  npm run report -- [--json]
  npm run backup -- FILE
  npm run restore -- FILE
  npm run upgrade
  npm run export -- offers [--shop SHOP] [FILE]
  npm run recall -- add BRAND NUMBER --reason TEXT [--reason fr:TEXT] [--url URL] | remove BRAND NUMBER | list [--json]
  npm run remove -- product BRAND NUMBER | category ID | vehicle ID | shop SHOP [--dry-run]
  npm run withdrawals -- [--all] [--json] [--handled NUMBER]
  npm run feeds -- list [SHOP] [--json] | run NAME | again [SHOP] | check | outbox [--json] [--resend]`;

interface CommandInput {
  readonly dataDir: string;
  /** Words after the name of the command. */
  readonly words: readonly string[];
  readonly environment: NodeJS.ProcessEnv;
  readonly json: boolean;
  readonly all: boolean;
  readonly handled: string | undefined;
  readonly resend: boolean;
  readonly shop: string | undefined;
  readonly isDryRun: boolean;
  readonly reasons: readonly string[];
  readonly url: string | undefined;
  readonly now: Date;
  say(line: string): void;
}

function neededFile({ words: [file] }: CommandInput): string {
  if (file === undefined) throw new UsageError('FILE is missing.');
  return file;
}

const commands: Readonly<Record<string, (input: CommandInput) => void | Promise<void>>> = {
  async report({ dataDir, json, now, say }) {
    const report = await makeReport(dataDir, now);
    say(json ? JSON.stringify(report, null, 2) : reportText(report));
  },
  async backup(input) {
    const { files } = await backUp(input.dataDir, neededFile(input));
    for (const { file, bytes } of files) input.say(`${file} (${sizeText(bytes)}) is whole.`);
  },
  restore(input) {
    const file = neededFile(input);
    const { kept, ids, offers, generation } = restore(input.dataDir, file, input.now);
    input.say(`${file} is restored in ${input.dataDir}.`);
    if (kept) input.say(`What was there before is ${kept}.`);
    input.say(ids === 'restored' ? 'The ids are those of the backup.' : 'The ids that were there stay.');
    input.say(
      offers === 'restored'
        ? 'Shops and offers are those of the backup.'
        : 'The backup has no shops and offers; those that were there stay.',
    );
    input.say(
      generation
        ? `The catalogue is ${generation}.`
        : 'There is no catalogue: import one, or make one with npm run demo (in the container: node dist/demo.js).',
    );
  },
  upgrade({ dataDir, say }) {
    const upgrade = upgradeCatalogue(dataDir);
    if (!upgrade) return say('There is nothing to do: the catalogue is of this version already.');
    const { from, generation, dropped } = upgrade;
    say(`The catalogue of version ${from} is now ${generation}, of version ${catalogueVersion}.`);
    if (dropped.length > 0) say(`This version has no place for ${dropped.join(', ')}.`);
  },
  export({ dataDir, words: [what, file], shop = null, say }) {
    if (what !== 'offers') throw new UsageError(`What is to be exported? Found "${what ?? ''}", not offers.`);
    if (file === undefined) exportOffers(dataDir, shop, say);
    else say(`${exportOffersInto(dataDir, shop, file)} offers are in ${file}.`);
  },
  recall: ({ words, ...input }) => recallCommand(words, input),
  remove: ({ words, ...input }) => removeCommand(words, input),
  async withdrawals({ dataDir, handled, all, json, now, say }) {
    if (handled !== undefined) {
      await markHandled(dataDir, handled, now);
      return say(`${handled} is dealt with.`);
    }
    const declarations = await listDeclarations(dataDir, all);
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
  shop: { type: 'string' },
  reason: { type: 'string', multiple: true },
  url: { type: 'string' },
  'dry-run': { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h' },
} as const;

/** Options that each command knows besides those of all. */
const ownOptions: Readonly<Record<string, readonly string[]>> = {
  report: ['json'],
  withdrawals: ['json', 'all', 'handled'],
  feeds: ['json', 'resend'],
  export: ['shop'],
  recall: ['reason', 'url', 'json'],
  remove: ['dry-run'],
};
/** How many words a command takes besides its name. */
const maxWords: Readonly<Record<string, number>> = {
  backup: 1,
  restore: 1,
  feeds: 2,
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
  say: (line: string) => void,
  complain = say,
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
    await command({
      dataDir: values['data-dir'] ?? readCommandEnv(environment).DATA_DIR,
      words: positionals,
      environment,
      json: values.json,
      all: values.all,
      handled: values.handled,
      resend: values.resend,
      shop: values.shop,
      reasons: values.reason ?? [],
      url: values.url,
      isDryRun: values['dry-run'],
      now: new Date(),
      say,
    });
    return 0;
  });

if (import.meta.main) endWith(runOperatorCommand(process.argv.slice(2), process.env, console.log, console.error));
