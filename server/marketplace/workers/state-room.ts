import { startRetention, tidyCatalogues } from '../carts/retention.js';
import { createRoomServer } from '../http/http.js';
import { logLine } from '../http/log.js';
import { followChanges } from '../offers/follow-changes.js';
import { CatalogueStore } from '../store/catalogue-store.js';
import { openStateStore } from '../store/state-store.js';
import { removeStaleFiles } from '../store/temporary-files.js';
import { openRoom, type StartRoom } from './room.js';
import { stateHandlers } from './state-handlers.js';

/** The program of the state thread, which also keeps the data folder tidy. */
export const startRoom: StartRoom = async ({
  dataDir,
  settings = {},
  port = 0,
  catalogueTimes,
  importProgram,
  onState,
}) => {
  const state = await openStateStore(dataDir);
  onState?.();
  forgetKilledImports(dataDir);
  const catalogue = await CatalogueStore.open(dataDir, catalogueTimes, () => tidyCatalogues(dataDir));
  const server = createRoomServer('state', stateHandlers(state), catalogue, settings.trust);
  const endRetention = startRetention(state, dataDir);
  const endChanges = importProgram ? followChanges(catalogue, dataDir, importProgram) : null;
  return openRoom(server, catalogue, port, async () => {
    endRetention();
    await endChanges?.();
    await state.destroy();
  });
};

/** A catalogue that a killed import has left half made is of no use to anybody. */
function forgetKilledImports(dataDir: string): void {
  const files = removeStaleFiles(dataDir);
  if (files.length > 0) logLine('info', 'import_remains_removed', { files });
}
