import { describe, expect, test } from 'vitest';
import { type Dom, type DomOptions, openDom, origin } from '../../test/support/dom.js';

/** A page that reports its errors and its speed. */
const page = (sample: number | string = 100) =>
  `<html data-build="b1" data-locale="fr-FR" data-route="home" data-vitals="${sample}"><body></body></html>`;

describe('an error', () => {
  async function open(html = page()): Promise<Dom> {
    const dom = await openDom(html);
    const { reportErrors } = await import('./page-errors.js');
    reportErrors();
    return dom;
  }
  const fail = (stack: string | null, filename = ''): boolean =>
    dispatchEvent(Object.assign(new Event('error'), { error: stack === null ? null : { stack }, filename }));
  const reject = (reason: unknown): boolean =>
    dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason }));
  const chunkOf = (at: string) => ({ build: 'b1', chunk: at, locale: 'fr-FR', route: 'home' });

  test.each([
    [`Error: x\n at f (${origin}/build/picker-A1.js:1:2)`, 'picker-A1.js'],
    [`Error: x\n at f (${origin}/:1:2)`, 'page'],
    ['Error: x', 'page'],
    ['Error: x\n at f (chrome-extension://abc/content.js:1:1)', undefined],
    ['Error: x\n at f (https://elsewhere.example/tags.js:1:1)', undefined],
  ])('with the stack %j is reported as one of %s', async (stack, chunk) => {
    const { beacons } = await open();
    fail(stack);
    expect(beacons.map(([address, body]) => [address, JSON.parse(String(body))])).toEqual(
      chunk ? [['/api/browser-errors', { ...chunkOf(chunk), kind: 'error' }]] : [],
    );
  });

  test('without a stack is reported by its file', async () => {
    const { beacons } = await open();
    fail(null, `${origin}/build/bot-B2.js`);
    expect(JSON.parse(String(beacons[0]?.[1]))).toEqual({ ...chunkOf('bot-B2.js'), kind: 'error' });
  });

  test('of a promise is reported as such, unless the browser cancelled something', async () => {
    const { beacons } = await open();
    const skipped = new DOMException('Transition was skipped', 'AbortError');
    reject(Object.defineProperty(skipped, 'stack', { value: `at f (${origin}/build/x-1.js:1:1)` }));
    expect(beacons).toEqual([]);
    reject({ stack: `Error: canary\n at f (${origin}/build/x-1.js:1:1)` });
    expect(JSON.parse(String(beacons[0]?.[1]))).toEqual({ ...chunkOf('x-1.js'), kind: 'rejection' });
    expect(JSON.stringify(beacons)).not.toContain('canary');
  });

  test('of a promise without a reason is one of the page', async () => {
    const { beacons } = await open();
    reject(undefined);
    expect(JSON.parse(String(beacons[0]?.[1]))).toMatchObject({ chunk: 'page' });
  });

  test('is reported once for a page; errors of other scripts do not count', async () => {
    const { beacons } = await open();
    fail('Error: x\n at f (chrome-extension://abc/content.js:1:1)');
    fail(`Error: x\n at f (${origin}/build/one-1.js:1:2)`);
    fail(`Error: x\n at f (${origin}/build/two-2.js:1:2)`);
    reject({ stack: '' });
    expect(beacons.map(([, body]) => JSON.parse(String(body)).chunk)).toEqual(['one-1.js']);
  });

  test.each([0, ''])('is not reported for a page whose sample is %j', async (sample) => {
    const { beacons } = await open(page(sample));
    fail('Error: x');
    reject(undefined);
    expect(beacons).toEqual([]);
  });
});

describe('the speed of a page', () => {
  type Entry = Readonly<Record<string, unknown>>;
  const entries: Record<string, Entry[]> = {
    'largest-contentful-paint': [{ startTime: 900 }, { startTime: 1234 }],
    'layout-shift': [
      { startTime: 100, value: 0.03, hadRecentInput: false },
      { startTime: 1000, value: 0.04, hadRecentInput: false },
      { startTime: 1500, value: 0.9, hadRecentInput: true },
      { startTime: 9000, value: 0.05, hadRecentInput: false },
    ],
    event: [
      { entryType: 'event', interactionId: 0, duration: 4000 },
      { entryType: 'event', interactionId: 5, duration: 250 },
      { entryType: 'event', interactionId: 5, duration: 60 },
    ],
    'first-input': [{ entryType: 'first-input', duration: 48 }],
  };
  /** Opens a page whose performance observers return these entries. */
  async function open(known: typeof entries, options: DomOptions = {}, html = page()): Promise<Dom> {
    const dom = await openDom(html, options);
    Object.defineProperty(globalThis, 'PerformanceObserver', {
      configurable: true,
      value: class {
        static supportedEntryTypes = Object.keys(known);
        #type = '';
        observe({ type, buffered }: { type: string; buffered: boolean }): void {
          // Without a buffer the entries from before this script are lost.
          this.#type = buffered ? type : '';
        }
        takeRecords(): Entry[] {
          return known[this.#type] ?? [];
        }
      },
    });
    const { reportVitals } = await import('./vitals.js');
    reportVitals();
    return dom;
  }
  const report = ({ beacons }: Dom) => beacons.map(([address, body]) => [address, JSON.parse(String(body))]);

  test('is reported once, when the page is left, rounded up', async () => {
    const dom = await open(entries, { navigation: { responseStart: 120 } });
    expect(dom.beacons).toEqual([]);
    dispatchEvent(new Event('pagehide'));
    dispatchEvent(new Event('pagehide'));
    expect(report(dom)).toEqual([
      ['/api/vitals', { route: 'home', locale: 'fr-FR', ttfb: 0.2, lcp: 1.8, inp: 0.3, cls: 0.1 }],
    ]);
  });

  test('is reported when the page goes into the background', async () => {
    const dom = await open(entries);
    let state = 'visible';
    Object.defineProperty(document, 'visibilityState', { get: () => state });
    dispatchEvent(new Event('visibilitychange'));
    expect(dom.beacons).toEqual([]);
    state = 'hidden';
    dispatchEvent(new Event('visibilitychange'));
    expect(dom.beacons.length).toBe(1);
  });

  test('leaves out what the browser does not measure', async () => {
    const dom = await open({});
    dispatchEvent(new Event('pagehide'));
    expect(report(dom)[0]?.[1]).toEqual({ route: 'home', locale: 'fr-FR', ttfb: expect.any(Number) });
  });

  test.each([
    ['less than a second apart are one', [100, 1000, 1900], 0.25],
    ['a second apart are several', [100, 1101, 2102], 0.1],
    ['within five seconds only are one', [0, 900, 1800, 2700, 3600, 4500, 5400], 0.5],
  ])('shifts %s', async (_, starts, cls) => {
    const shifts = starts.map((startTime) => ({ startTime, value: 0.08, hadRecentInput: false }));
    const dom = await open({ 'layout-shift': shifts });
    dispatchEvent(new Event('pagehide'));
    expect(report(dom)[0]?.[1].cls).toBe(cls);
  });

  test('of fifty interactions the slowest does not count', async () => {
    const durations = [2000, 240, ...Array.from({ length: 48 }, () => 50)];
    const of = (count: number) => ({
      event: durations.slice(0, count).map((duration, id) => ({ entryType: 'event', interactionId: id + 1, duration })),
    });
    for (const [count, inp] of [
      [49, 2.5],
      [50, 0.3],
    ] as const) {
      const dom = await open(of(count));
      dispatchEvent(new Event('pagehide'));
      expect([count, report(dom)[0]?.[1].inp]).toEqual([count, inp]);
    }
  });

  test('is not reported for a page that was in the background, where its paints waited', async () => {
    const dom = await openDom(page());
    const { getEntriesByType } = performance;
    performance.getEntriesByType = (type) =>
      type === 'visibility-state' ? ([{ name: 'hidden' }, { name: 'visible' }] as never) : getEntriesByType(type);
    const { reportVitals } = await import('./vitals.js');
    reportVitals();
    dispatchEvent(new Event('pagehide'));
    expect(dom.beacons).toEqual([]);
  });

  test.each([0, ''])('is not reported for a page whose sample is %j', async (sample) => {
    const dom = await open(entries, {}, page(sample));
    dispatchEvent(new Event('pagehide'));
    expect(dom.beacons).toEqual([]);
  });
});
