import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CartVisitor } from '../../../test/fixtures/marketplace/carts/visitor.js';
import { ids } from '../../../test/fixtures/marketplace/catalogue/small-catalogue-rows.js';
import { startTestService, type TestService } from '../../../test/fixtures/marketplace/workers/service.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService('state');
});
afterAll(() => service.stop());

const A = (product: number) => ids.offerOf(product, 'A');

/** Replaces the offer of a line, and the verdict that its add has stored. */
async function pretend(offer: number, { offerId = offer, state }: { offerId?: number; state: string }): Promise<void> {
  const [row] = await service.query(
    sql<{ id: string; snapshot: string }>`select id, snapshot from cart_line where offer_id = ${offer}`,
  );
  const snapshot = JSON.stringify({ ...JSON.parse(String(row?.snapshot)), fit: { state, notes: [] } });
  await service.query(sql`update cart_line set offer_id = ${offerId}, snapshot = ${snapshot} where id = ${row?.id}`);
}

test("fit notes are in the reader's language, not in that of the add", async () => {
  const visitor = new CartVisitor(service);
  await visitor.add(A(1002), 1, '?modelId=5002&locale=fr-FR');
  for (const [locale, note] of [
    ['fr-FR', 'fr: bis 2009'],
    ['it-IT', 'it: bis 2009'],
  ])
    expect((await visitor.cart(`?locale=${locale}`)).cartArticles[0].fit).toEqual({
      state: 'conditional',
      notes: [note],
      conditions: ['MhCRCW'],
    });
});

test('universal goods keep their fit beside a vehicle, also without their offer', async () => {
  const visitor = new CartVisitor(service);
  await visitor.add(A(ids.oil), 1, '?modelId=5001');
  const universal = {
    model: { id: '5001' },
    fit: { state: 'universal', checks: [{ value: '5W-30', state: 'unknown' }] },
  };
  expect((await visitor.cart()).cartArticles).toMatchObject([universal]);
  await pretend(A(ids.oil), { offerId: 999_999, state: 'fits' });
  expect((await visitor.cart()).cartArticles).toMatchObject([{ ...universal, state: 'gone' }]);
});

test('a line without a vehicle has the verdict of now, and one whose vehicle is gone the stored one', async () => {
  const visitor = new CartVisitor(service);
  await visitor.add(A(1003));
  await pretend(A(1003), { state: 'universal' });
  expect((await visitor.cart()).cartArticles).toMatchObject([{ fit: { state: 'unknown' } }]);
  await visitor.add(A(1004), 1, '?modelId=5001');
  await pretend(A(1004), { state: 'no' });
  await service.query(
    sql`update cart_line set snapshot = replace(snapshot, '"id":"5001"', '"id":"7777"') where offer_id = ${A(1004)}`,
  );
  expect((await visitor.cart()).cartArticles).toMatchObject([
    { fit: { state: 'unknown' } },
    { model: { id: '7777' }, fit: { state: 'no' } },
  ]);
});
