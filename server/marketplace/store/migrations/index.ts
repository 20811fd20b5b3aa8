import type { Migration } from 'kysely/migration';
import { sessionsAndCarts } from './0001-sessions-and-carts.js';
import { withdrawals } from './0002-withdrawals.js';
import { cartSnapshots } from './0003-cart-snapshots.js';
import { users } from './0004-users.js';
import { handledWithdrawals } from './0005-handled-withdrawals.js';
import { idempotencyFingerprints } from './0006-idempotency-fingerprints.js';
import { feeds } from './0007-feeds.js';

/** All migrations of the state store in the order of their names. A released migration is never changed. */
export const migrations: Record<string, Migration> = {
  '0001-sessions-and-carts': sessionsAndCarts,
  '0002-withdrawals': withdrawals,
  '0003-cart-snapshots': cartSnapshots,
  '0004-users': users,
  '0005-handled-withdrawals': handledWithdrawals,
  '0006-idempotency-fingerprints': idempotencyFingerprints,
  '0007-feeds': feeds,
};
