import { startRetention, tidyCatalogues } from '../carts/retention.js';
import type { RunningFeeds } from '../feeds/start-feeds.js';
import { createServiceServer } from '../http/http.js';
import { logLine } from '../http/log.js';
import { scheduleChanges } from '../offers/schedule-changes.js';
import { readShopFile } from '../shop-file/shop-file.js';
import { CatalogueStore } from '../store/catalogue-store.js';
import { settleOffers } from '../store/offer-turn.js';
import { openStateStore } from '../store/state-store.js';
import { removeTemporaryFiles, whileNoImportRuns } from '../store/temporary-files.js';
import { openService, type StartService } from './service.js';
import { stateHandlers } from './state-handlers.js';

/** The program of the state thread, which also keeps the data folder tidy. */
export const startService: StartService = async ({
  dataDir,
  settings = {},
  port = 0,
  catalogueTimes,
  importProgram,
  environment = {},
  loadFeeds,
  onState,
}) => {
  const { trust, feedsLoopback: isLoopbackAllowed = false } = settings;
  const file = readShopFile(dataDir, environment, isLoopbackAllowed);
  tidyUp(dataDir);
  const state = await openStateStore(dataDir);
  onState?.();
  const catalogue = await CatalogueStore.open(dataDir, {
    times: catalogueTimes,
    onRetired: () => tidyCatalogues(dataDir),
  });
  const server = createServiceServer(
    'state',
    stateHandlers(state, () => feeds?.file().feeds ?? []),
    catalogue,
    trust,
  );
  let feeds: RunningFeeds | null = null;
  if (file && importProgram && loadFeeds)
    feeds = await loadFeeds()(file, { db: state, dataDir, importProgram, environment, isLoopbackAllowed });
  const endRetention = startRetention(state, dataDir);
  const endChanges = importProgram ? scheduleChanges(catalogue, dataDir, importProgram) : null;
  return openService(server, catalogue, port, async () => {
    endRetention();
    await endChanges?.();
    await feeds?.stop();
    await state.destroy();
  });
};

/** A catalogue that a killed import has left half made is of no use to anybody, and offers follow the one that is served. */
function tidyUp(dataDir: string): void {
  const files = whileNoImportRuns(dataDir, () => {
    settleOffers(dataDir);
    return removeTemporaryFiles(dataDir);
  });
  if (files && files.length > 0) logLine('info', 'import_remains_removed', { files });
}
