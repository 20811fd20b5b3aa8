import { roundUp, shiftBounds, timeBounds } from '../../views/vitals.js';
import { navigation, page } from './page.js';

/** Fields of entries that not every browser has. */
interface Entry extends PerformanceEntry {
  interactionId?: number;
  value: number;
  hadRecentInput: boolean;
}

/** Functions that process the entries which observers still hold. */
const flushes: (() => void)[] = [];

/** Observes all entries of a type, including earlier ones. @returns whether the browser has such entries */
function watch(type: string, take: (entry: Entry) => void): boolean {
  if (!PerformanceObserver.supportedEntryTypes.includes(type)) return false;
  const takeAll = (entries: PerformanceEntryList): void => (entries as Entry[]).forEach(take);
  const observer = new PerformanceObserver((list) => takeAll(list.getEntries()));
  // Nobody notices a delay shorter than this.
  const options: PerformanceObserverInit & { durationThreshold: number } = {
    type,
    buffered: true,
    durationThreshold: 40,
  };
  observer.observe(options);
  flushes.push(() => takeAll(observer.takeRecords()));
  return true;
}

const seconds = (milliseconds: number | undefined): number | undefined =>
  milliseconds === undefined ? undefined : roundUp(timeBounds, milliseconds / 1000);

function measure(ttfb: number): void {
  let lcp: number | undefined;
  watch('largest-contentful-paint', ({ startTime }) => {
    lcp = startTime;
  });

  // Shifts less than a second apart form one session of at most five seconds; the largest session counts
  // (web.dev/articles/cls).
  let cls = 0;
  let sum = 0;
  let first = 0;
  let last = Number.NEGATIVE_INFINITY;
  const reportsShifts = watch('layout-shift', ({ startTime, value, hadRecentInput }) => {
    if (hadRecentInput) return;
    if (startTime - last > 1000 || startTime - first > 5000) {
      sum = 0;
      first = startTime;
    }
    last = startTime;
    sum += value;
    cls = Math.max(cls, sum);
  });

  /** Longest event of each interaction, in milliseconds. */
  const interactions = new Map<number | undefined, number>();
  const interact = ({ interactionId, entryType, duration }: Entry): void => {
    if (!interactionId && entryType === 'event') return;
    interactions.set(interactionId, Math.max(duration, interactions.get(interactionId) ?? 0));
  };
  watch('event', interact);
  watch('first-input', interact);

  let isSent = false;
  const send = (): void => {
    if (isSent) return;
    isSent = true;
    for (const flush of flushes) flush();
    // The slowest of every fifty interactions does not count (web.dev/articles/inp).
    const slowest = [...interactions.values()].sort((one, other) => other - one);
    const reported = {
      route: page.route,
      locale: page.locale,
      ttfb: seconds(ttfb),
      lcp: seconds(lcp),
      inp: seconds(slowest[Math.floor(slowest.length / 50)]),
      cls: reportsShifts ? roundUp(shiftBounds, cls) : undefined,
    };
    navigator.sendBeacon('/api/vitals', JSON.stringify(reported));
  };
  // Phones end a page in the background without a further event. Older browsers only report that the visitor leaves.
  addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && send());
  addEventListener('pagehide', send);
}

/**
 * Reports the speed of a page once, when the visitor leaves it. The report has the route, time to first byte, Largest
 * Contentful Paint, slowest interaction and layout shifts, each rounded up. It contains nothing about the visitor. The
 * page says which per cent of views report. Views that were in the background do not, since their paints waited for the
 * visitor.
 */
export function reportVitals(): void {
  const wasHidden = performance.getEntriesByType('visibility-state').some(({ name }) => name === 'hidden');
  if (navigation && !wasHidden && Math.random() * 100 < Number(page.vitals)) measure(navigation.responseStart);
}
