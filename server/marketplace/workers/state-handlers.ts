import { cartHandlers } from '../carts/handlers.js';
import { reportFeeds } from '../feeds/report-feeds.js';
import type { Handlers } from '../http/handler.js';
import type { FeedSettings } from '../shop-file/feed-settings.js';
import type { StateDb } from '../store/state-store.js';
import { userHandlers } from '../users/handlers.js';
import { declareWithdrawal } from '../withdrawals/declare-withdrawal.js';

/** What the state thread answers. @param feeds those that the operator has named */
export const stateHandlers = (db: StateDb, feeds: () => readonly FeedSettings[]): Handlers<'state'> => ({
  ...cartHandlers(db),
  ...userHandlers(db),
  feeds: ({ shop = null }) => reportFeeds(db, feeds(), shop, new Date()),
  withdrawal: (request) => declareWithdrawal(db, request),
});
