import { dateOf } from '../../clock/clock.js';
import { recordCheckout } from '../carts/checkout-data.js';
import { cartHandlers } from '../carts/handlers.js';
import { type ConsoleNeeds, consoleHandlers } from '../console/handlers.js';
import { type DiskSpace, reportStorage } from '../data-folder/disk-space.js';
import { reportDataError } from '../data-reports/report-data-error.js';
import { reportFeeds } from '../feeds/report-feeds.js';
import type { Handlers } from '../http/handler.js';
import { merchantHandlers } from '../merchants/handlers.js';
import { addSearchCounts } from '../search-counts/add-search-counts.js';
import type { FeedSettings } from '../shop-file/feed-settings.js';
import type { StateDb } from '../state/state-store.js';
import type { StoreWatch } from '../state/watch-stores.js';
import { userHandlers } from '../users/handlers.js';
import { declareWithdrawal, mailReceipt } from '../withdrawals/withdrawals.js';

/**
 * Operations of the state service.
 * @param space disk of the state
 * @param receivers names of the webhooks
 * @param merchants `wakeJobs` reports an import job; null = uploads are not imported
 * @param canMail whether there is a mail server
 * @param stores finds damaged files; null = they are not checked
 */
export const stateHandlers = (
  db: StateDb,
  space: Pick<DiskSpace, 'requireSpace'>,
  feeds: () => readonly FeedSettings[],
  receivers: () => readonly string[],
  merchants: { readonly dataDir: string; readonly wakeJobs: (() => void) | null },
  canMail: boolean,
  console: ConsoleNeeds,
  stores: StoreWatch | null,
): Handlers<'state'> => ({
  ...cartHandlers(db, space),
  ...userHandlers(db),
  ...merchantHandlers({ db, space, feeds, ...merchants }),
  ...consoleHandlers({ db, space, feeds, ...merchants, ...console }),
  countSearches: (request) => addSearchCounts(db, request),
  feeds: ({ shop = null }, { clock }) => reportFeeds(db, feeds(), shop, dateOf(clock)),
  storage: async () => ({ ...(await reportStorage(db, merchants.dataDir)), damagedStores: stores?.damaged() }),
  dataReport(request, { clock }) {
    space.requireSpace();
    return reportDataError(db, request, receivers(), dateOf(clock));
  },
  cartHandedOver: (request, { clock }) => recordCheckout(db, request, receivers(), dateOf(clock)),
  withdrawalMail: (request, { clock }) => mailReceipt(db, request, canMail, dateOf(clock)),
  withdrawal: (request, { clock }) => declareWithdrawal(db, request, receivers(), dateOf(clock)),
});
