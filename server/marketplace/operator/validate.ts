import { DatabaseSync } from 'node:sqlite';
import { servedFile } from '../catalogue-file/served-file.js';
import { offersFile } from '../offer-store/offer-file.js';
import { productFacts } from '../offer-store/product-flags.js';
import { validateOffers } from '../offer-store/validate-offers.js';
import { stateFile } from '../state/state-store.js';
import { damageOf } from '../state/store-damage.js';
import { idsFile } from './backup.js';

/**
 * Checks the files of a data folder for damage, and derived data of offers for consistency; works while the shop runs.
 * @returns a sentence for each fault
 */
export function validateData(dataDir: string): string[] {
  const state = stateFile(dataDir);
  const damaged = damageOf(state);
  if (damaged) return [`${state}: ${damaged}.`];
  const offers = offersFile(dataDir);
  const served = servedFile(dataDir);
  const files = [idsFile(dataDir), ...(served === null ? [] : [served]), offers];
  const damages = files.map((file) => ({ file, damage: damageOf(file) })).filter(({ damage }) => damage !== null);
  const sentences = damages.map(({ file, damage }) => `${file}: ${damage}.`);
  if (damages.some(({ file }) => file === offers)) return sentences;
  const isRead = served !== null && !damages.some(({ file }) => file === served);
  using catalogue = isRead ? new DatabaseSync(served, { readOnly: true }) : null;
  const faults = validateOffers(offers, catalogue && productFacts(catalogue));
  return [...sentences, ...faults.map((words) => `${offers}: ${words}.`)];
}
