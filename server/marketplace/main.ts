import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Room } from '../api/contract.js';
import { stateHandlers } from './carts/handlers.js';
import { startRetention, tidyCatalogues } from './carts/retention.js';
import { catalogueHandlers } from './catalogue/handlers.js';
import { createRoomServer } from './http.js';
import { logLine } from './log.js';
import { CatalogueStore, type CatalogueTimes } from './store/catalogue-store.js';
import { openStateStore } from './store/state-store.js';
import { removeStaleFiles } from './store/temporary-files.js';

/** How long a stop waits for requests under way, in milliseconds. */
const stopPatience = 5000;

export interface MarketplaceOptions {
  /** Directory of `state.db` and the catalogue files. */
  dataDir: string;
  /** Which half of the marketplace to run. */
  mode: Room;
  /** 0 = any free port. */
  port?: number;
  catalogueTimes?: CatalogueTimes;
}

/** A room that is listening on the loopback interface. */
export interface RunningRoom {
  port: number;
  /** Catalogue served at the start; null while none has been imported. */
  generation: string | null;
  isDemonstration: boolean;
  /** Finishes requests under way, then closes the stores. */
  stop(): Promise<void>;
}

/** Opens the stores of a room and starts its HTTP server on 127.0.0.1. @throws when a store or the port cannot be had */
export async function startMarketplace(options: MarketplaceOptions): Promise<RunningRoom> {
  const { dataDir, mode, port = 0, catalogueTimes } = options;
  const state = mode === 'state' ? await openStateStore(dataDir) : null;
  if (state) forgetKilledImports(dataDir);
  const onRetired = state ? () => tidyCatalogues(dataDir) : undefined;
  const catalogue = await CatalogueStore.open(dataDir, catalogueTimes, onRetired);
  const server = state
    ? createRoomServer('state', stateHandlers(state), catalogue)
    : createRoomServer('catalogue', catalogueHandlers, catalogue);
  const endRetention = state ? startRetention(state, dataDir) : null;
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    generation: catalogue.current?.id ?? null,
    isDemonstration: catalogue.current?.isDemonstration ?? false,
    async stop() {
      endRetention?.();
      await closeServer(server);
      await catalogue.close();
      await state?.destroy();
    },
  };
}

/** A catalogue that a killed import has left half made is of no use to anybody. */
function forgetKilledImports(dataDir: string): void {
  const files = removeStaleFiles(dataDir);
  if (files.length > 0) logLine('info', 'import_remains_removed', { files });
}

async function closeServer(server: Server): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  server.closeIdleConnections();
  const timer = setTimeout(() => server.closeAllConnections(), stopPatience);
  await closed;
  clearTimeout(timer);
}
