import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import type { Clock } from '../../clock/clock.js';
import { changeRates } from '../offer-store/change-shop.js';
import { offersFile } from '../offer-store/offer-file.js';
import { OfferWriter } from '../offer-store/offer-writer.js';
import { catalogueVersion } from './catalogue-schema.js';
import { productFacts } from './product-flags.js';
import { servedFile, versionOf } from './served-file.js';

/**
 * Takes tariffs off to countries that nobody may ship to any more, and works the offers of their shops out anew. To be
 * called by who holds the lock of `ids.db`.
 * @param embargo codes of countries
 * @returns ids of the shops that shipped there
 */
export function applyEmbargo(dataDir: string, embargo: readonly string[], clock: Clock): number[] {
  const served = servedFile(dataDir);
  if (embargo.length === 0 || served === null || !existsSync(served) || !existsSync(offersFile(dataDir))) return [];
  if (versionOf(served) !== catalogueVersion) return [];
  const catalogue = new DatabaseSync(served, { readOnly: true });
  const writer = new OfferWriter(dataDir, productFacts(catalogue), clock);
  try {
    const barred = `country in (${embargo.map(() => '?').join(', ')})`;
    const shops = writer.database.prepare(`select distinct shop_id as id from shop_rate where ${barred}`);
    const ids = shops.all(...embargo).map(({ id }) => Number(id));
    for (const id of ids)
      changeRates(writer, id, () =>
        writer.database.prepare(`delete from shop_rate where shop_id = ? and ${barred}`).run(id, ...embargo),
      );
    return ids;
  } finally {
    writer.close();
    catalogue.close();
  }
}
