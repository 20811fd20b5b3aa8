import { existsSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import { systemClock as clock } from './clock/clock.js';
import { type Env, readEnv } from './env.js';
import { consoleTokensOf } from './env-marketplace.js';
import { isExpected, sentenceOf } from './marketplace/program/expected-error.js';
import { logWarnings } from './marketplace/program/log.js';
import type { WorkerThreads } from './marketplace/workers/start-workers.js';
import { openMarketplace } from './open-marketplace.js';
import { BootError } from './process/boot-error.js';
import { firstPage } from './process/first-page.js';
import { stopOnSignals } from './process/graceful-stop.js';
import { Listener } from './process/listen.js';
import { storedSecret } from './process/secret.js';
import { incompleteEditions, joinEnvironment } from './shop-file/join-environment.js';
import { readShopSettings } from './shop-file/shop-settings.js';
import { createAccounts } from './web/accounts/accounts.js';
import { warnOfDemoAccount } from './web/accounts/warn-of-demo-account.js';
import { createAdmission } from './web/admission/admission.js';
import { createClient } from './web/api/client.js';
import { type CatalogueStatus, createUpstream } from './web/api/upstream.js';
import { watchCatalogue } from './web/api/watch-catalogue.js';
import { createApp } from './web/app.js';
import { loadAssets } from './web/assets/assets.js';
import { createBranding } from './web/branding/branding.js';
import { ResponseCache } from './web/cache/response-cache.js';
import { createConsole } from './web/console/console.js';
import { createExperiments } from './web/experiments/experiments.js';
import { connectionLimit } from './web/http/connections.js';
import { createLog, describeError } from './web/http/log.js';
import { events } from './web/http/log-events.js';
import { type KeepSearches, SearchCounts } from './web/http/search-counts.js';
import { createMerchantPortal } from './web/merchants/merchant-portal.js';
import { watchFeeds, watchStorage } from './web/metrics/marketplace-gauges.js';
import { Metrics } from './web/metrics/metrics.js';
import { serveMetrics, watchThreads } from './web/metrics/process-metrics.js';
import { operatorPictures } from './web/pictures/operator-pictures.js';
import { createPictures } from './web/pictures/pictures.js';
import { createIslandTexts } from './web/render/island-texts.js';
import { shedResponses } from './web/render/shed-response.js';
import { createReputation } from './web/reputation/reputation.js';
import { createRoutes } from './web/routes/routes.js';
import { createEditions } from './web/routes/shop-editions.js';
import { createTexts } from './web/texts/texts.js';
import { openTracing } from './web/tracing/open-tracing.js';
import type { Tracing } from './web/tracing/trace.js';

/** Connections accepted per turn of the event loop. */
const listeningSockets = 8;
/** Time for the upload of a merchant's file. */
const uploadSeconds = 120;
const staticFolder = fileURLToPath(new URL('../static', import.meta.url));
const manifestFile = `${staticFolder}/build/manifest.json`;

/** Sends traces to the operator's collector, if there is one. The log has lost traces once a minute. */
async function tracingOf(env: Env, log: Logger): Promise<Tracing | null> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } = env;
  if (endpoint === undefined) return null;
  let lost = 0;
  return openTracing({
    clock,
    endpoint,
    headers: env.OTEL_EXPORTER_OTLP_HEADERS,
    serviceName: env.OTEL_SERVICE_NAME,
    share: env.OTEL_TRACES_SAMPLER_ARG,
    onLost(spans) {
      if (lost === 0)
        clock.after(60_000, () => {
          log.warn({ spans: lost }, events.tracesLost);
          lost = 0;
        });
      lost += spans;
    },
  });
}

/** Bytes of Node's pool for small buffers. One cached buffer, such as a piece of a page, keeps its whole pool alive. */
Buffer.poolSize = 8 * 1024;

async function boot(threads: WorkerThreads | null): Promise<void> {
  if (!existsSync(manifestFile)) throw new BootError('The browser files are not built yet: run `npm run build`.');
  const alone = readEnv(process.env);
  const settings = readShopSettings(alone.DATA_DIR);
  const env = joinEnvironment(alone, settings, process.env);
  if (env.CONSOLE_PORT !== undefined && !env.MARKETPLACE_URL && consoleTokensOf(env).length === 0)
    throw new BootError('CONSOLE_PORT: needs CONSOLE_TOKEN or CONSOLE_TOKEN_FILE, or nobody could sign in.');
  const log = createLog(env.LOG_LEVEL);
  logWarnings();
  if (settings)
    for (const { locale, missing } of incompleteEditions(env, settings))
      log.warn({ edition: locale, missing }, events.editionIncomplete);
  const metrics = new Metrics(clock);
  const opening = openMarketplace(env, threads);
  // Avoids an unhandled rejection: the `await` below reports the error.
  opening.catch(() => {});
  // Meanwhile the threads of the marketplace open their stores.
  const texts = createTexts(
    (request) => request.editionPath.edition,
    (key, placeholder) => log.error({ key, place: placeholder }, events.textIncomplete),
  );
  const assets = loadAssets(manifestFile);
  const marketplace = await opening;
  const upstream = createUpstream(marketplace.services, clock, env.MARKETPLACE_TRUST, env.MARKETPLACE_SECONDS);
  const cache = new ResponseCache({
    clock,
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
  // A shop with an operator's file has no demonstration account.
  const warn = settings ? () => {} : warnOfDemoAccount(env, log);
  let troubles: NonNullable<CatalogueStatus['troubles']> = {};
  const catalogue = watchCatalogue(upstream, cache, marketplace.isDemonstration, {
    clock,
    onLook(isDemonstration, reported) {
      troubles = reported;
      if (reported.store !== undefined) metrics.catalogueStore(reported.store === null);
      metrics.marketplaceAnswers(true);
      warn(isDemonstration);
    },
    onFailed: () => metrics.marketplaceAnswers(false),
  });
  const reputation = createReputation(env, log, clock, settings?.rating !== 'none');
  const experiments = createExperiments(env, log, clock);
  const tracing = await tracingOf(env, log);
  const keys = env.SESSION_SECRET ?? ([storedSecret(env.DATA_DIR)] as const);
  const pictures = createPictures(env, keys, log, upstream, clock);
  const most = connectionLimit();
  // Connections of every other port: merchants, operators and collectors are few.
  const few = Math.min(1000, Math.floor(most / 4));
  const listener = new Listener({ clock, log, metrics, most });
  /** Merchant portal, operator's console and metrics, if they are enabled. */
  const others: Listener[] = [];
  const open = (place: Parameters<Listener['listen']>[0], handle: RequestListener, requestSeconds?: number) => {
    const other = new Listener({ clock, log, metrics, most: few, requestSeconds });
    others.push(other);
    return other.listen(place, handle);
  };
  const stopping = stopOnSignals({
    clock,
    listener,
    log,
    drainSeconds: env.DRAIN_SECONDS,
    async close() {
      await Promise.all(others.map((other) => other.close()));
      catalogue.stop();
      reputation.stop();
      experiments.stop();
      await pictures.stop();
      await searchCounts?.stop();
      await upstream.close();
      await tracing?.stop();
      await marketplace.stop();
    },
  });
  const client = createClient(
    upstream,
    cache,
    metrics,
    clock,
    env.MARKETPLACE_SECONDS === undefined ? undefined : env.MARKETPLACE_SECONDS * 1000,
    (operation, tookMs, timeoutMs) => {
      const [ms, waitsMs] = [Math.round(tookMs), Math.round(timeoutMs)];
      log.warn({ operation, ms, waitsMs, reason: 'slower than MARKETPLACE_SECONDS' }, events.marketplaceSlow);
    },
  );
  if (env.METRICS_PORT !== undefined) {
    const api = client.for({ locale: 'de-DE', country: 'DE' });
    watchFeeds(metrics.registry, clock, () => api.call('feeds', {}));
    watchThreads(metrics.registry, {
      main: (one, two) => performance.eventLoopUtilization(one, two),
      ...(threads && { catalogue: threads.catalogue.eventLoop, state: threads.state.eventLoop }),
    });
    watchStorage(metrics.registry, clock, () => api.call('storage', {}));
  }
  const routes = createRoutes(env.EDITION_HOSTS, env.PUBLIC_ORIGIN, createEditions(env, settings));
  const admission = createAdmission(metrics, (counts) => log.warn(counts, events.shed), clock, env.MARKETPLACE_SECONDS);
  const keepSearches: KeepSearches = (day, counts) =>
    client.for({ locale: 'de-DE', country: 'DE' }).call('countSearches', { day, counts });
  const searchCounts = env.SEARCH_COUNTS ? new SearchCounts(keepSearches, clock) : null;
  const branding = createBranding(settings, (language) => texts.inLanguage(language), keys);
  const services = { clock, env, log, metrics, client, routes, texts, assets, branding, keys, tracing, staticFolder };
  const app = createApp({
    ...services,
    searchCounts,
    admission,
    islandTexts: createIslandTexts(texts),
    accounts: createAccounts(env, log, clock),
    reputation,
    experiments,
    pictures,
    localPicture: operatorPictures(env.PICTURES_DIR),
    settings,
    isDemonstration: catalogue.isDemonstration,
    isAnswering: catalogue.isAnswering,
    isReady: stopping.isReady,
    troubles: () => troubles,
  });
  const handle = admission.listener(app, routes, shedResponses(clock, routes, texts, env.SHOP_NAME));
  const opened: Record<string, string> = {};
  if (env.METRICS_PORT !== undefined) {
    const place = { host: env.METRICS_HOST, port: env.METRICS_PORT, variable: 'METRICS_PORT' } as const;
    opened.metrics = `${await open(place, serveMetrics(metrics))}/metrics`;
  }
  if (env.MERCHANTS_PORT !== undefined) {
    const portal = createMerchantPortal({ ...services, gate: admission.gates.merchant });
    const place = { host: env.MERCHANTS_HOST, port: env.MERCHANTS_PORT, variable: 'MERCHANTS_PORT' } as const;
    opened.merchants = await open(place, portal, uploadSeconds);
  }
  if (env.CONSOLE_PORT !== undefined) {
    const place = { host: env.CONSOLE_HOST, port: env.CONSOLE_PORT, variable: 'CONSOLE_PORT' } as const;
    opened.console = await open(place, createConsole(services), uploadSeconds);
  }
  const place = { host: env.HOST, port: env.PORT, variable: 'PORT', sockets: listeningSockets } as const;
  const address = await listener.listen(place, handle);

  for (const kind of ['unhandledRejection', 'uncaughtException'] as const) {
    process.on(kind, (error) => {
      log.fatal({ kind, error: describeError(error) }, events.unhandled);
      process.exit(1);
    });
  }
  // Logged at every LOG_LEVEL: programs and people read the address in this line.
  log.child({}, { level: 'info' }).info({ address, ...opened }, events.started);
  log.flush();
  if (process.stdout.isTTY) console.log(`${env.SHOP_NAME}: ${address}`);
  // On one core the start of the state thread would take the time of the first page (P265).
  await firstPage(listener.server, clock);
  await marketplace.startState();
}

/**
 * Starts the shop. If that fails, the program ends with a sentence.
 * @param threads those of the embedded marketplace; null with `MARKETPLACE_URL`
 */
export function startShop(threads: WorkerThreads | null): Promise<void> {
  return boot(threads).catch((error) => {
    if (!isExpected(error)) createLog('fatal').fatal({ error: describeError(error) }, events.unhandled);
    console.error(sentenceOf(error));
    process.exit(1);
  });
}
