import type { Clock } from '../../clock/clock.js';
import { startRetention, tidyCatalogues } from '../carts/retention.js';
import { startHeldFeeds } from '../console/held.js';
import { reportProgram } from '../console/report-program.js';
import { DiskSpace, noLimit } from '../data-folder/disk-space.js';
import { refuseEmptyOffers } from '../data-folder/lost-files.js';
import { applyEmbargo, settleOffers } from '../data-folder/offer-turn.js';
import { removeTemporaryFiles, whileNoImportRuns } from '../data-folder/temporary-files.js';
import { refuseUnfinishedRestore } from '../data-folder/unfinished-restore.js';
import { CatalogueStore } from '../generation/catalogue-store.js';
import { createServiceServer } from '../http/http.js';
import { startFollowing } from '../offer-commits/start-following.js';
import { scheduleChanges } from '../prices/schedule-changes.js';
import { logLine } from '../program/log.js';
import { readShopFile } from '../shop-file/shop-file.js';
import { openStateAt } from '../state/state-place.js';
import type { StateDb } from '../state/state-store.js';
import { watchStores } from '../state/watch-stores.js';
import { followTextOverrides, servedByProgram } from '../text-overrides/follow-text-overrides.js';
import { createJobWorker } from './job-worker.js';
import { openService, type StartService } from './service.js';
import { stateHandlers } from './state-handlers.js';

/** The state thread, which also cleans up the data folder. */
export const startService: StartService = async ({
  dataDir,
  clock,
  settings = {},
  port = 0,
  catalogueTimes,
  importProgram,
  offersProgram,
  environment = {},
  jobsProgram,
  onState,
}) => {
  refuseUnfinishedRestore(dataDir);
  const { trust, consoleTokens = [], embargo = [], feedsLoopback: isLoopbackAllowed = false, smtpUrl } = settings;
  let file = readShopFile(dataDir, environment, isLoopbackAllowed);
  const { databaseUrl, databaseConnections } = settings;
  const isShared = databaseUrl !== undefined && offersProgram !== undefined;
  if (!isShared) tidyUp(dataDir, embargo, clock);
  const state = await openStateAt({ dataDir, clock, databaseUrl, databaseConnections }, isShared ? undefined : onState);
  let endFollowing: (() => Promise<void>) | null = null;
  if (isShared) {
    try {
      endFollowing = await startFollowing({ dataDir, address: databaseUrl, program: offersProgram, clock });
      tidyUp(dataDir, embargo, clock);
    } catch (error) {
      await endFollowing?.();
      await state.destroy();
      throw error;
    }
    onState?.();
  }
  const catalogue = await CatalogueStore.open(dataDir, {
    clock,
    times: catalogueTimes,
    onRetired: () => tidyCatalogues(dataDir),
  });
  const jobs =
    importProgram && jobsProgram
      ? createJobWorker(
          jobsProgram,
          () => ({ dataDir, settings, importProgram: importProgram.href, file }),
          (changed) => {
            file = changed;
          },
          clock,
        )
      : null;
  const held = startHeldFeeds({ db: state, dataDir, clock, importProgram });
  const operateProgram = importProgram && new URL('./operate.js', importProgram);
  const reports = operateProgram ? reportProgram(operateProgram, dataDir, clock) : null;
  const stores = importProgram ? watchStores(new URL('./check-store.js', importProgram), dataDir, clock) : null;
  const textOverrides = operateProgram
    ? followTextOverrides({
        db: state,
        clock,
        served: () => catalogue.current?.offers.textOverrides.digest ?? null,
        serve: servedByProgram(operateProgram, dataDir),
      })
    : null;
  const server = createServiceServer(
    'state',
    stateHandlers(
      state,
      databaseUrl === undefined ? new DiskSpace(dataDir, clock) : noLimit,
      () => file?.feeds ?? [],
      () => file?.webhooks.map(({ name }) => name) ?? [],
      { dataDir, wakeJobs: jobs?.wake ?? null },
      smtpUrl !== undefined,
      { dataDir, held, reports, textOverrides, tokens: consoleTokens },
      stores,
    ),
    catalogue,
    clock,
    trust,
  );
  if (file || smtpUrl || (await hasOpenJob(state))) jobs?.wake();
  const endRetention = startRetention(state, dataDir, clock);
  const endChanges = importProgram ? scheduleChanges(catalogue, dataDir, importProgram, clock) : null;
  return openService(server, catalogue, port, clock, async () => {
    await endRetention();
    await endChanges?.();
    await jobs?.stop();
    await held.stop();
    await reports?.stop();
    await stores?.stop();
    await textOverrides?.stop();
    await endFollowing?.();
    await state.destroy();
  });
};

/** Whether uploads of merchants wait; also if that cannot be read. */
const hasOpenJob = (state: StateDb): Promise<boolean> =>
  state
    .selectFrom('merchant_import')
    .select('id')
    .where('ended_at', 'is', null)
    .limit(1)
    .execute()
    .then(
      (rows) => rows.length > 0,
      () => true,
    );

/** Removes files of killed imports, and makes offers and tariffs follow the served catalogue and the embargo. */
function tidyUp(dataDir: string, embargo: readonly string[], clock: Clock): void {
  const files = whileNoImportRuns(dataDir, () => {
    refuseEmptyOffers(dataDir);
    settleOffers(dataDir, clock);
    const shops = applyEmbargo(dataDir, embargo, clock);
    if (shops.length > 0) logLine('warn', 'embargo_applied', { shops, countries: embargo });
    return removeTemporaryFiles(dataDir);
  });
  if (files && files.length > 0) logLine('info', 'import_remains_removed', { files });
}
