import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Clock } from '../../clock/clock.js';
import type { RegisterWay } from '../../contract/registers.js';
import type { StoreSettings } from '../../env-marketplace.js';
import type { followStore } from '../catalogue-store/follow-store.js';
import type { CatalogueStore, CatalogueTimes } from '../generation/catalogue-store.js';

/** Milliseconds that a stop waits for requests in flight. */
const shutdownTimeoutMs = 5000;

/** What the operator has told the marketplace (`env-marketplace.ts`). */
export interface MarketplaceSettings {
  /** Word without which nobody gets offers or reaches carts and accounts; left out, everybody does. */
  trust?: string | undefined;
  /** Database of PostgreSQL that the state is in; left out, it is in `state.db`. */
  databaseUrl?: string | undefined;
  /** Most connections to it. */
  databaseConnections?: number | undefined;
  /**
   * Addresses of registers with a name in braces, by what they are asked for; of what is left out nobody can be asked.
   */
  registers?: Readonly<Partial<Record<RegisterWay | 'plate', string | undefined>>>;
  /** Where mails are sent; left out, none are. */
  smtpUrl?: string | undefined;
  /** Countries that no tariff may name any more, by their codes. */
  embargo?: readonly string[];
  /** Word that opens the operator's console; left out, it is closed. */
  consoleToken?: string | null;
  /** Where generations are handed from machine to machine; null = this data folder is by itself. */
  catalogueStore?: StoreSettings | null;
  /** Feeds and webhooks may be on this machine; for trying out. */
  feedsLoopback?: boolean;
}

export interface ServiceOptions {
  /** Directory of `state.db` and the catalogue files. */
  dataDir: string;
  clock: Clock;
  settings?: MarketplaceSettings;
  /** 0 = any free port. */
  port?: number;
  catalogueTimes?: CatalogueTimes;
  /**
   * Built file of `npm run import`, for the state service; left out, nobody makes a generation of changes that are due.
   */
  importProgram?: URL;
  /**
   * Built file of the thread that follows offers in PostgreSQL, for the state service; left out, the folder has its
   * own.
   */
  offersProgram?: URL;
  /** Where the secrets are that the operator's file names, for the state service. */
  environment?: NodeJS.ProcessEnv;
  /** Built file of the job worker, for the state service; left out, nobody gets feeds or takes in what merchants send. */
  jobsProgram?: URL;
  /**
   * Reads the program that follows the store of generations, for the catalogue service; called only where there is one.
   */
  loadStoreFollower?: () => typeof followStore;
  /** Called by the state service as soon as `state.db` and its tables exist. */
  onState?: () => void;
}

/** A service of the marketplace, listening on the loopback interface. */
export interface RunningService {
  port: number;
  /** Catalogue served at the start; null while none has been imported. */
  generation: string | null;
  isDemonstration: boolean;
  /** A sentence about the lost file for which no catalogue is served, of the catalogue service; null for none. */
  lost: string | null;
  /** Finishes requests under way, then closes the stores. */
  stop(): Promise<void>;
}

/**
 * Starts a service: opens its stores and its HTTP server on 127.0.0.1.
 * @throws if a store cannot be opened or the port is taken
 */
export type StartService = (options: ServiceOptions) => Promise<RunningService>;

/** Lets the server of a service listen. @param close ends what the service has besides its catalogue */
export async function openService(
  server: Server,
  catalogue: CatalogueStore,
  port: number,
  clock: Clock,
  close: () => Promise<void> = async () => {},
  lost: string | null = null,
): Promise<RunningService> {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    generation: catalogue.current?.id ?? null,
    isDemonstration: catalogue.current?.isDemonstration ?? false,
    lost,
    async stop() {
      await closeServer(server, clock);
      await catalogue.close();
      await close();
    },
  };
}

async function closeServer(server: Server, clock: Clock): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  server.closeIdleConnections();
  const timer = clock.after(shutdownTimeoutMs, () => server.closeAllConnections());
  await closed;
  timer.cancel();
}
