import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Clock } from '../../clock/clock.js';
import type { RegisterWay } from '../../contract/registers.js';
import type { StoreSettings } from '../../env-marketplace.js';
import type { followStore } from '../catalogue-store/follow-store.js';
import type { CatalogueStore, CatalogueTimes } from '../generation/catalogue-store.js';

/** Milliseconds for requests in flight during a stop. */
const shutdownTimeoutMs = 5000;

/** Settings of the operator (`env-marketplace.ts`). */
export interface MarketplaceSettings {
  /** Secret of callers that may read offers, carts and accounts; left out, everybody may. */
  trust?: string | undefined;
  /** Address of PostgreSQL for the state; left out, the state is `state.db`. */
  databaseUrl?: string | undefined;
  databaseConnections?: number | undefined;
  /** Address templates of registers, by the number that they look up; left out, that lookup is off. */
  registers?: Readonly<Partial<Record<RegisterWay | 'plate', string | undefined>>>;
  /** Milliseconds to wait for a register; left out, 1200. */
  registerTimeoutMs?: number | undefined;
  /** Mail server; without it the shop sends no mails. */
  smtpUrl?: string | undefined;
  /** Codes of countries that no tariff may name. */
  embargo?: readonly string[];
  /** Secret of the operator's console; left out, it is closed. */
  consoleTokens?: readonly string[];
  /** Store by which machines exchange generations; null if this folder serves only itself. */
  catalogueStore?: StoreSettings | null;
  /** Allows feeds and webhooks on this machine, for tests. */
  feedsLoopback?: boolean;
}

export interface ServiceOptions {
  /** Directory of `state.db` and the catalogue files. */
  dataDir: string;
  clock: Clock;
  settings?: MarketplaceSettings;
  /** Port of the service; 0 = any free port. */
  port?: number;
  catalogueTimes?: CatalogueTimes;
  /** For the state service: built file of `npm run import`; left out, scheduled prices are not applied. */
  importProgram?: URL;
  /**
   * For the state service: built file of the thread that follows offers in PostgreSQL; left out, the folder has its
   * own.
   */
  offersProgram?: URL;
  /** Variables with secrets of the operator's file; state service only. */
  environment?: NodeJS.ProcessEnv;
  /** For the state service: built file of the job worker; left out, no feeds and uploads are imported. */
  jobsProgram?: URL;
  /** Loads the program that follows the store of generations; catalogue service only. */
  loadStoreFollower?: () => typeof followStore;
  /** Called as soon as `state.db` and its tables exist; state service only. */
  onState?: () => void;
}

/** A service on the loopback interface. */
export interface RunningService {
  port: number;
  /** Catalogue at the start; null = none was imported. */
  generation: string | null;
  isDemonstration: boolean;
  /** For the catalogue service: a sentence about a lost file that keeps it from serving; null = none is lost. */
  lost: string | null;
  /** Finishes requests in flight, then closes the stores. */
  stop(): Promise<void>;
}

/** Opens the stores of a service and its HTTP server. @throws if a store cannot be opened or the port is taken */
export type StartService = (options: ServiceOptions) => Promise<RunningService>;

/** Lets the server of a service listen. @param close ends everything besides the catalogue */
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
