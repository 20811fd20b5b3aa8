import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { writeCatalogue } from '../../../test/fixtures/marketplace/catalogue/small-catalogue.js';
import { ids } from '../../../test/fixtures/marketplace/catalogue/small-catalogue-rows.js';
import { openCatalogue } from '../../../test/fixtures/marketplace/generation/open-catalogue.js';
import { type TestState, testState } from '../../../test/fixtures/marketplace/state/test-state.js';
import { testClock } from '../../../test/support/ticking-clock.js';
import type { Request } from '../../contract/operations/handler-types.js';
import { ProblemError } from '../../contract/problem.js';
import type { Generation } from '../generation/generation.js';
import type { CallContext } from '../http/handler.js';
import type { StateDb } from '../state/state-store.js';
import { cartHandlers } from './handlers.js';

const A = (product: number): string => String(ids.offerOf(product, 'A'));
const viewer = { locale: 'de-DE', country: 'DE' } as const;
let dataDir: string;
let state: TestState;
let db: StateDb;
let generation: Generation;
let isFull: boolean;
let handlers: ReturnType<typeof cartHandlers>;
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'cart-handlers-'));
  const file = writeCatalogue(dataDir, { generation: 'g1' });
  const catalogue = new DatabaseSync(join(dataDir, file));
  // The fifth disc has the measures of the first.
  catalogue.exec('update product set attributes = (select attributes from product where id = 1001) where id = 1005');
  catalogue.close();
  generation = await openCatalogue(dataDir, 'g1', file);
  state = await testState(dataDir);
  db = await state.open();
  const requireSpace = (): void => {
    if (isFull) throw new ProblemError('unavailable', 'the disk is full');
  };
  handlers = cartHandlers(db, { requireSpace });
});
beforeEach(async () => {
  isFull = false;
  await db.deleteFrom('session').execute();
});
afterAll(async () => {
  await generation.close();
  await db.destroy();
  await state.remove();
  rmSync(dataDir, { recursive: true });
});

const context: CallContext = {
  ...{ requestId: 'r', sid: 'a-visitor-of-the-shop2', isSigned: true, mayBegin: true, idempotencyKey: null },
  clock: testClock,
  generation: () => generation,
  announceSession: () => undefined,
  announceEnd: () => undefined,
  dependsOn: () => undefined,
};
const add = async (id: string) => {
  const request = { ...viewer, id, quantity: 1, modelId: ids.golfModel } as Request<'cartAdd'>;
  return (await handlers.cartAdd(request, context)).cartData.cartArticles;
};

test('with a full disk nothing is added, and all else goes on', async () => {
  const [line] = await add(A(1001));
  isFull = true;
  await expect(add(A(1002))).rejects.toMatchObject({ code: 'unavailable' });
  const link = { ...viewer, items: [{ offerId: A(1002), quantity: 1 }], skipped: 0, replace: false };
  const generated = handlers.cartGenerate(link as Request<'cartGenerate'>, context);
  await expect(generated).rejects.toMatchObject({ code: 'unavailable' });
  const id = line?.id ?? '';
  const { cartData } = await handlers.cartChange({ ...viewer, id, quantity: 3 }, context);
  expect(cartData.countArticles).toBe(3);
  const removed = await handlers.cartDelete({ ...viewer, id }, context);
  expect(removed.cartData.countArticles).toBe(0);
  const restored = await handlers.cartRestore({ ...viewer, id: removed.undo?.id ?? '' }, context);
  expect(restored.cartData.countArticles).toBe(3);
});

test('a plan of equivalent parts replaces a part by another one, and can be undone as such', async () => {
  const [line] = await add(A(1001));
  const replacements = [{ from: line?.id ?? '', to: A(1005) }];
  await expect(handlers.cartPlan({ ...viewer, replacements }, context)).rejects.toMatchObject({ code: 'invalid' });
  const confirmed = { ...viewer, replacements, confirmed: true } as const;
  const { cartData, undo } = await handlers.cartEquivalentPlan(confirmed, context);
  expect([cartData.cartArticles.map(({ offerId }) => offerId), undo?.kind]).toEqual([[A(1005)], 'equivalent']);
});

test('a removal on the cart page makes its prices the seen ones, and an add elsewhere does not', async () => {
  const [first] = await add(A(1001));
  await db.updateTable('cart_line').set({ seen_price: 3000 }).execute();
  const [, second] = await add(A(1002));
  const previous = async () => (await handlers.cart({ ...viewer } as Request<'cart'>, context)).cartData.cartArticles;
  expect(await previous()).toMatchObject([{ id: first?.id, previousPrice: 30 }, { previousPrice: null }]);
  await handlers.cartDelete({ ...viewer, id: second?.id ?? '' }, context);
  expect(await previous()).toMatchObject([{ id: first?.id, previousPrice: null }]);
});
