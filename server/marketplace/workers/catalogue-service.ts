import { existsSync } from 'node:fs';
import { BroadcastChannel } from 'node:worker_threads';
import type { JobTrouble } from '../../contract/offer-changes.js';
import { shopFilePath } from '../../shop-file/shop-file-content.js';
import { markIfDamaged } from '../catalogue-file/damaged-catalogue.js';
import { servedGeneration } from '../catalogue-file/served-file.js';
import { lostFile, lostIds, servedByOther } from '../data-folder/lost-files.js';
import { isSettled } from '../data-folder/settled.js';
import { CatalogueStore } from '../generation/catalogue-store.js';
import { createServiceServer } from '../http/http.js';
import { logLine } from '../program/log.js';
import { readySearch } from '../search/ready-search.js';
import { remoteRegister } from '../vehicles/registers.js';
import { catalogueHandlers } from './catalogue-handlers.js';
import { jobChannel } from './job-worker.js';
import { type MarketplaceSettings, openService, type StartService } from './service.js';

/** Pauses after a catalogue is served, so that its first pages come first. */
const readyAfterMs = 1000;
const checkAfterMs = 2000;

/**
 * Whether the folder can be served before the state thread has opened it (P265). Nothing is to be mended then, and the
 * operator's file is valid.
 * @param environment variables with secrets of the file
 */
export async function canGoFirst(
  dataDir: string,
  { embargo = [], feedsLoopback = false }: MarketplaceSettings,
  environment: NodeJS.ProcessEnv,
): Promise<boolean> {
  try {
    if (existsSync(shopFilePath(dataDir))) {
      const { readShopFile } = await import('../shop-file/shop-file.js');
      readShopFile(dataDir, environment, feedsLoopback);
    }
    return isSettled(dataDir, embargo);
  } catch {
    // The state thread gives the reason.
    return false;
  }
}

/** Starts the service of the catalogue thread. */
export const startService: StartService = async ({
  dataDir,
  clock,
  settings = {},
  port = 0,
  catalogueTimes,
  importProgram,
  loadStoreFollower,
}) => {
  let opened: CatalogueStore | null = null;
  const follower =
    settings.catalogueStore && importProgram && loadStoreFollower
      ? await loadStoreFollower()(settings.catalogueStore, {
          dataDir,
          clock,
          program: importProgram,
          served: () => (opened ? (opened.current?.id ?? null) : servedGeneration(dataDir)),
        })
      : null;
  const catalogue: CatalogueStore = await CatalogueStore.open(dataDir, {
    clock,
    times: catalogueTimes,
    withLists: true,
    onOpened(generation) {
      const isServed = (): boolean => catalogue.current === generation;
      const soon = (afterMs: number, event: string, work: () => Promise<void>): void =>
        void clock.after(afterMs, () => {
          if (!isServed()) return;
          work().catch((error: unknown) => {
            if (isServed()) logLine('warn', event, { generation: generation.id, reason: String(error) });
          });
        });
      soon(readyAfterMs, 'search_not_ready', () => readySearch(generation, isServed));
      soon(checkAfterMs, 'catalogue_not_checked', () => markIfDamaged(generation.file, isServed, clock));
    },
  });
  opened = catalogue;
  const { registers, registerTimeoutMs, trust } = settings;
  const registerAt = (template: string | undefined) =>
    template === undefined ? null : remoteRegister(template, clock, registerTimeoutMs);
  const handlers = catalogueHandlers({
    plate: registerAt(registers?.plate),
    vin: registerAt(registers?.vin),
    dutchPlate: registerAt(registers?.dutchPlate),
    nationalCode: registerAt(registers?.nationalCode),
  });
  let jobs: JobTrouble | null = null;
  const channel = new BroadcastChannel(jobChannel);
  channel.onmessage = ({ data }) => {
    jobs = data;
  };
  channel.unref();
  const troubles = () => ({ ...(follower && { store: follower.trouble() }), jobs });
  const server = createServiceServer('catalogue', handlers, catalogue, clock, trust, troubles);
  const lost = catalogue.current ? null : lostFile(dataDir);
  const reason = lost ?? lostIds(dataDir);
  if (reason) logLine('error', 'file_lost', { reason });
  const end = async (): Promise<void> => {
    channel.close();
    await follower?.stop();
  };
  return openService(server, catalogue, port, clock, end, lost ?? (catalogue.current ? null : servedByOther(dataDir)));
};
