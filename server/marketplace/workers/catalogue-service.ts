import { createServiceServer } from '../http/http.js';
import { logLine } from '../http/log.js';
import { readySearch } from '../search/ready-search.js';
import { CatalogueStore } from '../store/catalogue-store.js';
import { lookForDamage } from '../store/damaged-catalogue.js';
import { lostFile, lostIds } from '../store/lost-files.js';
import { servedGeneration } from '../store/served-file.js';
import { outsideRegister } from '../vehicles/outside-register.js';
import { catalogueHandlers } from './catalogue-handlers.js';
import { openService, type StartService } from './service.js';

/** Milliseconds after which the file of a catalogue that is served is read over. */
const checkAfterMs = 2000;

/** The program of the catalogue thread. */
export const startService: StartService = async ({
  dataDir,
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
          program: importProgram,
          served: () => (opened ? (opened.current?.id ?? null) : servedGeneration(dataDir)),
        })
      : null;
  const catalogue: CatalogueStore = await CatalogueStore.open(dataDir, {
    times: catalogueTimes,
    withLists: true,
    onOpened(generation) {
      const isServed = (): boolean => catalogue.current === generation;
      readySearch(generation, isServed).catch((error: unknown) => {
        if (isServed()) logLine('warn', 'search_not_ready', { generation: generation.id, reason: String(error) });
      });
      lookForDamage(generation.file, checkAfterMs, isServed).catch((error: unknown) =>
        logLine('warn', 'catalogue_not_checked', { generation: generation.id, reason: String(error) }),
      );
    },
  });
  opened = catalogue;
  const { registers, trust } = settings;
  const registerAt = (template: string | undefined) => (template === undefined ? null : outsideRegister(template));
  const handlers = catalogueHandlers({
    plate: registerAt(registers?.plate),
    vin: registerAt(registers?.vin),
    dutchPlate: registerAt(registers?.dutchPlate),
    nationalCode: registerAt(registers?.nationalCode),
  });
  const server = createServiceServer('catalogue', handlers, catalogue, trust, follower?.trouble);
  const lost = catalogue.current ? null : lostFile(dataDir);
  const reason = lost ?? lostIds(dataDir);
  if (reason) logLine('error', 'file_lost', { reason });
  return openService(server, catalogue, port, async () => follower?.stop(), lost);
};
