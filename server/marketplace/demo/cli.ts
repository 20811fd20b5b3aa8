import { parseArgs } from 'node:util';
import { InvalidCatalogueError } from '../store/validate-catalogue.js';
import { DataFileError } from './csv.js';
import { makeDemo } from './main.js';
import { scaleNames, scales } from './scale/fill-at-scale.js';

const usage = 'Usage: npm run demo -- [--vehicles FILE] [--data-dir DIRECTORY] [--seed NUMBER] [--scale NAME]';

/** Makes a demonstration catalogue from the command line; answers the exit code. @param say prints a line */
export function runDemoCommand(
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
  say: (line: string) => void,
): number {
  const started = Date.now();
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        vehicles: { type: 'string' },
        'data-dir': { type: 'string' },
        seed: { type: 'string' },
        scale: { type: 'string' },
        help: { type: 'boolean' },
      },
    });
    if (values.help) {
      say(usage);
      return 0;
    }
    const seed = values.seed === undefined ? undefined : Number(values.seed);
    if (seed !== undefined && !Number.isSafeInteger(seed))
      throw new TypeError(`--seed must be a whole number, found "${values.seed}"`);
    const scale = scaleNames.find((name) => name === values.scale);
    if (values.scale !== undefined && scale === undefined)
      throw new TypeError(`--scale must be one of ${scaleNames.join(', ')}, found "${values.scale}"`);
    const result = makeDemo({
      dataDir: values['data-dir'] ?? environment.DATA_DIR ?? './data',
      vehiclesFile: values.vehicles,
      seed,
      scale: scale && scales[scale],
      onProgress: (line) => say(`[${((Date.now() - started) / 1000).toFixed(1).padStart(5)} s] ${line}`),
    });
    say(`Demonstration catalogue ${result.generation} is active.`);
    return 0;
  } catch (error) {
    if (error instanceof DataFileError || error instanceof InvalidCatalogueError) say(error.message);
    else if (error instanceof TypeError) say(`${error.message}\n${usage}`);
    else throw error;
    return 1;
  }
}

if (import.meta.main) process.exitCode = runDemoCommand(process.argv.slice(2), process.env, console.log);
