import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Kysely, Selectable } from 'kysely';
import { type MerchantScope, merchantScopes } from '../../contract/merchants.js';
import { ExpectedError } from '../program/expected-error.js';
import type { ShopId } from '../program/shop-choice.js';
import type { MerchantEvent, StateTables } from '../state/state-tables.js';
import { transact } from '../state/transact.js';

type Db = Kysely<StateTables>;
export type TokenRow = Selectable<StateTables['merchant_token']>;

/** Most valid tokens of a shop and scope: the current one and its successor. */
const mostValid = 2;
/** Days for which a token stays valid after its rotation. */
export const rotationDays = 7;
const dayMs = 86_400_000;
const scopeWords: Readonly<Record<MerchantScope, string>> = { read: 'read', offers: 'change offers' };

/** Milliseconds without use, and since its beginning, after which a session ends (D87). */
export const sessionMs = { idle: 30 * 60_000, longest: 12 * 3_600_000 };
/** Milliseconds between two updates of the last use, so that not every call writes. */
export const noteEveryMs = 60_000;
export const ago = (now: Date, milliseconds: number): string => new Date(now.getTime() - milliseconds).toISOString();

export const digestOf = (secret: string): string => createHash('sha256').update(secret).digest('hex');

/** Random letters and digits, for names and sessions. */
const word = (bytes: number): string => randomBytes(bytes).toString('hex');

/** Compares digests in constant time. */
export const isSameDigest = (one: string, other: string): boolean =>
  timingSafeEqual(Buffer.from(digestOf(one)), Buffer.from(digestOf(other)));

/** @param what never contains a secret */
export interface MerchantAct {
  readonly shopId: ShopId;
  readonly tokenId: string | null;
  readonly event: MerchantEvent;
  readonly what?: string | null;
  readonly requestId?: string | null;
}

/** Writes an act into the audit trail, which keeps it for a year without any content. */
export async function noteAct(db: Db, { shopId, tokenId, event, what, requestId }: MerchantAct, now: Date) {
  const row = { at: now.toISOString(), shop_id: shopId, token_id: tokenId, event };
  await db
    .insertInto('merchant_audit')
    .values({ ...row, what: what ?? null, request_id: requestId ?? null })
    .execute();
}

/** Whether a token is valid at that time. */
export const isValid = ({ revoked_at: revoked, expires_at: expires }: TokenRow, now: Date): boolean =>
  revoked === null && (expires === null || expires > now.toISOString());

/** The scope for changes includes reading. */
export const scopesOf = ({ scope }: Pick<TokenRow, 'scope'>): readonly MerchantScope[] =>
  merchantScopes.slice(0, merchantScopes.indexOf(scope) + 1);

/**
 * Makes a token. Only this result has its secret; the state stores a digest (256 random bits need no salt).
 * @param days until it expires; null = never
 * @param isInvitation whether the first sign-in exchanges it for another token
 * @throws ExpectedError if the shop has two tokens of this scope already
 */
export async function makeToken(
  db: Db,
  shopId: ShopId,
  scope: MerchantScope,
  days: number | null,
  now: Date,
  isInvitation: 0 | 1 = 0,
): Promise<{ id: string; token: string }> {
  const id = word(5);
  const secret = randomBytes(32).toString('base64url');
  await transact(db, async (tx) => {
    await noteAct(tx, { shopId, tokenId: id, event: 'token_made', what: scope }, now);
    const others = await tx
      .selectFrom('merchant_token')
      .selectAll()
      .where('shop_id', '=', shopId)
      .where('scope', '=', scope)
      .execute();
    if (others.filter((row) => isValid(row, now)).length >= mostValid)
      throw new ExpectedError(`The shop has ${mostValid} tokens to ${scopeWords[scope]} already; revoke one first.`);
    const expiresAt = days === null ? null : new Date(now.getTime() + days * dayMs).toISOString();
    await tx
      .insertInto('merchant_token')
      .values({
        id,
        shop_id: shopId,
        digest: digestOf(secret),
        scope,
        is_invitation: isInvitation,
        created_at: now.toISOString(),
        expires_at: expiresAt,
      })
      .execute();
  });
  return { id, token: `pmt_${id}_${secret}` };
}

/** Finds a token by its name, valid or not. @throws ExpectedError for an unknown name */
async function tokenNamed(db: Db, id: string): Promise<TokenRow> {
  const row = await db.selectFrom('merchant_token').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) throw new ExpectedError(`There is no token "${id}".`);
  return row;
}

/**
 * Makes the successor of a token. The former one stays valid for some days, so that the merchant can switch.
 * @throws ExpectedError if the token is unknown, invalid, or already has a successor
 */
export async function rotateToken(db: Db, id: string, now: Date) {
  const former = await tokenNamed(db, id);
  if (!isValid(former, now)) throw new ExpectedError(`The token "${id}" is not valid any more; make a new one.`);
  const made = await makeToken(db, former.shop_id, former.scope, null, now);
  const end = new Date(now.getTime() + rotationDays * dayMs).toISOString();
  const expiresAt = former.expires_at !== null && former.expires_at < end ? former.expires_at : end;
  await transact(db, async (tx) => {
    await noteAct(tx, { shopId: former.shop_id, tokenId: id, event: 'token_ends', what: expiresAt }, now);
    await tx.updateTable('merchant_token').set({ expires_at: expiresAt }).where('id', '=', id).execute();
  });
  return { ...made, shopId: former.shop_id, formerEndsAt: expiresAt };
}

/**
 * Ends a token and its sessions at once; a repeat does nothing.
 * @returns false for a repeat
 * @throws ExpectedError for an unknown token
 */
export async function revokeToken(db: Db, id: string, now: Date): Promise<boolean> {
  return transact(db, async (tx) => {
    await tx.deleteFrom('merchant_session').where('token_id', '=', id).execute();
    const { shop_id: shopId } = await tokenNamed(tx, id);
    const open = tx.updateTable('merchant_token').where('id', '=', id).where('revoked_at', 'is', null);
    const { numUpdatedRows } = await open.set({ revoked_at: now.toISOString() }).executeTakeFirstOrThrow();
    if (numUpdatedRows > 0n) await noteAct(tx, { shopId, tokenId: id, event: 'token_revoked' }, now);
    return numUpdatedRows > 0n;
  });
}

/** Returns tokens by shop, the newest first. @param shopId null = all shops */
export async function listTokens(db: Db, shopId: ShopId | null): Promise<TokenRow[]> {
  const all = db.selectFrom('merchant_token').selectAll().orderBy('shop_id').orderBy('created_at', 'desc');
  return (shopId === null ? all : all.where('shop_id', '=', shopId)).execute();
}
