import { randomBytes } from 'node:crypto';
import type { Merchant, MerchantScope } from '../../contract/merchants.js';
import { ProblemError } from '../../contract/problem.js';
import type { ShopId } from '../program/shop-choice.js';
import type { StateDb } from '../state/state-store.js';
import { transact } from '../state/transact.js';
import {
  ago,
  digestOf,
  isSameDigest,
  isValid,
  makeToken,
  noteAct,
  noteEveryMs,
  revokeToken,
  scopesOf,
  sessionMs,
  type TokenRow,
} from './tokens.js';

/** The shop and token of a credential. */
export interface Holder {
  readonly shopId: ShopId;
  readonly tokenId: string;
  readonly scopes: readonly MerchantScope[];
  readonly expiresAt: string | null;
}

const holderOfRow = (row: TokenRow): Holder => ({
  shopId: row.shop_id,
  tokenId: row.id,
  scopes: scopesOf(row),
  expiresAt: row.expires_at,
});

/**
 * Finds the holder of a token or of a session. Unknown, ended and revoked ones fail alike, so that nobody learns which
 * exist.
 * @throws ProblemError `token`, and `scope` if the credential does not permit it
 */
export async function holderOf(db: StateDb, credential: string, scope: MerchantScope, now: Date): Promise<Holder> {
  const row = credential.startsWith('pms_')
    ? await rowOfSession(db, credential, now)
    : await rowOfToken(db, credential);
  if (!row || !isValid(row, now) || row.is_invitation === 1) throw new ProblemError('token', 'no valid token');
  if (!scopesOf(row).includes(scope)) throw new ProblemError('scope', `the token is not for ${scope}`);
  if (row.used_at === null || row.used_at < ago(now, noteEveryMs))
    await db.updateTable('merchant_token').set({ used_at: now.toISOString() }).where('id', '=', row.id).execute();
  return holderOfRow(row);
}

async function rowOfToken(db: StateDb, token: string): Promise<TokenRow | null> {
  const [, id = '', secret = ''] = /^pmt_([0-9a-f]{10})_([\w-]{43})$/.exec(token) ?? [];
  const row = await db.selectFrom('merchant_token').selectAll().where('id', '=', id).executeTakeFirst();
  // Compares without a row, too, so that the duration reveals nothing.
  const isRight = isSameDigest(row?.digest ?? '', digestOf(secret));
  return row && isRight ? row : null;
}

async function rowOfSession(db: StateDb, session: string, now: Date): Promise<TokenRow | null> {
  const id = digestOf(session);
  const row = await db
    .selectFrom('merchant_session')
    .innerJoin('merchant_token', 'merchant_token.id', 'merchant_session.token_id')
    .selectAll('merchant_token')
    .select('merchant_session.changed_at')
    .where('merchant_session.id', '=', id)
    .where('merchant_session.created_at', '>', ago(now, sessionMs.longest))
    .where('merchant_session.changed_at', '>', ago(now, sessionMs.idle))
    .executeTakeFirst();
  if (!row) return null;
  const { changed_at: changedAt, ...token } = row;
  if (changedAt < ago(now, noteEveryMs))
    await db.updateTable('merchant_session').set({ changed_at: now.toISOString() }).where('id', '=', id).execute();
  return token;
}

/** Exchanges an invitation for the merchant's own token, once. @returns null for other tokens @throws ProblemError `token` */
async function redeem(db: StateDb, token: string, now: Date): Promise<string | null> {
  const row = await rowOfToken(db, token);
  if (!row || row.is_invitation === 0 || !isValid(row, now)) return null;
  if (!(await revokeToken(db, row.id, now))) throw new ProblemError('token', 'the invitation was redeemed');
  return (await makeToken(db, row.shop_id, row.scope, null, now)).token;
}

/**
 * Begins a session for a token. A session cannot begin another one.
 * @returns `made`: the token that an invitation was exchanged for
 * @throws ProblemError as `holderOf`
 */
export async function signIn(db: StateDb, given: string, now: Date, requestId: string) {
  if (!given.startsWith('pmt_')) throw new ProblemError('token', 'no token');
  const made = await redeem(db, given, now);
  const token = made ?? given;
  const holder = await holderOf(db, token, 'read', now);
  const { shopId, tokenId } = holder;
  const session = `pms_${randomBytes(32).toString('base64url')}`;
  const at = now.toISOString();
  await transact(db, async (tx) => {
    const row = { id: digestOf(session), token_id: tokenId, created_at: at, changed_at: at };
    await tx.insertInto('merchant_session').values(row).execute();
    await noteAct(tx, { shopId, tokenId, event: 'signed_in', requestId }, now);
  });
  return { holder, session, made };
}

/** Ends a session. @throws ProblemError `token` for an unknown one */
export async function signOut(db: StateDb, session: string, now: Date, requestId: string): Promise<Holder> {
  const holder = await holderOf(db, session, 'read', now);
  const { shopId, tokenId } = holder;
  await transact(db, async (tx) => {
    await tx.deleteFrom('merchant_session').where('id', '=', digestOf(session)).execute();
    await noteAct(tx, { shopId, tokenId, event: 'signed_out', requestId }, now);
  });
  return holder;
}

/** Returns a holder in the form of the contract. */
export const merchantOf = ({ shopId, scopes, tokenId, expiresAt }: Holder, name: string): Merchant => ({
  shop: { id: String(shopId), name },
  scopes: [...scopes],
  token: tokenId,
  expiresAt,
});
