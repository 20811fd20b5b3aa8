import { channel } from 'node:diagnostics_channel';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { shiftBounds, timeBounds } from '../../../views/vitals.js';
import type { Clock } from '../../clock/clock.js';
import type { Gate, Urgency } from '../admission/gate.js';
import type { WorkClass } from '../admission/request-class.js';
import type { OutdatedReason } from '../cache/offer-changes.js';
import type { CacheOutcome } from '../http/log.js';
import type { CountedRequest } from '../http/request-log.js';
import { RecentWork } from './recent-load.js';
import type { BrowserError } from './take-browser-errors.js';

/** What each rendering took, for anyone who measures a running shop: `{ page, seconds }`. */
const renderings = channel('partavo:render');

/** Seconds: from a cached page to the budget of one that is made. */
const requestBuckets = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5];
const renderBuckets = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1];

/** Routes of probes, which say nothing of visitors. */
const probes: ReadonlySet<string> = new Set(['livez', 'readyz']);
/** Routes whose times say nothing of pages and calls: files, and what operators and merchants ask for. */
const isTimed = (route: string): boolean => !/^(static|picture|api\.photograph|console_page|merchant_\w+)$/.test(route);

/** How fast a page was for a visitor; all but a shift in seconds. */
export interface Vitals {
  route: string;
  /** Time to the first byte. */
  ttfb: number;
  /** Largest Contentful Paint, slowest interaction and layout shift, as far as the browser measures them. */
  lcp?: number | undefined;
  inp?: number | undefined;
  cls?: number | undefined;
}

/**
 * What the shop counts about itself, for Prometheus. Every label is a name that the program itself has given (a route,
 * an edition, an operation), so that nothing of a visitor gets in, and nobody can make series by asking for addresses.
 */
export class Metrics {
  readonly registry = new Registry();
  readonly #inRegistry = { registers: [this.registry] };
  readonly #requests = new Counter({
    ...this.#inRegistry,
    name: 'partavo_requests_total',
    help: 'Answered requests; status is `aborted` where the client has left before the end.',
    labelNames: ['route', 'edition', 'status', 'cache'],
  });
  readonly #seconds = new Histogram({
    ...this.#inRegistry,
    name: 'partavo_request_seconds',
    help: 'Seconds from the first byte of a request to the last of its answer.',
    labelNames: ['route'],
    buckets: requestBuckets,
  });
  readonly #renders = new Histogram({
    ...this.#inRegistry,
    name: 'partavo_render_seconds',
    help: 'Seconds of the main thread that drawing a page takes, without its data.',
    labelNames: ['page'],
    buckets: renderBuckets,
  });
  readonly #responses = new Counter({
    ...this.#inRegistry,
    name: 'partavo_marketplace_responses_total',
    help: 'Answers of the marketplace that pages and calls needed, by how they were come by.',
    labelNames: ['operation', 'outcome'],
  });
  readonly #calls = new Histogram({
    ...this.#inRegistry,
    name: 'partavo_marketplace_call_seconds',
    help: 'Seconds of calls that went to the marketplace; outcome is ok, or the code of the fault.',
    labelNames: ['operation', 'outcome'],
    buckets: requestBuckets,
  });
  readonly #broken = new Counter({
    ...this.#inRegistry,
    name: 'partavo_broken_sections_total',
    help: 'Sections of pages that are missing because their data could not be loaded.',
    labelNames: ['section'],
  });
  readonly #cart = new Counter({
    ...this.#inRegistry,
    name: 'partavo_cart_writes_total',
    help: 'Changes of carts; outcome is ok, or the code of the fault.',
    labelNames: ['verb', 'outcome'],
  });
  readonly #vitals = new Histogram({
    ...this.#inRegistry,
    name: 'partavo_vitals_seconds',
    help: 'Times of pages as visitors had them (lcp, inp, ttfb), rounded up to a bucket; the sum is of the rounded ones.',
    labelNames: ['route', 'metric'],
    buckets: [...timeBounds],
  });
  readonly #shifts = new Histogram({
    ...this.#inRegistry,
    name: 'partavo_vitals_layout_shift',
    help: 'Layout shift (cls) of pages as visitors had them, rounded up to a bucket; the sum is of the rounded ones.',
    labelNames: ['route'],
    buckets: [...shiftBounds],
  });
  readonly #browserErrors = new Counter({
    ...this.#inRegistry,
    name: 'partavo_browser_errors_total',
    help: 'Page views in which something failed in the browser, by the build and its file, of those that tell (VITALS_SAMPLE).',
    labelNames: ['build', 'chunk', 'kind'],
  });
  readonly #caches = new Map<string, () => number>();
  readonly #outdated = new Counter({
    ...this.#inRegistry,
    name: 'partavo_outdated_total',
    help: 'Kept answers and pages that were rebuilt since offers have changed, by what has changed.',
    labelNames: ['cache', 'reason'],
  });
  #commit = (): number | undefined => undefined;
  readonly #limits = new Gauge({
    ...this.#inRegistry,
    name: 'partavo_cache_limit_bytes',
    help: 'Bytes that a cache may have.',
    labelNames: ['cache'],
  });
  readonly #catalogue = new Gauge({
    ...this.#inRegistry,
    name: 'partavo_catalogue_info',
    help: 'The catalogue that answers come from; always 1.',
    labelNames: ['generation'],
  });
  readonly #shed = new Counter({
    ...this.#inRegistry,
    name: 'partavo_shed_total',
    help: 'Requests that were answered 503 before any work, since no slot would have been free in time.',
    labelNames: ['class', 'urgency'],
  });
  readonly #violations = new Counter({
    ...this.#inRegistry,
    name: 'partavo_policy_violations_total',
    help: 'What browsers report that the Content Security Policy of a page has stopped, by directive.',
    labelNames: ['directive'],
  });
  readonly #gates = new Map<WorkClass, Pick<Gate, 'limit' | 'busy' | 'waiting'>>();
  readonly #marketplace = new Gauge({
    ...this.#inRegistry,
    name: 'partavo_marketplace_up',
    help: '1 where the marketplace has answered when it was asked last, half a second ago; else 0.',
  });
  readonly #connections = new Counter({
    ...this.#inRegistry,
    name: 'partavo_connections_closed_total',
    help: 'Connections that the shop has closed, by reason: `limit` there were too many, `slow` nobody read the answer.',
    labelNames: ['reason'],
  });
  readonly #store = new Gauge({
    ...this.#inRegistry,
    name: 'partavo_catalogue_store_up',
    help: 'Whether the store of generations can be used, and what it serves (0 or 1).',
  });
  readonly #changed = new Gauge({
    ...this.#inRegistry,
    name: 'partavo_catalogue_seen_timestamp_seconds',
    help: 'When this process first met the catalogue that is served.',
  });

  /** What has been asked for lately, for the operator's console. */
  readonly recent: RecentWork;

  constructor(private readonly clock: Pick<Clock, 'now'>) {
    this.recent = new RecentWork(requestBuckets, clock);
    // It has no value before the marketplace tells one.
    this.#store.remove();
    const caches = this.#caches;
    new Gauge({
      ...this.#inRegistry,
      name: 'partavo_cache_bytes',
      help: 'Bytes in a cache.',
      labelNames: ['cache'],
      collect() {
        for (const [cache, bytes] of caches) this.set({ cache }, bytes());
      },
    });
    const gates = this.#gates;
    new Gauge({
      ...this.#inRegistry,
      name: 'partavo_slots',
      help: 'Slots of a kind of work: `limit` there are, `busy` are taken, `waiting` for one.',
      labelNames: ['class', 'state'],
      collect() {
        for (const [kind, gate] of gates)
          for (const state of ['limit', 'busy', 'waiting'] as const) this.set({ class: kind, state }, gate[state]);
      },
    });
    const commit = (): number | undefined => this.#commit();
    new Gauge({
      ...this.#inRegistry,
      name: 'partavo_offers_commit',
      help: 'Number of the last change of offers that this process knows; 0 where it knows none.',
      collect() {
        this.set(commit() ?? 0);
      },
    });
  }

  request({ route, status, cache, isAborted, seconds }: CountedRequest): void {
    const [name = 'none', edition = 'none'] = route.split('___');
    this.#requests.inc({ route: name, edition, status: isAborted ? 'aborted' : String(status), cache });
    this.#seconds.observe({ route: name }, seconds);
    if (probes.has(name)) return;
    if (status === 429) this.recent.refused();
    else if (isTimed(name)) this.recent.timed(seconds);
    if (status >= 500) this.recent.failed();
  }
  rendered(page: string, seconds: number): void {
    this.#renders.observe({ page }, seconds);
    if (renderings.hasSubscribers) renderings.publish({ page, seconds });
  }
  observed(operation: string, outcome: CacheOutcome | 'failed'): void {
    this.#responses.inc({ operation, outcome });
  }
  called(operation: string, outcome: string, seconds: number): void {
    this.#calls.observe({ operation, outcome }, seconds);
  }
  brokenSection(section: string): void {
    this.#broken.inc({ section });
  }
  cartWritten(verb: string, outcome: string): void {
    this.#cart.inc({ verb, outcome });
  }
  /** A page view that a browser has called with. */
  vitals({ route, ttfb, lcp, inp, cls }: Vitals): void {
    for (const [metric, seconds] of Object.entries({ ttfb, lcp, inp })) {
      if (seconds !== undefined) this.#vitals.observe({ route, metric }, seconds);
    }
    if (cls !== undefined) this.#shifts.observe({ route }, cls);
  }
  browserError({ build, chunk, kind }: BrowserError): void {
    this.#browserErrors.inc({ build, chunk, kind });
  }
  /** A cache whose bytes are asked for when the metrics are read; a later one of the same name takes its place. */
  watchCache(cache: 'responses' | 'pages' | 'fragments', bytes: () => number, limit: number): void {
    this.#caches.set(cache, bytes);
    this.#limits.set({ cache }, limit);
  }
  /** A kept entry is rebuilt since its offers have changed. */
  outdated(cache: 'responses' | 'pages', reason: OutdatedReason): void {
    this.#outdated.inc({ cache, reason });
  }
  /** The last known commit of offers, asked for when the metrics are read. */
  watchCommit(number: () => number | undefined): void {
    this.#commit = number;
  }
  /** A request was not let in. */
  shed(kind: WorkClass, urgency: Urgency): void {
    this.#shed.inc({ class: kind, urgency });
    this.recent.refused();
  }
  /** Slots of a kind of work, asked for when the metrics are read. */
  watchGate(kind: WorkClass, gate: Pick<Gate, 'limit' | 'busy' | 'waiting'>): void {
    this.#gates.set(kind, gate);
  }
  /** Whether the marketplace has answered when it was asked last. */
  marketplaceAnswers(isUp: boolean): void {
    this.#marketplace.set(isUp ? 1 : 0);
  }
  /** Told only where generations are shared. */
  catalogueStore(works: boolean): void {
    this.#store.set(works ? 1 : 0);
  }
  /** A browser reports that a page's policy has stopped something. */
  policyViolated(directive: string): void {
    this.#violations.inc({ directive });
  }
  /** A connection that was closed by the shop: none was left, or the client read too slowly. */
  connectionClosed(reason: 'limit' | 'slow'): void {
    this.#connections.inc({ reason });
  }
  catalogue(generation: string): void {
    this.#catalogue.reset();
    this.#catalogue.set({ generation }, 1);
    this.#changed.set(this.clock.now() / 1000);
  }
}
