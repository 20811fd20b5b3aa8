import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CartVisitor } from '../../../test/fixtures/marketplace/carts/visitor.js';
import { ids } from '../../../test/fixtures/marketplace/catalogue/small-catalogue-rows.js';
import { startTestService, type TestService } from '../../../test/fixtures/marketplace/workers/service.js';
import { optimise } from '../../contract/carts.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService('state');
});
afterAll(() => service.stop());

const offer = (product: number, shop: 'A' | 'B' | 'C') => ids.offerOf(product, shop);
const optimised = async (by: CartVisitor, query = '') => {
  const { body } = await by.call(`/api/Warenkorb/optimize${query}`);
  expect(optimise.safeParse(body).error?.issues ?? []).toEqual([]);
  return body;
};
const lineOffers = (cart: { cartArticles: { offerId: string; quantity: number }[] }) =>
  cart.cartArticles.map((line) => [line.offerId, line.quantity]);

/** Two discs from two shops: A ships for 5.90 € (free from 100 €), B for 9.90 € and is 2.50 € cheaper per piece. */
async function twoShops(): Promise<CartVisitor> {
  const visitor = new CartVisitor(service);
  await visitor.add(offer(1001, 'A'), 2, `?modelId=${ids.golfModel}`);
  await visitor.add(offer(1002, 'B'), 1);
  return visitor;
}

test('optimize returns the cart and three plans for the same parts, and changes nothing', async () => {
  const visitor = await twoShops();
  const before = await visitor.read();
  const { current, plans } = await optimised(visitor);
  expect(current.sums.priceTotal).toBe(before.cartData.priceTotal);
  expect(current.shops).toMatchObject([
    { name: 'Alpha', lines: 1 },
    { name: 'Beta', lines: 1 },
  ]);
  expect(plans.map(({ kind, exact }: { kind: string; exact: boolean }) => [kind, exact])).toEqual([
    ['cheapest', true],
    ['fewestParcels', true],
    ['fastest', true],
  ]);
  // 2 × 31 + 29.5 + 5.9 + 9.9 = 107.3 now. All from B: 57 + 29.5 + 9.9 = 96.4. All from A: 62 + 32 + 5.9 = 99.9.
  const [cheapest, fewest, fastest] = plans;
  expect(cheapest).toMatchObject({
    saving: 10.9,
    sums: { priceTotal: 96.4, shippingSum: 9.9 },
    shops: [{ name: 'Beta' }],
  });
  expect(cheapest.replacements).toEqual([
    {
      from: before.cartData.cartArticles[0].id,
      to: String(offer(1001, 'B')),
      shop: 'Beta',
      sum: 57,
      previousSum: 62,
    },
  ]);
  expect(fewest.shops).toHaveLength(1);
  expect(fastest).toMatchObject({ saving: 7.4, deliveryDays: { min: 1, max: 3 }, shops: [{ name: 'Alpha' }] });
  expect(await visitor.read()).toEqual(before);
});

test('a cart comes with its plans and advice if they are wanted', async () => {
  const visitor = await twoShops();
  const [{ plans }, { body: advice }] = await Promise.all([optimised(visitor), visitor.call('/api/Warenkorb/Rat')]);
  const alone = await visitor.read();
  const { body } = await visitor.call('/api/Warenkorb?besideMs=60000');
  expect(plans).not.toEqual([]);
  expect(body).toEqual({ ...alone, plans, advice });
  expect(Object.keys(alone)).toEqual(['cartData', 'undo']);
});

test('a plan is applied as a whole, and undone as a whole', async () => {
  const visitor = await twoShops();
  const before = await visitor.read();
  const { plans } = await optimised(visitor);
  const apply = (replacements: unknown) => visitor.call('/api/Warenkorb/Plan', { body: { replacements } });
  const refused = await apply([...plans[0].replacements, { from: 'nobodys', to: '1' }]);
  expect([refused.status, await visitor.read()]).toEqual([404, before]);
  const applied = await apply(plans[0].replacements);
  expect(applied.body.cartData.priceTotal).toBe(plans[0].sums.priceTotal);
  expect(applied.body.undo).toMatchObject({ kind: 'plan', changed: true });
  expect(applied.body.cartData.cartArticles[0]).toMatchObject({
    id: before.cartData.cartArticles[0].id,
    model: { id: ids.golfModel },
    fit: { state: 'fits' },
    previousPrice: null,
  });
  const { body } = await visitor.call(`/api/Warenkorb/Wiederherstellen/${applied.body.undo.id}`, { method: 'POST' });
  expect(body.cartData).toEqual(before.cartData);
});

test('a plan may swap the offers of two lines', async () => {
  const visitor = new CartVisitor(service);
  await visitor.add(offer(1001, 'A'), 2);
  const { cartArticles } = (await visitor.add(offer(1001, 'B'), 3)).body.cartData;
  const replacements = [
    { from: cartArticles[0].id, to: String(offer(1001, 'B')) },
    { from: cartArticles[1].id, to: String(offer(1001, 'A')) },
  ];
  const { body } = await visitor.call('/api/Warenkorb/Plan', { body: { replacements } });
  expect(lineOffers(body.cartData)).toEqual([
    [String(offer(1001, 'B')), 2],
    [String(offer(1001, 'A')), 3],
  ]);
});

test('a repeated plan that joins two lines is applied once', async () => {
  const visitor = new CartVisitor(service);
  await visitor.add(offer(1001, 'A'), 2);
  const { cartArticles } = (await visitor.add(offer(1001, 'B'), 3)).body.cartData;
  const to = String(offer(1001, 'B'));
  const replacements = cartArticles.map(({ id }: { id: string }) => ({ from: id, to }));
  const apply = () => visitor.call('/api/Warenkorb/Plan', { body: { replacements } });
  const first = await apply();
  expect(lineOffers(first.body.cartData)).toEqual([[to, 5]]);
  const second = await apply();
  expect([second.status, second.body.cartData, second.body.undo]).toEqual([200, first.body.cartData, first.body.undo]);
  const { body } = await visitor.call(`/api/Warenkorb/Wiederherstellen/${first.body.undo.id}`, { method: 'POST' });
  expect(body.cartData.cartArticles).toHaveLength(2);
});

test('Ersetzen moves a line to another offer of the same brand and number only, and joins an existing line', async () => {
  const visitor = await twoShops();
  const [first] = (await visitor.add(offer(1001, 'B'), 1, `?modelId=${ids.golfModel}`)).body.cartData.cartArticles;
  const replace = (line: string, to: number, query = '') =>
    visitor.call(`/api/Warenkorb/Ersetzen/${line}/${to}${query}`, { method: 'POST' });
  const codes = [
    await replace(first.id, offer(1002, 'A')),
    await replace(first.id, 77),
    await replace('unknown', offer(1001, 'B')),
    await replace(first.id, offer(1001, 'B'), '?country=AT&locale=de-AT'),
  ].map(({ body }) => body.code);
  expect(codes).toEqual(['invalid', 'offer_unknown', 'line_unknown', 'not_delivered']);
  const { body } = await replace(first.id, offer(1001, 'B'));
  expect(lineOffers(body.cartData)).toEqual([
    [String(offer(1001, 'B')), 3],
    [String(offer(1002, 'B')), 1],
  ]);
  const rows = await service.query(
    sql`select event, quantity_before, quantity_after from cart_audit order by id desc limit 2`,
  );
  expect(rows).toEqual([
    { event: 'replace', quantity_before: 2, quantity_after: 3 },
    { event: 'delete', quantity_before: 1, quantity_after: 0 },
  ]);
});

test('plans omit offers that do not ship or have too few pieces, and lines whose offer is gone', async () => {
  const visitor = new CartVisitor(service);
  await visitor.add(offer(1001, 'A'), 6);
  await visitor.add(offer(1002, 'B'), 1);
  const { plans } = await optimised(visitor, '?country=AT&locale=de-AT');
  expect(plans[0]).toMatchObject({ replacements: [], saving: 0, shops: [{ name: 'Alpha' }] });
  // Offers of the fixture have five pieces each.
  for (const plan of (await optimised(visitor)).plans)
    expect(plan.replacements.map(({ to }: { to: string }) => to)).not.toContain(String(offer(1001, 'B')));
  expect(await optimised(new CartVisitor(service))).toMatchObject({
    current: { shops: [], deliveryDays: null },
    plans: [],
  });
});

test('a line with too few pieces moves to an offer that has enough for all lines', async () => {
  const visitor = new CartVisitor(service);
  await visitor.add(offer(1001, 'A'), 3, `?modelId=${ids.golfModel}`);
  const added = await visitor.add(offer(1001, 'A'), 3);
  const [, short] = added.body.cartData.cartArticles;
  const [first, cheapest] = ['A', 'B'].map((shop) => String(offer(1001, shop as 'A')));
  const moves = async () =>
    (await optimised(visitor)).plans.map(({ replacements }: { replacements: { from: string; to: string }[] }) =>
      replacements.map(({ from, to }) => [from === short.id, to]),
    );
  // Offers of the fixture have five pieces each.
  expect([short.state, short.offerId]).toEqual(['tooFew', first]);
  for (const replacements of await moves()) expect(replacements).toContainEqual([true, cheapest]);
  // A third line of three pieces finds two pieces left.
  const { cartArticles } = (await visitor.add(offer(1001, 'A'), 3, '?modelId=5002')).body.cartData;
  for (const replacements of await moves()) expect(replacements).toEqual([[true, cheapest]]);
  await visitor.call(`/api/Warenkorb/Loeschen/${cartArticles[2].id}`, { method: 'POST' });
  await visitor.add(offer(1001, 'B'), 3, '?modelId=5002');
  for (const replacements of await moves()) expect(replacements).toEqual([]);
});

test('sums of a plan contain the deposit', async () => {
  const visitor = new CartVisitor(service);
  const { priceTotal, refundSum } = (await visitor.add(ids.offerOf(ids.pad, 'C'), 2)).body.cartData;
  const { sums } = (await optimised(visitor)).current;
  expect([refundSum, sums.refundSum, sums.priceTotal]).toEqual([30, 30, priceTotal]);
});
