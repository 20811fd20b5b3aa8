import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { changeOffers, writeCatalogue } from '../../../test/fixtures/marketplace/catalogue/small-catalogue.js';
import { discCount, ids } from '../../../test/fixtures/marketplace/catalogue/small-catalogue-rows.js';
import { openCatalogue } from '../../../test/fixtures/marketplace/generation/open-catalogue.js';
import { testClock } from '../../../test/support/ticking-clock.js';
import { inLanguages } from '../../contract/languages.js';
import { addRecall } from '../offer-store/recall.js';
import { largestReduction } from './reduction.js';

test('the largest reduction of a leaf is found among many, without that of a recalled part', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'reduction-'));
  const file = writeCatalogue(dataDir, { generation: 'g1' });
  const last = ids.firstDisc + discCount - 1;
  const recalled = last - 1;
  /** Per cent. The products before the last two fill more than one block of reads. */
  const reductionOf = (product: number) =>
    product === last ? 50 : product === recalled ? 75 : product < 1021 ? 20 : 5;
  changeOffers(dataDir, file, (writer) => {
    writer.commit((commit) => {
      for (let product = ids.firstDisc; product <= last; product++)
        commit.change(
          product,
          ids.offerOf(product, 'A'),
          { price: 10_000 - 100 * reductionOf(product), lowest30: 10_000 },
          null,
        );
    });
    addRecall(writer, { productId: recalled, at: testClock.now(), reason: inLanguages(() => 'x'), url: null });
  });
  const opened = await openCatalogue(dataDir, 'g1', file);
  const context = { announceEnd: () => {}, dependsOn: () => {} };
  const largestTo = (country: string) =>
    largestReduction(opened, { categoryId: String(ids.discs), country } as never, context);
  // Poland has no edition, so its answer comes from all offers.
  expect([await largestTo('DE'), await largestTo('PL')]).toEqual([{ percent: 50 }, { percent: 50 }]);
  await opened.close();
  rmSync(dataDir, { recursive: true });
});

test('a reduction that has ended gives way to the largest one of all others', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'reduction-'));
  const file = writeCatalogue(dataDir, { generation: 'g1' });
  const price = (percent: number) => 10_000 - 100 * percent;
  changeOffers(dataDir, file, (writer) =>
    writer.commit((commit) => {
      for (let at = 0; at < discCount; at++) {
        const product = ids.firstDisc + at;
        // The first block of reads has those of 30 per cent. Their next price is 10 per cent below the former.
        const stored = at < 20 ? 30 : at === 20 ? 20 : 5;
        const changes = at < 20 ? [{ at: testClock.now() - 1000, price: 6300 }] : [];
        const values = { price: price(stored), lowest30: 10_000 };
        commit.change(product, ids.offerOf(product, 'A'), values, changes);
      }
    }),
  );
  const opened = await openCatalogue(dataDir, 'g1', file);
  const asked = { categoryId: String(ids.discs), country: 'DE' } as never;
  expect(await largestReduction(opened, asked, { announceEnd: () => {}, dependsOn: () => {} })).toEqual({
    percent: 20,
  });
  await opened.close();
  rmSync(dataDir, { recursive: true });
});
