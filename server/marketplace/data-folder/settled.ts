import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { catalogueVersion } from '../catalogue-file/catalogue-schema.js';
import { servedFile, versionOf } from '../catalogue-file/served-file.js';
import { offersFile } from '../offer-store/offer-file.js';
import { isUpToDate, openNamed, stateFile } from '../state/state-store.js';
import { isRestoreUnfinished } from './unfinished-restore.js';

/** Key in `meta` of the offers: the catalogue that all offers were judged by. */
export const judgedBy = 'judged by';
/** Key in `meta` of the offers: the catalogue that starts without shops and offers when it is served. */
export const clearedBy = 'cleared by';

/**
 * Whether the folder can be served as it is (P265). Otherwise the state thread mends it first, or gives the reason why
 * it cannot. A settled folder has a state with the tables of this version, and offers that match the served catalogue
 * and the embargo.
 * @param embargo codes of countries
 */
export function isSettled(dataDir: string, embargo: readonly string[]): boolean {
  try {
    if (isRestoreUnfinished(dataDir) || !existsSync(stateFile(dataDir)) || !isUpToDate(stateFile(dataDir)))
      return false;
    const served = servedFile(dataDir);
    if (served === null || versionOf(served) !== catalogueVersion || !existsSync(offersFile(dataDir))) return false;
    using offers = openNamed(offersFile(dataDir), { readOnly: true, timeout: 5000 });
    const meta = offers.prepare('select value from meta where key = ?');
    const name = basename(served);
    if (meta.get(judgedBy)?.value !== name || meta.get(clearedBy)?.value === name) return false;
    const barred = embargo.map(() => '?').join(', ');
    return !offers.prepare(`select 1 from shop_rate where country in (${barred}) limit 1`).get(...embargo);
  } catch {
    return false;
  }
}
