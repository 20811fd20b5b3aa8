import { type Clock, dateOf } from '../../clock/clock.js';
import type { Wire } from '../../contract/operations/handler-types.js';
import { ProblemError } from '../../contract/problem.js';
import type { Generation } from '../generation/generation.js';
import { merchantPageOf } from '../merchants/merchant-page.js';
import { isValid, listTokens } from '../merchants/tokens.js';
import { nameKey } from '../offer-store/name-key.js';
import type { ShopId } from '../program/shop-choice.js';

/** Most merchants that a page lists. */
const shown = 200;

/** Finds merchants by a part of their name, in the order of their names. */
export async function shopsNamed({ offers }: Generation, query: string): Promise<Wire<'consoleShops'>> {
  const all = await offers.db
    .selectFrom('shop')
    .select(['id', 'name', 'city', 'country', 'offers'])
    .orderBy('name')
    .execute();
  const found = all.filter(({ name }) => nameKey(name).includes(nameKey(query))).slice(0, shown);
  return { shops: found.map((shop) => ({ ...shop, id: String(shop.id) })) };
}

/** Returns everything about a merchant, with the names of its tokens. @throws ProblemError `not_found` */
export async function shopPage(
  needs: Parameters<typeof merchantPageOf>[0],
  generation: Generation,
  id: string,
  clock: Clock,
): Promise<Wire<'consoleShop'>> {
  const known = generation.offers.shops.all.get(Number(id));
  if (!known) throw new ProblemError('not_found', 'no such shop');
  const shop = { ...known, id: known.id as ShopId };
  const tokens = (await listTokens(needs.db, shop.id)).map((row) => ({
    id: row.id,
    scope: row.scope,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    usedAt: row.used_at,
    isValid: isValid(row, dateOf(clock)),
  }));
  return { ...(await merchantPageOf(needs, generation, shop, clock)), tokens };
}
