import { parseArgs } from 'node:util';
import { type Clock, systemClock } from '../clock/clock.js';
import { readCommandEnv } from '../env-marketplace.js';
import { shareOffersAt } from '../marketplace/offer-store/shared-offers.js';
import { endWith, runCommand, UsageError } from '../marketplace/program/run-command.js';
import { makeDemo } from './make-demo.js';
import { scales } from './scale/scale-plan.js';

const usage = 'Usage: npm run demo -- [--vehicles FILE] [--data-dir DIRECTORY] [--seed NUMBER] [--scale NAME]';

/**
 * Makes a demonstration catalogue from the command line.
 * @param complain prints a line about a fault
 * @returns the exit code: 0 = done, 1 = refused or failed, 2 = wrongly called
 */
export const runDemoCommand = (
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
  clock: Clock,
  say: (line: string) => void,
  complain = say,
  offersProgram: URL | null = null,
) =>
  runCommand(usage, complain, () => {
    const started = clock.steady();
    const { values } = parseArgs({
      args: [...args],
      options: {
        vehicles: { type: 'string' },
        'data-dir': { type: 'string' },
        seed: { type: 'string' },
        scale: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
      },
    });
    if (values.help) {
      say(usage);
      return 0;
    }
    const seed = values.seed === undefined ? undefined : Number(values.seed || Number.NaN);
    if (seed !== undefined && !Number.isSafeInteger(seed))
      throw new UsageError(`--seed must be a whole number, found "${values.seed}".`);
    const scale = values.scale === undefined ? undefined : scales[values.scale];
    if (values.scale !== undefined && !scale)
      throw new UsageError(`--scale must be one of ${Object.keys(scales).join(', ')}, found "${values.scale}".`);
    const { DATA_DIR, DATABASE_URL } = readCommandEnv(environment);
    if (offersProgram && DATABASE_URL !== undefined) shareOffersAt({ address: DATABASE_URL, program: offersProgram });
    const result = makeDemo({
      dataDir: values['data-dir'] ?? DATA_DIR,
      clock,
      vehiclesFile: values.vehicles,
      seed,
      scale,
      onProgress: (line) => say(`[${((clock.steady() - started) / 1000).toFixed(1).padStart(5)} s] ${line}`),
    });
    say(`Demonstration catalogue ${result.generation} is active.`);
    return 0;
  });

if (import.meta.main) {
  const [offers, words] = [new URL('./offers-thread.js', import.meta.url), process.argv.slice(2)];
  endWith(runDemoCommand(words, process.env, systemClock, console.log, console.error, offers));
}
