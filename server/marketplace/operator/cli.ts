import { parseArgs } from 'node:util';
import { FeedRefused } from '../import/faults.js';
import { upgradeCatalogue } from '../import/upgrade.js';
import { catalogueVersion } from '../store/catalogue-schema.js';
import { StateFileError } from '../store/state-store.js';
import { InvalidCatalogueError } from '../store/validate-catalogue.js';
import { backUp } from './backup.js';
import { CommandError } from './command-error.js';
import { makeReport } from './report.js';
import { reportText, sizeText, table } from './report-text.js';
import { restore } from './restore.js';
import { listDeclarations, markHandled } from './withdrawals.js';

const usage = `Usage, each with [--data-dir DIRECTORY]:
  npm run report -- [--json]
  npm run backup -- FILE
  npm run restore -- FILE
  npm run upgrade
  npm run withdrawals -- [--all] [--json] [--handled NUMBER]`;

/** A command that was not written as it is meant to be; the usage is told with it. */
class UsageError extends Error {}

interface Asked {
  readonly dataDir: string;
  readonly file: string | undefined;
  readonly json: boolean;
  readonly all: boolean;
  readonly handled: string | undefined;
  readonly now: Date;
  say(line: string): void;
}

function neededFile({ file }: Asked): string {
  if (file === undefined) throw new UsageError('FILE is missing.');
  return file;
}

const commands: Readonly<Record<string, (asked: Asked) => void | Promise<void>>> = {
  async report({ dataDir, json, now, say }) {
    const report = await makeReport(dataDir, now);
    say(json ? JSON.stringify(report, null, 2) : reportText(report));
  },
  async backup(asked) {
    const { files } = await backUp(asked.dataDir, neededFile(asked));
    for (const { file, bytes } of files) asked.say(`${file} (${sizeText(bytes)}) is whole.`);
  },
  restore(asked) {
    const { kept, ids, generation } = restore(asked.dataDir, neededFile(asked), asked.now);
    asked.say(`${asked.file} is restored in ${asked.dataDir}.`);
    if (kept) asked.say(`What was there before is ${kept}.`);
    asked.say(ids === 'restored' ? 'The ids are those of the backup.' : 'The ids that were there stay.');
    asked.say(
      generation
        ? `The catalogue is ${generation}.`
        : 'There is no catalogue: import one, or make one with npm run demo (in the container: node dist/demo.js).',
    );
  },
  upgrade({ dataDir, say }) {
    const { from, generation, dropped } = upgradeCatalogue(dataDir);
    say(`The catalogue of version ${from} is now ${generation}, of version ${catalogueVersion}.`);
    if (dropped.length > 0) say(`This version has no place for ${dropped.join(', ')}.`);
  },
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
};

const options = {
  'data-dir': { type: 'string' },
  json: { type: 'boolean', default: false },
  all: { type: 'boolean', default: false },
  handled: { type: 'string' },
  help: { type: 'boolean' },
} as const;

function read(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

/** Runs a command of the operator; answers the exit code. @param say prints a line */
export async function runOperatorCommand(
  [name = '', ...args]: readonly string[],
  environment: NodeJS.ProcessEnv,
  say: (line: string) => void,
): Promise<number> {
  try {
    const { values, positionals } = read(args);
    const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
    if (!command || values.help) {
      say(usage);
      return values.help ? 0 : 1;
    }
    if (positionals.length > 1) throw new UsageError('One FILE is enough.');
    await command({
      dataDir: values['data-dir'] ?? environment.DATA_DIR ?? './data',
      file: positionals[0],
      json: values.json,
      all: values.all,
      handled: values.handled,
      now: new Date(),
      say,
    });
    return 0;
  } catch (error) {
    const told = [CommandError, StateFileError, FeedRefused, InvalidCatalogueError];
    if (told.some((kind) => error instanceof kind)) say((error as Error).message);
    else if (error instanceof UsageError) say(`${error.message}\n${usage}`);
    else throw error;
    return 1;
  }
}

if (import.meta.main) process.exitCode = await runOperatorCommand(process.argv.slice(2), process.env, console.log);
