import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { createAccounts } from './accounts/accounts.js';
import { AnswerCache } from './api/cache.js';
import { createClient } from './api/client.js';
import { createUpstream, type RoomUrls } from './api/upstream.js';
import { watchCatalogue } from './api/watch-catalogue.js';
import { createApp } from './app.js';
import { type Env, EnvError, readEnv } from './env.js';
import { createExperiments } from './experiments/experiments.js';
import { createLog, describeError } from './log.js';
import { events } from './log-events.js';
import { startWorkers, WorkerRefused } from './marketplace/start-workers.js';
import { answerBrokenRequests } from './middleware/client-error.js';
import { loadAssets } from './render/assets.js';
import { createIslandWords } from './render/island-words.js';
import { createReputation } from './reputation/reputation.js';
import { createRoutes } from './routes.js';
import { keptSecret } from './secret.js';
import { createTexts } from './texts.js';

/** Milliseconds that requests under way get before the process ends. */
const grace = 8000;
const staticFolder = fileURLToPath(new URL('../static', import.meta.url));

interface Marketplace {
  rooms: RoomUrls;
  /** As far as it is known before the marketplace is asked. */
  isDemonstration: boolean;
  stop(): Promise<void>;
}

/** Thrown at boot with a sentence for whoever starts the shop. */
class BootError extends Error {}

async function openMarketplace({ MARKETPLACE_URL, DATA_DIR }: Env): Promise<Marketplace> {
  if (MARKETPLACE_URL) {
    const rooms = { catalogue: MARKETPLACE_URL, state: MARKETPLACE_URL };
    return { rooms, isDemonstration: false, stop: async () => {} };
  }
  const workerFile = new URL('./marketplace-worker.js', import.meta.url);
  const workers = await startWorkers({ dataDir: DATA_DIR, workerFile });
  if (workers.generation === null) {
    await workers.stop();
    throw new BootError(
      `There is no catalogue in ${DATA_DIR} that this version can read: \`npm run demo\` makes the demonstration catalogue.`,
    );
  }
  const rooms = { catalogue: workers.catalogue.origin, state: workers.state.origin };
  return { rooms, isDemonstration: workers.isDemonstration, stop: () => workers.stop() };
}

function listen(server: Server, { PORT, HOST }: Env): Promise<string> {
  // Node would let a slow sender of headers live for ninety seconds.
  server.headersTimeout = 5000;
  server.requestTimeout = 10_000;
  // Longer than the idle time of the balancers in front.
  server.keepAliveTimeout = 75_000;
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const taken = error.code === 'EADDRINUSE';
      reject(taken ? new BootError(`Port ${PORT} is taken: choose another one with PORT.`) : error);
    });
    server.listen(PORT, HOST, () => {
      const { port } = server.address() as AddressInfo;
      resolve(`http://${HOST.includes(':') ? `[${HOST}]` : HOST}:${port}`);
    });
  });
}

async function boot(): Promise<void> {
  const env = readEnv(process.env);
  const log = createLog(env.LOG_LEVEL);
  const marketplace = await openMarketplace(env);
  const upstream = createUpstream(marketplace.rooms, env.MARKETPLACE_TRUST);
  const cache = new AnswerCache({
    maxBytes: env.ANSWER_CACHE_MB * 1024 * 1024,
    onRefreshFailed: (error) => log.warn({ error: describeError(error) }, events.cacheRefreshFailed),
    onGeneration: (generation) => log.info({ generation }, events.generationChanged),
  });
  const catalogue = watchCatalogue(upstream, cache, marketplace.isDemonstration);
  const reputation = createReputation(env, log);
  const experiments = createExperiments(env, log);
  let isReady = true;
  const texts = createTexts((request) => request.place.edition);
  const app = createApp({
    env,
    log,
    client: createClient(upstream, cache),
    routes: createRoutes(env.EDITION_HOSTS, env.PUBLIC_ORIGIN),
    texts,
    islandWords: createIslandWords(texts),
    assets: loadAssets(`${staticFolder}/build/manifest.json`),
    accounts: createAccounts(env, log),
    reputation,
    experiments,
    secret: env.SESSION_SECRET ?? keptSecret(env.DATA_DIR),
    isDemonstration: catalogue.isDemonstration,
    staticFolder,
    isReady: () => isReady,
  });
  const server = createServer({ connectionsCheckingInterval: 1000 }, app);
  answerBrokenRequests(server, log);
  const address = await listen(server, env);

  const stop = async (signal: string): Promise<void> => {
    if (!isReady) return;
    isReady = false;
    log.info({ signal }, events.stopping);
    const closed = new Promise((resolve) => server.close(resolve));
    const cut = setTimeout(() => server.closeAllConnections(), grace);
    await closed;
    clearTimeout(cut);
    catalogue.stop();
    reputation.stop();
    experiments.stop();
    await upstream.close();
    await marketplace.stop();
    log.info(events.stopped);
    log.flush();
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop(signal));
  for (const kind of ['unhandledRejection', 'uncaughtException'] as const) {
    process.on(kind, (error) => {
      log.fatal({ kind, error: describeError(error) }, events.unhandled);
      process.exit(1);
    });
  }
  log.info({ address }, events.started);
  console.log(`${env.SHOP_NAME}: ${address}`);
}

boot().catch((error) => {
  const isTold = error instanceof EnvError || error instanceof BootError || error instanceof WorkerRefused;
  console.error(isTold ? error.message : error);
  process.exit(1);
});
