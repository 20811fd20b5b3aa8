import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { CatalogueStore, CatalogueTimes } from '../store/catalogue-store.js';

/** How long a stop waits for requests under way, in milliseconds. */
const stopPatience = 5000;

/** What the operator has told the marketplace (`env-marketplace.ts`). */
export interface MarketplaceSettings {
  /** Word without which nobody gets offers or reaches carts and accounts; left out, everybody does. */
  trust?: string | undefined;
  /** Register of plates; left out, nobody can be asked. */
  platesUrl?: string | undefined;
}

export interface RoomOptions {
  /** Directory of `state.db` and the catalogue files. */
  dataDir: string;
  settings?: MarketplaceSettings;
  /** 0 = any free port. */
  port?: number;
  catalogueTimes?: CatalogueTimes;
  /** Built file of `npm run import`, for the state room; left out, nobody makes a generation of changes that are due. */
  importProgram?: URL;
  /** Told by the state room as soon as `state.db` is there with its tables. */
  onState?: () => void;
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

/** Starts a room: opens its stores and its HTTP server on 127.0.0.1. @throws when a store or the port cannot be had */
export type StartRoom = (options: RoomOptions) => Promise<RunningRoom>;

/** Lets the server of a room listen. @param close ends what the room has besides its catalogue */
export async function openRoom(
  server: Server,
  catalogue: CatalogueStore,
  port: number,
  close: () => Promise<void> = async () => {},
): Promise<RunningRoom> {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    generation: catalogue.current?.id ?? null,
    isDemonstration: catalogue.current?.isDemonstration ?? false,
    async stop() {
      await closeServer(server);
      await catalogue.close();
      await close();
    },
  };
}

async function closeServer(server: Server): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  server.closeIdleConnections();
  const timer = setTimeout(() => server.closeAllConnections(), stopPatience);
  await closed;
  clearTimeout(timer);
}
