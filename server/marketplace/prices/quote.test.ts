import { expect, test } from 'vitest';
import { ids } from '../../../test/fixtures/marketplace/catalogue/small-catalogue-rows.js';
import { startTestService } from '../../../test/fixtures/marketplace/workers/service.js';
import { until } from '../../../test/support/until.js';
import type { Wire } from '../../contract/operations/handler-types.js';
import { changeRates } from '../offer-store/change-shop.js';

test('of two offers with equal totals and days, that of the better rated shop is the best', async () => {
  const own = await startTestService('catalogue');
  const [older, newer] = [ids.offerOf(1001, 'A'), ids.offerOf(1001, 'B')];
  own.changeOffers((writer) => {
    writer.commit((commit) => {
      commit.change(1001, older, { handling_max: 3 }, null);
      // Its tariff is four euros higher, and it delivers three days later.
      commit.change(1001, newer, { price: 2700, handling_max: 0 }, null);
    });
    changeRates(writer, 1, () => writer.database.exec('update shop set rating = 3 where id = 1'));
  });
  const listed = async (): Promise<Wire<'offers'>['offers']> =>
    (await own.call('/api/Angebote?sparePartId=1001&country=DE')).body.offers;
  await until('the new rating is shown', async () => (await listed()).some(({ shop }) => shop.rating === 3));
  const offers = await listed();
  expect(offers.map(({ id, totalPrice, deliveryDays }) => [Number(id), totalPrice, deliveryDays?.max])).toEqual([
    [newer, 36.9, 5],
    [older, 36.9, 5],
  ]);
  await own.stop();
});
