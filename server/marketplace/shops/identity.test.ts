import { expect, test } from 'vitest';
import { shopRow } from '../../../test/fixtures/marketplace/offer-store/shop-row.js';
import { startTestService } from '../../../test/fixtures/marketplace/workers/service.js';
import { until } from '../../../test/support/until.js';
import { identityColumns } from '../import/shops.js';
import { changeShop } from '../offer-store/change-shop.js';

test("a trader's identity is complete only with each of its facts", async () => {
  const own = await startTestService('catalogue');
  own.changeOffers((writer) => {
    for (const [index, column] of identityColumns.entries())
      changeShop(writer, shopRow(11 + index, { [column]: ' ' }), [['DE', 490, null, 1, 2]]);
    changeShop(writer, shopRow(10), [['DE', 490, null, 1, 2]]);
  });
  const pageOf = (id: number) => own.call(`/api/Shop/shop-${id}?country=DE`);
  await until('the last shop is served', async () => (await pageOf(10)).status === 200);
  expect((await pageOf(10)).body.isComplete).toBe(true);
  for (const [index, column] of identityColumns.entries())
    expect([column, (await pageOf(11 + index)).body.isComplete]).toEqual([column, false]);
  await own.stop();
});
