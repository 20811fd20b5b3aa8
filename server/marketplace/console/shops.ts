import { type Clock, dateOf } from '../../clock/clock.js';
import type { Request, Wire } from '../../contract/operations/handler-types.js';
import { ProblemError } from '../../contract/problem.js';
import type { Generation } from '../generation/generation.js';
import { merchantPageOf } from '../merchants/merchant-page.js';
import { isValid, listTokens, makeToken } from '../merchants/tokens.js';
import { nameKey } from '../offer-store/name-key.js';
import { isExpectedError } from '../program/expected-error.js';
import type { ShopId } from '../program/shop-choice.js';
import type { StateDb } from '../state/state-store.js';
import type { Operator } from './sessions.js';

/** Most merchants that a page lists. */
const shown = 200;
/** Days for which an invitation is valid. */
const invitationDays = 7;

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

/** Finds a shop by its id. @throws ProblemError `not_found` */
function shopOf({ offers }: Generation, id: string) {
  const shop = offers.shops.all.get(Number(id));
  if (!shop) throw new ProblemError('not_found', 'no such shop');
  return { ...shop, id: shop.id as ShopId };
}

/** Makes an invitation. @throws ProblemError `not_found`; `too_many` if the shop has two tokens of the scope */
export async function inviteShop(
  db: StateDb,
  operator: Operator,
  generation: Generation,
  { id, scope }: Pick<Request<'consoleInvite'>, 'id' | 'scope'>,
  now: Date,
): Promise<Wire<'consoleInvite'>> {
  const shop = shopOf(generation, id);
  const made = await makeToken(db, shop.id, scope, invitationDays, now, 1).catch((error: unknown) => {
    throw isExpectedError(error) ? new ProblemError('too_many', 'tokens of a scope') : error;
  });
  await operator.note(db, { event: 'merchant_invited', what: `${shop.id} ${made.id}` });
  return { token: made.token };
}

/** Returns everything about a merchant, with the names of its tokens. @throws ProblemError `not_found` */
export async function shopPage(
  needs: Parameters<typeof merchantPageOf>[0],
  generation: Generation,
  id: string,
  clock: Clock,
): Promise<Wire<'consoleShop'>> {
  const shop = shopOf(generation, id);
  const tokens = (await listTokens(needs.db, shop.id)).map((row) => ({
    id: row.id,
    scope: row.scope,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    usedAt: row.used_at,
    isValid: isValid(row, dateOf(clock)),
    isInvitation: row.is_invitation === 1,
  }));
  return { ...(await merchantPageOf(needs, generation, shop, clock)), tokens };
}
