import { readEnv } from '../../env.js';
import { EnvError, type Variables } from '../../env-values.js';
import { incompleteEditions, joinEnvironment } from '../../shop-file/join-environment.js';
import { shopFilePath } from '../../shop-file/shop-file-content.js';
import { readShopSettings } from '../../shop-file/shop-settings.js';
import { readShopFile } from '../shop-file/shop-file.js';
import { CommandError } from './command-input.js';

function readEnvironment(source: Variables) {
  try {
    return readEnv(source);
  } catch (error) {
    if (error instanceof EnvError) throw new CommandError(error.message);
    throw error;
  }
}

/**
 * Reads environment and operator's file as a start does.
 * @throws CommandError, ShopFileError with a sentence for each error and each missing legal statement
 */
export function checkConfig(dataDir: string, source: Variables, say: (line: string) => void): void {
  const alone = readEnvironment(source);
  const settings = readShopSettings(dataDir);
  const env = joinEnvironment(alone, settings, source);
  const feeds = readShopFile(dataDir, source, env.FEEDS_LOOPBACK);
  const file = shopFilePath(dataDir);
  if (!settings) {
    say(`${file} ${feeds ? 'says nothing of the shop' : 'is not there'}: pages say what the demonstration says.`);
    return;
  }
  const missing = incompleteEditions(env, settings).flatMap(({ locale, missing: fields }) =>
    fields.map(
      ({ field, act }) =>
        `${file}, editions ${locale} identity ${field}: is missing (${act}); until it is given the edition is closed.`,
    ),
  );
  if (missing.length > 0) throw new CommandError(missing.join('\n'));
  say(`${file} is in order: ${settings.name}, ${[...settings.editions.keys()].join(', ')}.`);
}
