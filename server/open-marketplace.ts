import type { Env } from './env.js';
import { marketplaceSettings } from './env-marketplace.js';
import { startWorkers, type WorkerThreads } from './marketplace/workers/start-workers.js';
import { BootError } from './process/boot-error.js';
import type { ServiceUrls } from './web/api/upstream.js';

/** The marketplace of a shop: another program, or two threads of its own. */
export interface Marketplace {
  services: ServiceUrls;
  /** The state at the start; another marketplace reports it later. */
  isDemonstration: boolean;
  /** Resolves when the state service listens. The first call starts the embedded one. @throws WorkerRefused */
  startState(): Promise<unknown>;
  stop(): Promise<void>;
}

/**
 * Starts the embedded marketplace, or names the address of the other one.
 * @throws BootError where the data folder has no catalogue; WorkerRefused
 */
export async function openMarketplace(env: Env, threads: WorkerThreads | null): Promise<Marketplace> {
  const { MARKETPLACE_URL, DATA_DIR } = env;
  if (MARKETPLACE_URL) {
    const services = { catalogue: MARKETPLACE_URL, state: async () => MARKETPLACE_URL };
    return { services, isDemonstration: false, startState: async () => {}, stop: async () => {} };
  }
  if (!threads) throw new Error('the embedded marketplace needs its threads');
  const workers = await startWorkers({ dataDir: DATA_DIR, settings: marketplaceSettings(env), threads });
  if (workers.generation === null) {
    await workers.stop();
    throw new BootError(
      workers.lost ??
        `There is no catalogue in ${DATA_DIR} that this version can read. \`npm run import\` (in the container: \`node dist/import.js\`) makes one from your own feeds, \`npm run demo\` (\`node dist/demo.js\`) the demonstration catalogue.`,
    );
  }
  const { catalogue, isDemonstration, startState, stop } = workers;
  const services = { catalogue: catalogue.origin, state: async () => (await startState()).origin };
  return { services, isDemonstration, startState, stop };
}
