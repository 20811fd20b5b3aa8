import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import supertest from 'supertest';
import type { Clock } from '../../server/clock/clock.js';
import { readEnv } from '../../server/env.js';
import { createAccounts } from '../../server/web/accounts/accounts.js';
import { createAdmission } from '../../server/web/admission/admission.js';
import { type Client, createClient } from '../../server/web/api/client.js';
import { createUpstream, type Upstream } from '../../server/web/api/upstream.js';
import { createApp } from '../../server/web/app.js';
import { StyleSheet } from '../../server/web/assets/style-sheet.js';
import { createBranding } from '../../server/web/branding/branding.js';
import type { OutdatedReason } from '../../server/web/cache/offer-changes.js';
import { ResponseCache } from '../../server/web/cache/response-cache.js';
import { createExperiments } from '../../server/web/experiments/experiments.js';
import { createLog } from '../../server/web/http/log.js';
import { Metrics } from '../../server/web/metrics/metrics.js';
import type { Services } from '../../server/web/pages/services.js';
import { createPictures } from '../../server/web/pictures/pictures.js';
import { createIslandTexts } from '../../server/web/render/island-texts.js';
import { shedResponses } from '../../server/web/render/shed-response.js';
import { createReputation } from '../../server/web/reputation/reputation.js';
import { createRoutes } from '../../server/web/routes/routes.js';
import { createTexts } from '../../server/web/texts/texts.js';
import { ManualClock } from '../support/manual-clock.js';
import { type MarketplaceStub, startMarketplaceStub } from './marketplace-stub.js';

export type WebResponse = supertest.Response;
interface Sent {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}
/** Headers of a browser that posts a form, and of a script. */
export const form = { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html,*/*;q=0.8' };
export const json = { 'content-type': 'application/json', accept: 'application/json' };

/** The web tier before a stub of the marketplace, over real HTTP. */
export class Web {
  readonly lines: string[] = [];
  isDemonstration = true;
  isAnswering = true;
  server!: Server;
  port = 0;
  #upstream!: Upstream;
  #client!: Client;

  constructor(
    readonly double: MarketplaceStub,
    readonly folder: string,
    readonly services: Services,
  ) {
    // The app keeps one client object, which forwards to the newest one.
    const web = (): Client => this.#client;
    services.client = {
      for: (audience, timeoutMs) => web().for(audience, timeoutMs),
      fetch: (address, options) => web().fetch(address, options),
      hasDrawing: (address) => web().hasDrawing(address),
      generation: () => web().generation(),
      get offers() {
        return web().offers;
      },
      get upstream() {
        return web().upstream;
      },
      get timeoutMs() {
        return web().timeoutMs;
      },
    };
  }

  /** The clock of all services, which only the test moves. @throws Error if the shop has another clock */
  get clock(): ManualClock {
    const { clock } = this.services;
    if (clock instanceof ManualClock) return clock;
    throw new Error('the clock of this shop moves by itself');
  }

  /** Replaces cache and connections by empty ones. */
  forget(): void {
    const onOutdated = (reason: OutdatedReason): void => this.services.metrics.outdated('responses', reason);
    const { clock } = this.services;
    const cache = new ResponseCache({ clock, maxBytes: 10_000_000, onOutdated });
    const { MARKETPLACE_SECONDS: seconds } = this.services.env;
    const { url } = this.double;
    this.#upstream = createUpstream({ catalogue: url, state: async () => url }, clock, undefined, seconds);
    const timeoutMs = seconds === undefined ? undefined : seconds * 1000;
    this.#client = createClient(this.#upstream, cache, this.services.metrics, clock, timeoutMs);
  }

  /** Resets everything as after a start. */
  async renew(): Promise<void> {
    this.lines.length = 0;
    this.double.breakOn(null);
    this.double.calls.length = 0;
    this.#close();
    this.services.metrics = new Metrics(this.services.clock);
    this.forget();
    const { metrics, routes, texts, env } = this.services;
    this.services.admission = createAdmission(metrics, () => {}, this.services.clock);
    const send = shedResponses(this.services.clock, routes, texts, env.SHOP_NAME);
    this.server = createServer(this.services.admission.listener(createApp(this.services), routes, send));
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', () => resolve()));
    this.port = (this.server.address() as AddressInfo).port;
  }

  async stop(): Promise<void> {
    this.#close();
    this.services.reputation.stop();
    this.services.experiments.stop();
    await this.#upstream.close();
    await this.double.stop();
    rmSync(this.folder, { recursive: true });
  }

  /** Requests without an encoding unless `headers` name one. Does not follow redirects. */
  request(path: string, { method = 'GET', headers = {}, body }: Sent = {}): supertest.Test {
    const sent = new supertest.Test(this.server, method, path).unset('accept-encoding').set(headers);
    return body === undefined ? sent : sent.send(body);
  }
  post(path: string, body: string, headers: Record<string, string> = form): supertest.Test {
    return this.request(path, { method: 'POST', headers, body });
  }
  /** Adds the check headers of a call (D28) to `headers`. */
  async checked(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Record<string, string>> {
    const { body } = await this.request('/api/session', { headers: { cookie: headers.cookie ?? '' } });
    const { csr, ts } = body;
    const c = createHash('sha256')
      .update(`${csr}${ts}${method}${path.replace(/\?.*/, '')}`)
      .digest('hex');
    return { ...headers, 'x-csr': csr, 'x-ts': String(ts), 'x-c': c };
  }
  cookies(response: WebResponse): string {
    return (response.get('Set-Cookie') ?? []).map((cookie) => cookie.split(';')[0]).join('; ');
  }

  #close(): void {
    this.server?.closeAllConnections();
    this.server?.close();
  }
}

/**
 * @param settings environment of the shop
 * @param starting the marketplace; the stub by default
 * @param clock a stopped one by default
 */
export async function startWeb(
  settings: Record<string, string> = {},
  starting = startMarketplaceStub(),
  clock: Clock = new ManualClock(),
): Promise<Web> {
  const folder = mkdtempSync(join(tmpdir(), 'web-'));
  mkdirSync(join(folder, 'build'));
  writeFileSync(join(folder, 'build/a-HASH.js'), 'plain');
  writeFileSync(join(folder, 'build/a-HASH.js.br'), brotliCompressSync('pressed'));
  writeFileSync(join(folder, 'build/manifest.json'), '{}');
  const double = await starting;
  const inline = { text: 'x', bytes: Buffer.from('x'), hash: "'sha256-x'" };
  // A high limit, so that a busy machine is no failure. Tests of a hanging marketplace set their own.
  const env = readEnv({ SESSION_SECRET: 's'.repeat(32), MARKETPLACE_SECONDS: '20', ...settings });
  const texts = createTexts((request) => request.editionPath.edition);
  const services: Services = {
    clock,
    env,
    log: createLog('info', { write: (line: string) => void web.lines.push(line) }),
    metrics: new Metrics(clock),
    admission: undefined as never,
    client: undefined as never,
    routes: createRoutes(env.EDITION_HOSTS, env.PUBLIC_ORIGIN),
    texts,
    islandTexts: createIslandTexts(texts),
    assets: {
      build: 'b1',
      css: () => new StyleSheet([], '/build/lower.css'),
      loader: () => inline,
      files: new Set(['cart-lines-AAAAAAAA.js']),
      deferred: () => [],
      flags: '/build/flags.svg',
      drawing: (name) => `/build/${name}.svg`,
      islandSource: () => [],
      script: (name) => `/build/${name}.js`,
    },
    accounts: undefined as never,
    reputation: undefined as never,
    experiments: undefined as never,
    pictures: undefined as never,
    localPicture: () => null,
    settings: null,
    branding: createBranding(null, (language) => texts.inLanguage(language), ['k']),
    keys: ['s'.repeat(32)],
    searchCounts: null,
    tracing: null,
    isDemonstration: () => web.isDemonstration,
    isAnswering: () => web.isAnswering,
    staticFolder: folder,
    isReady: () => true,
    troubles: () => ({}),
  };
  const web = new Web(double, folder, services);
  services.accounts = createAccounts(env, services.log, clock);
  services.reputation = createReputation(env, services.log, clock);
  services.experiments = createExperiments(env, services.log, clock);
  services.pictures = createPictures(
    env,
    services.keys,
    services.log,
    { send: (address, options) => services.client.upstream.send(address, options) },
    clock,
  );
  return web;
}
