import type { Migration } from 'kysely/migration';
import { sessionsAndCarts } from './0001-sessions-and-carts.js';
import { withdrawals } from './0002-withdrawals.js';
import { cartSnapshots } from './0003-cart-snapshots.js';
import { users } from './0004-users.js';
import { handledWithdrawals } from './0005-handled-withdrawals.js';
import { idempotencyFingerprints } from './0006-idempotency-fingerprints.js';
import { feeds } from './0007-feeds.js';
import { dataReports } from './0008-data-reports.js';
import { searchCounts } from './0009-search-counts.js';
import { merchants } from './0010-merchants.js';
import { events } from './0011-events.js';
import { sessionMoves } from './0012-session-moves.js';
import { operatorConsole } from './0013-console.js';

import { leases } from './0014-leases.js';

import { corrections } from './0015-corrections.js';

import { merchantKeys } from './0016-merchant-keys.js';

import { cappedLinks } from './0017-capped-links.js';
import { importJobs } from './0017-import-jobs.js';

/** All migrations of the state store in the order of their names. A released migration is never changed. */
export const migrations: Record<string, Migration> = {
  '0001-sessions-and-carts': sessionsAndCarts,
  '0002-withdrawals': withdrawals,
  '0003-cart-snapshots': cartSnapshots,
  '0004-users': users,
  '0005-handled-withdrawals': handledWithdrawals,
  '0006-idempotency-fingerprints': idempotencyFingerprints,
  '0007-feeds': feeds,
  '0008-data-reports': dataReports,
  '0009-search-counts': searchCounts,
  '0010-merchants': merchants,
  '0011-events': events,
  '0012-session-moves': sessionMoves,
  '0013-console': operatorConsole,
  '0014-leases': leases,
  '0015-corrections': corrections,
  '0016-merchant-keys': merchantKeys,
  '0017-capped-links': cappedLinks,
  '0017-import-jobs': importJobs,
};
