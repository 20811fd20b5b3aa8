import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { writeCatalogue } from '../../../test/fixtures/marketplace/catalogue/small-catalogue.js';
import { openCatalogue } from '../../../test/fixtures/marketplace/generation/open-catalogue.js';
import { rateMarketplace, reviewMarketplace } from './reviews.js';

test('the rating has two decimals, and the latest twenty reviews are shown, older ones of a day first', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'reviews-'));
  const file = writeCatalogue(dataDir, { generation: 'g1' });
  const catalogue = new DatabaseSync(join(dataDir, file));
  catalogue.exec('delete from review');
  const add = catalogue.prepare(
    "insert into review (language, comment, mark, created_on, is_verified) values ('de', ?, ?, ?, ?)",
  );
  for (let n = 1; n <= 21; n++)
    add.run(String(n), n === 1 ? 1 : 5, n <= 19 ? '2026-09-02' : '2026-09-01', n === 1 ? 1 : 0);
  catalogue.close();
  const generation = await openCatalogue(dataDir, 'g1', file);
  try {
    const { shop } = await reviewMarketplace(generation, { locale: 'de-DE', country: 'DE' });
    const shown = shop.reviews.map(({ comment }) => Number(comment));
    expect(shown).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
    expect(shop.reviews.slice(0, 2).map(({ isVerified, mark }) => [isVerified, mark])).toEqual([
      [true, 1],
      [false, 5],
    ]);
    expect((await rateMarketplace(generation)).shop?.qualityIndicators.reviewIndicator).toEqual({
      overallMark: 4.81,
      totalReviewCount: 21,
    });
    using emptied = new DatabaseSync(join(dataDir, file));
    emptied.exec('delete from review');
    expect(await rateMarketplace(generation)).toEqual({ shop: null });
  } finally {
    await generation.close();
    rmSync(dataDir, { recursive: true });
  }
});
