import { roundUp, shiftBounds, timeBounds } from '../../views/vitals.js';
import { navigation, page } from './page.js';

/** Fields of entries that not every browser has. */
interface Entry extends PerformanceEntry {
  interactionId?: number;
  value: number;
  hadRecentInput: boolean;
}

/** Take entries that the observers have not received yet. */
const flushes: (() => void)[] = [];

/** Hears of all entries of a kind, those from before as well. @returns whether the browser has such entries. */
function watch(type: string, take: (entry: Entry) => void): boolean {
  if (!PerformanceObserver.supportedEntryTypes.includes(type)) return false;
  const takeAll = (entries: PerformanceEntryList): void => (entries as Entry[]).forEach(take);
  const observer = new PerformanceObserver((list) => takeAll(list.getEntries()));
  // Events shorter than this are no delay that anybody notices.
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

  // Shifts less than a second apart are one, for five seconds at most; the largest counts (web.dev/articles/cls).
  let cls = 0;
  let sum = 0;
  let first = 0;
  let last = Number.NEGATIVE_INFINITY;
  const tellsShifts = watch('layout-shift', ({ startTime, value, hadRecentInput }) => {
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
    // Of fifty interactions the slowest does not count (web.dev/articles/inp).
    const slowest = [...interactions.values()].sort((one, other) => other - one);
    const reported = {
      route: page.route,
      locale: page.locale,
      ttfb: seconds(ttfb),
      lcp: seconds(lcp),
      inp: seconds(slowest[Math.floor(slowest.length / 50)]),
      cls: tellsShifts ? roundUp(shiftBounds, cls) : undefined,
    };
    navigator.sendBeacon('/api/vitals', JSON.stringify(reported));
  };
  // Phones end a page that is in the background without another word, and older browsers only tell that it is left.
  addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && send());
  addEventListener('pagehide', send);
}

/**
 * Tells once, when the page is left, how fast it was: time to the first byte, Largest Contentful Paint, slowest
 * interaction, shifts, each rounded up, and the name of the route; nothing of who it was. As many views tell as the
 * page says (per cent), and none that was in the background meanwhile, whose paints waited for the visitor.
 */
export function reportVitals(): void {
  const wasHidden = performance.getEntriesByType('visibility-state').some(({ name }) => name === 'hidden');
  if (navigation && !wasHidden && Math.random() * 100 < Number(page.vitals)) measure(navigation.responseStart);
}
