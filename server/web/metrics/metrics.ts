import { channel } from 'node:diagnostics_channel';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { shiftBounds, timeBounds } from '../../../views/vitals.js';
import type { Clock } from '../../clock/clock.js';
import type { Gate, Urgency } from '../admission/gate.js';
import type { WorkClass } from '../admission/request-class.js';
import type { OutdatedReason } from '../cache/offer-changes.js';
import type { CacheOutcome } from '../http/log.js';
import type { CountedRequest } from '../http/request-log.js';
import type { BrowserError, Vitals } from './browser-reports.js';
import families from './metrics.json' with { type: 'json' };
import { RecentWork } from './recent-load.js';

/** Publishes the duration of each rendering for benchmarks: `{ page, seconds }`. */
const renderings = channel('partavo:render');

const probes: ReadonlySet<string> = new Set(['livez', 'readyz']);
/** Returns whether a route counts for the times of pages and calls; files and the two portals do not. */
const isTimed = (route: string): boolean => !/^(static|picture|api\.photograph|console_page|merchant_\w+)$/.test(route);

/** Makes the metric of each family in `metrics.json`, by its key there. */
const made = <Name extends string, Family, Metric>(
  table: Readonly<Record<Name, Family>>,
  make: (family: Family) => Metric,
): Readonly<Record<Name, Metric>> =>
  Object.fromEntries(Object.entries<Family>(table).map(([name, family]) => [name, make(family)])) as Record<
    Name,
    Metric
  >;

/**
 * Metrics of the shop for Prometheus. Every label is a name from the program, such as a route or an operation. So no
 * data of visitors get in, and no requested address adds a series.
 */
export class Metrics {
  readonly registry = new Registry();
  readonly #counters = made(families.counters, (family) => new Counter({ registers: [this.registry], ...family }));
  readonly #times = made(families.histograms, (family) => new Histogram({ registers: [this.registry], ...family }));
  readonly #gauges = made(families.gauges, (family) => new Gauge({ registers: [this.registry], ...family }));
  readonly #visits = {
    times: new Histogram({ registers: [this.registry], ...families.browser.times, buckets: [...timeBounds] }),
    shifts: new Histogram({ registers: [this.registry], ...families.browser.shifts, buckets: [...shiftBounds] }),
  };
  readonly #caches = new Map<string, () => number>();
  readonly #gates = new Map<WorkClass, Pick<Gate, 'limit' | 'busy' | 'waiting'>>();
  #commit = (): number | undefined => undefined;

  /** Load of the last hour and day for the operator's console. */
  readonly recent: RecentWork;

  constructor(private readonly clock: Pick<Clock, 'now'>) {
    this.recent = new RecentWork(families.histograms.requests.buckets, clock);
    // The gauge has no value until the marketplace reports one.
    this.#gauges.store.remove();
    const bytes = this.#whenRead(families.read.bytes, () => {
      for (const [cache, read] of this.#caches) bytes.set({ cache }, read());
    });
    const slots = this.#whenRead(families.read.slots, () => {
      for (const [kind, gate] of this.#gates)
        for (const state of ['limit', 'busy', 'waiting'] as const) slots.set({ class: kind, state }, gate[state]);
    });
    const commit = this.#whenRead(families.read.commit, () => commit.set(this.#commit() ?? 0));
  }

  /** Makes a gauge that is set whenever the metrics are read. */
  #whenRead(family: { name: string; help: string; labelNames: string[] }, set: () => void): Gauge {
    return new Gauge({ registers: [this.registry], ...family, collect: set });
  }

  request({ route, status, cache, isAborted, seconds }: CountedRequest): void {
    const [name = 'none', edition = 'none'] = route.split('___');
    this.#counters.requests.inc({ route: name, edition, status: isAborted ? 'aborted' : String(status), cache });
    this.#times.requests.observe({ route: name }, seconds);
    if (probes.has(name)) return;
    if (status === 429) this.recent.refused();
    else if (isTimed(name)) this.recent.timed(seconds);
    if (status >= 500) this.recent.failed();
  }
  rendered(page: string, seconds: number): void {
    this.#times.renders.observe({ page }, seconds);
    if (renderings.hasSubscribers) renderings.publish({ page, seconds });
  }
  observed(operation: string, outcome: CacheOutcome | 'failed'): void {
    this.#counters.responses.inc({ operation, outcome });
  }
  called(operation: string, outcome: string, seconds: number): void {
    this.#times.calls.observe({ operation, outcome }, seconds);
  }
  brokenSection(section: string): void {
    this.#counters.broken.inc({ section });
  }
  cartWritten(verb: string, outcome: string): void {
    this.#counters.cart.inc({ verb, outcome });
  }
  /** Records a page view that a browser reported. */
  vitals({ route, ttfb, lcp, inp, cls }: Vitals): void {
    for (const [metric, seconds] of Object.entries({ ttfb, lcp, inp })) {
      if (seconds !== undefined) this.#visits.times.observe({ route, metric }, seconds);
    }
    if (cls !== undefined) this.#visits.shifts.observe({ route }, cls);
  }
  browserError({ build, chunk, kind }: BrowserError): void {
    this.#counters.browserErrors.inc({ build, chunk, kind });
  }
  /** Watches the bytes of a cache; a later cache of the same name replaces it. */
  watchCache(cache: 'responses' | 'pages' | 'fragments', bytes: () => number, limit: number): void {
    this.#caches.set(cache, bytes);
    this.#gauges.limits.set({ cache }, limit);
  }
  /** Counts a cached entry that was rebuilt after its offers changed. */
  outdated(cache: 'responses' | 'pages', reason: OutdatedReason): void {
    this.#counters.outdated.inc({ cache, reason });
  }
  /** Watches the number of the last known commit of offers. */
  watchCommit(number: () => number | undefined): void {
    this.#commit = number;
  }
  /** Counts a request that admission refused. */
  shed(kind: WorkClass, urgency: Urgency): void {
    this.#counters.shed.inc({ class: kind, urgency });
    this.recent.refused();
  }
  /** Watches the slots of a kind of work. */
  watchGate(kind: WorkClass, gate: Pick<Gate, 'limit' | 'busy' | 'waiting'>): void {
    this.#gates.set(kind, gate);
  }
  /** Records whether the marketplace answered its last probe. */
  marketplaceAnswers(isUp: boolean): void {
    this.#gauges.marketplace.set(isUp ? 1 : 0);
  }
  /** Records whether the store of shared generations works. */
  catalogueStore(works: boolean): void {
    this.#gauges.store.set(works ? 1 : 0);
  }
  /** Counts a violation of the Content Security Policy. */
  policyViolated(directive: string): void {
    this.#counters.violations.inc({ directive });
  }
  /** Counts a connection that the shop closed: at the limit, or of a slow reader. */
  connectionClosed(reason: 'limit' | 'slow'): void {
    this.#counters.connections.inc({ reason });
  }
  catalogue(generation: string): void {
    this.#gauges.catalogue.reset();
    this.#gauges.catalogue.set({ generation }, 1);
    this.#gauges.changed.set(this.clock.now() / 1000);
  }
}
