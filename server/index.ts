import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { type Env, readEnv } from './env.js';
import { EnvError } from './env-values.js';
import { isExpected, sentenceOf } from './marketplace/commands/expected-error.js';
import { startWorkers, WorkerRefused, type WorkerThreads } from './marketplace/workers/start-workers.js';
import { afterFirstPage } from './process/after-first-page.js';
import { stopOnSignals } from './process/graceful-stop.js';
import { SecretError, storedSecret } from './process/secret.js';
import { createAccounts } from './web/accounts/accounts.js';
import { warnOfDemoAccount } from './web/accounts/warn-of-demo-account.js';
import { createClient } from './web/api/client.js';
import { createUpstream, type ServiceUrls } from './web/api/upstream.js';
import { watchCatalogue } from './web/api/watch-catalogue.js';
import { createApp } from './web/app.js';
import { ResponseCache } from './web/cache/response-cache.js';
import { createExperiments } from './web/experiments/experiments.js';
import { respondToBrokenRequests } from './web/http/client-error.js';
import { createLog, describeError } from './web/http/log.js';
import { events } from './web/http/log-events.js';
import { Metrics } from './web/metrics/metrics.js';
import { createMetricsServer } from './web/metrics/serve-metrics.js';
import { watchFeeds } from './web/metrics/watch-feeds.js';
import { operatorPictures } from './web/pictures/operator-pictures.js';
import { createPictures } from './web/pictures/pictures.js';
import { loadAssets } from './web/render/assets.js';
import { createIslandTexts } from './web/render/island-texts.js';
import { createReputation } from './web/reputation/reputation.js';
import { createRoutes } from './web/routes/routes.js';
import { createTexts } from './web/texts/texts.js';

const staticFolder = fileURLToPath(new URL('../static', import.meta.url));

interface Marketplace {
  services: ServiceUrls;
  /** As far as it is known before the marketplace is asked. */
  isDemonstration: boolean;
  stop(): Promise<void>;
}

/** Thrown at boot with a sentence for anyone who starts the shop. */
class BootError extends Error {}

async function openMarketplace(
  { MARKETPLACE_URL, DATA_DIR, MARKETPLACE_TRUST, PLATES_URL, FEEDS_LOOPBACK }: Env,
  threads: WorkerThreads | null,
): Promise<Marketplace> {
  if (MARKETPLACE_URL) {
    const services = { catalogue: MARKETPLACE_URL, state: MARKETPLACE_URL };
    return { services, isDemonstration: false, stop: async () => {} };
  }
  if (!threads) throw new Error('the embedded marketplace needs its threads');
  const workers = await startWorkers({
    dataDir: DATA_DIR,
    settings: { trust: MARKETPLACE_TRUST, platesUrl: PLATES_URL, feedsLoopback: FEEDS_LOOPBACK },
    threads,
  });
  if (workers.generation === null) {
    await workers.stop();
    throw new BootError(
      `There is no catalogue in ${DATA_DIR} that this version can read. \`npm run upgrade\` (in the container: \`node dist/operate.js upgrade\`) brings one of an older version up to date, \`npm run import\` (\`node dist/import.js\`) makes one from your own feeds, \`npm run demo\` (\`node dist/demo.js\`) the demonstration catalogue.`,
    );
  }
  const services = { catalogue: workers.catalogue.origin, state: workers.state.origin };
  return { services, isDemonstration: workers.isDemonstration, stop: () => workers.stop() };
}

/** @param variable the variable that names the port, for anyone who has to choose another one */
function listen(server: Server, host: string, port: number, variable: 'PORT' | 'METRICS_PORT'): Promise<string> {
  // Node would let a slow sender of headers live for ninety seconds.
  server.headersTimeout = 5000;
  server.requestTimeout = 10_000;
  // Longer than the idle time of the balancers in front.
  server.keepAliveTimeout = 75_000;
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const where = variable === 'PORT' ? 'HOST' : 'METRICS_HOST';
      const sentences: Readonly<Record<string, string>> = {
        EADDRINUSE: `Port ${port} is taken: choose another one with ${variable}.`,
        EACCES: `This user may not open port ${port}: choose one above 1023 with ${variable}.`,
        EADDRNOTAVAIL: `${host} is no address of this machine: choose another one with ${where}.`,
        ENOTFOUND: `${host} is no known name: choose another one with ${where}.`,
        EAI_AGAIN: `${host} is no known name: choose another one with ${where}.`,
      };
      const sentence = sentences[error.code ?? ''];
      reject(sentence === undefined ? error : new BootError(sentence));
    });
    server.listen(port, host, () => {
      const { port: given } = server.address() as AddressInfo;
      resolve(`http://${host.includes(':') ? `[${host}]` : host}:${given}`);
    });
  });
}

/**
 * Bytes that Node sets aside at once for small buffers. Its own 64 KiB stay for as long as one of them is kept, such as a
 * piece of a page.
 */
Buffer.poolSize = 8 * 1024;

async function boot(threads: WorkerThreads | null, keepCompiled: () => void): Promise<void> {
  const env = readEnv(process.env);
  const log = createLog(env.LOG_LEVEL);
  const metrics = new Metrics();
  const opening = openMarketplace(env, threads);
  // A refusal is told below, where it is waited for.
  opening.catch(() => {});
  // Made while the marketplace's threads open their stores.
  const texts = createTexts(
    (request) => request.editionPath.edition,
    (key, placeholder) => log.error({ key, place: placeholder }, events.textIncomplete),
  );
  const assets = loadAssets(`${staticFolder}/build/manifest.json`);
  const marketplace = await opening;
  const upstream = createUpstream(marketplace.services, env.MARKETPLACE_TRUST, env.MARKETPLACE_SECONDS);
  const cache = new ResponseCache({
    maxBytes: env.ANSWER_CACHE_MB * 1024 * 1024,
    onRefreshFailed: (error) => log.warn({ error: describeError(error) }, events.cacheRefreshFailed),
    onGeneration(generation, isChange) {
      metrics.catalogue(generation);
      if (isChange) log.info({ generation }, events.generationChanged);
    },
    onOutdated: (reason) => metrics.outdated('responses', reason),
  });
  metrics.watchCache('responses', () => cache.bytes, env.ANSWER_CACHE_MB * 1024 * 1024);
  metrics.watchCommit(() => cache.offers.known?.number);
  const catalogue = watchCatalogue(upstream, cache, marketplace.isDemonstration, warnOfDemoAccount(env, log));
  const reputation = createReputation(env, log);
  const experiments = createExperiments(env, log);
  const secret = env.SESSION_SECRET ?? storedSecret(env.DATA_DIR);
  const pictures = createPictures(env, secret, log, upstream);
  const server = createServer({ connectionsCheckingInterval: 1000 });
  const keepNow = afterFirstPage(server, keepCompiled);
  const metricsServer = env.METRICS_PORT === undefined ? null : createMetricsServer(metrics);
  const stopping = stopOnSignals({
    server,
    log,
    drainSeconds: env.DRAIN_SECONDS,
    async close() {
      metricsServer?.close();
      metricsServer?.closeAllConnections();
      catalogue.stop();
      reputation.stop();
      experiments.stop();
      await pictures.stop();
      await upstream.close();
      keepNow();
      await marketplace.stop();
    },
  });
  const client = createClient(
    upstream,
    cache,
    metrics,
    env.MARKETPLACE_SECONDS === undefined ? undefined : env.MARKETPLACE_SECONDS * 1000,
  );
  if (metricsServer)
    watchFeeds(metrics.registry, () => client.for({ locale: 'de-DE', country: 'DE' }).call('feeds', {}));
  const app = createApp({
    env,
    log,
    metrics,
    client,
    routes: createRoutes(env.EDITION_HOSTS, env.PUBLIC_ORIGIN),
    texts,
    islandTexts: createIslandTexts(texts),
    assets,
    accounts: createAccounts(env, log),
    reputation,
    experiments,
    pictures,
    localPicture: operatorPictures(env.PICTURES_DIR),
    secret,
    isDemonstration: catalogue.isDemonstration,
    staticFolder,
    isReady: stopping.isReady,
  });
  server.on('request', app);
  respondToBrokenRequests(server, log);
  const metricsAddress =
    metricsServer && (await listen(metricsServer, env.METRICS_HOST, env.METRICS_PORT ?? 0, 'METRICS_PORT'));
  const address = await listen(server, env.HOST, env.PORT, 'PORT');

  for (const kind of ['unhandledRejection', 'uncaughtException'] as const) {
    process.on(kind, (error) => {
      log.fatal({ kind, error: describeError(error) }, events.unhandled);
      process.exit(1);
    });
  }
  log.info({ address, ...(metricsAddress && { metrics: `${metricsAddress}/metrics` }) }, events.started);
  console.log(`${env.SHOP_NAME}: ${address}`);
}

/**
 * Starts the shop; the program ends with a sentence where that cannot be.
 * @param threads those of the embedded marketplace; null where it is somewhere else (`MARKETPLACE_URL`)
 * @param keepCompiled called when the first pages have been made
 */
export function startShop(threads: WorkerThreads | null, keepCompiled: () => void): Promise<void> {
  return boot(threads, keepCompiled).catch((error) => {
    const isSentence = [EnvError, BootError, WorkerRefused, SecretError].some((kind) => error instanceof kind);
    if (!isSentence && !isExpected(error)) createLog('fatal').fatal({ error: describeError(error) }, events.unhandled);
    console.error(isSentence ? error.message : sentenceOf(error));
    process.exit(1);
  });
}
