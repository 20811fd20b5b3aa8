import { Window as HappyWindow } from 'happy-dom';
import { vi } from 'vitest';
import type { Timer } from '../../server/clock/clock.js';
import { ManualClock } from './manual-clock.js';

/** A request that the page has sent. */
export interface Asked {
  method: string;
  /** Path and query. */
  address: string;
  body: string;
  header(name: string): string | null;
}
/** Answer of a server; null if it is unreachable. */
export type Answer = { status?: number; body?: string } | null;

/** Circumstances of a page, and features of its browser. */
export interface DomOptions {
  /** Path and query of its address. */
  path?: string;
  referrer?: string;
  cookies?: readonly string[];
  storage?: Readonly<Record<string, string>>;
  /** Values of its `Server-Timing`, by name. */
  serverTiming?: Readonly<Record<string, string>>;
  /** Fields of `PerformanceNavigationTiming`. */
  navigation?: Readonly<Record<string, unknown>>;
  /** Whether a media query matches. */
  matches?: (query: string) => boolean;
  /** Answers requests; without it the server is unreachable. */
  answer?: (asked: Asked) => Answer | Promise<Answer>;
}

/** A page in a small DOM. It owns the browser's globals until the next one is opened. */
export interface Dom {
  /** Clock of its timers. */
  clock: ManualClock;
  /** All requests so far. */
  asked: Asked[];
  /** Navigations so far: `reload`, `assign ADDRESS`, `replace ADDRESS` and `submit ADDRESS`. */
  left: string[];
  /** Beacons so far: address and body. */
  beacons: [address: string, body: unknown][];
  /** Lets time pass, and all pending work run. */
  pass(ms?: number): Promise<void>;
  /** Switches the connection, and fires the browser's event. */
  connect(isOnline: boolean): void;
}

export const origin = 'http://shop.example';
/** Returns the first matching element, which must exist. */
export const find = <E extends HTMLElement = HTMLElement>(selector: string): E => {
  const found = document.querySelector<E>(selector);
  if (!found) throw new Error(`the page has no ${selector}`);
  return found;
};
export const findAll = <E extends HTMLElement = HTMLElement>(selector: string): E[] => [
  ...document.querySelectorAll<E>(selector),
];
let open: HappyWindow | undefined;

/**
 * Opens a page. Later imports evaluate modules again, inside this page.
 * @param html its root element
 */
export async function openDom(html: string, options: DomOptions = {}): Promise<Dom> {
  vi.resetModules();
  await open?.happyDOM.close();
  const asked: Asked[] = [];
  const left: string[] = [];
  const beacons: Dom['beacons'] = [];
  const window = new HappyWindow({
    url: origin + (options.path ?? '/'),
    settings: {
      fetch: {
        interceptor: {
          async beforeAsyncRequest({ request, window: { AbortSignal, Response } }) {
            const one: Asked = {
              method: request.method,
              address: request.url.replace(origin, ''),
              body: await request.text(),
              header: (name) => request.headers.get(name),
            };
            asked.push(one);
            const ended = new Promise<null>((resolve) => {
              request.signal.addEventListener('abort', () => resolve(null));
            });
            const answer = await Promise.race([options.answer?.(one) ?? null, ended]);
            if (answer) {
              const response = new Response(answer.body ?? '', { status: answer.status ?? 200 });
              return Object.assign(response, { url: request.url });
            }
            // An error thrown here would leave the request pending for ever.
            const lost = AbortSignal.abort(new TypeError('no answer'));
            if (!request.signal.aborted) Object.defineProperty(request, 'signal', { value: lost });
          },
        },
      },
    },
  });
  open = window;
  const clock = new ManualClock();
  install(window, clock, options, left, beacons);
  window.document.write(`<!doctype html>${html}`);
  for (const cookie of options.cookies ?? []) window.document.cookie = `${cookie};path=/`;
  Object.assign(window.localStorage, options.storage);
  // Its load events fire before a script of the test listens.
  await window.happyDOM.waitUntilComplete();
  return {
    clock,
    asked,
    left,
    beacons,
    async pass(ms = 0) {
      await vi.dynamicImportSettled();
      await window.happyDOM.waitUntilComplete();
      await clock.advance(ms);
      await vi.dynamicImportSettled();
      await window.happyDOM.waitUntilComplete();
      await clock.advance(0);
    },
    connect(isOnline) {
      Object.defineProperty(window.navigator, 'onLine', { value: isOnline, configurable: true });
      window.dispatchEvent(new window.Event(isOnline ? 'online' : 'offline'));
    },
  };
}

/** Replaces the globals by a window, and adds the features that the small DOM lacks. */
function install(
  window: HappyWindow,
  clock: ManualClock,
  { referrer = '', serverTiming = {}, navigation = {}, matches = () => true }: DomOptions,
  left: string[],
  beacons: Dom['beacons'],
): void {
  const { document, location, navigator, HTMLFormElement, HTMLOptionElement } = window;
  Object.defineProperty(document, 'referrer', { value: referrer });
  keepCookies(document);
  Object.defineProperty(HTMLOptionElement.prototype, 'defaultSelected', {
    get(this: Element) {
      return this.hasAttribute('selected');
    },
    set(this: Element, isDefault: boolean) {
      this.toggleAttribute('selected', isDefault);
    },
    configurable: true,
  });
  Object.assign(location, {
    reload: () => void left.push('reload'),
    assign: (address: string) => void left.push(`assign ${address}`),
    replace(address: string) {
      // A fragment leaves no page.
      if (address.startsWith('#')) location.hash = address;
      left.push(`replace ${address}`);
    },
  });
  HTMLFormElement.prototype.submit = function submit(this: { action: string }) {
    left.push(`submit ${this.action.replace(origin, '')}`);
  };
  navigator.sendBeacon = (address: unknown, body: unknown) => beacons.push([String(address), body]) > 0;

  const timers = new Map<number, Timer>();
  let lastTimer = 0;
  const startTimer = <A extends unknown[]>(work: (...parameters: A) => void, ms = 0, ...parameters: A): number => {
    lastTimer += 1;
    timers.set(
      lastTimer,
      clock.after(ms, () => work(...parameters)),
    );
    return lastTimer;
  };
  const came = {
    type: 'navigate',
    redirectCount: 0,
    responseStart: 100,
    ...navigation,
    serverTiming: Object.entries(serverTiming).map(([name, description]) => ({ name, description })),
  };
  const own = {
    window: globalThis,
    self: globalThis,
    setTimeout: startTimer,
    clearTimeout: (timer?: number) => timers.get(timer ?? 0)?.cancel(),
    requestAnimationFrame: (work: () => void) => startTimer(work, 16),
    requestIdleCallback: (work: () => void) => startTimer(work, 50),
    matchMedia: (query: string) => Object.assign(new window.EventTarget(), { matches: matches(query) }),
    AbortSignal: {
      timeout(ms: number) {
        const limit = new window.AbortController();
        startTimer(() => limit.abort(), ms);
        return limit.signal;
      },
    },
    performance: {
      now: () => clock.steady(),
      timeOrigin: clock.now(),
      getEntriesByType: (type: string) => (type === 'navigation' ? [came] : []),
    },
    Option: function Option(text: string, value: string, isDefault: boolean, isChosen: boolean) {
      const option = document.createElement('option');
      Object.assign(option, { textContent: text, value, selected: isChosen });
      option.toggleAttribute('selected', isDefault);
      return option;
    },
    XMLHttpRequest: documentRequest(window),
  };
  needGlobals(window, new Set(Object.keys(own)));
  for (const [name, value] of Object.entries(own)) define(name, { value, writable: true });
}

/** The small DOM keeps expired cookies, so this removes them. */
function keepCookies(document: HappyWindow['document']): void {
  const cookies = new Map<string, string>();
  Object.defineProperty(document, 'cookie', {
    configurable: true,
    get: () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    set(text: string) {
      const [, name = '', value = '', rest = ''] = /^([^=]*)=([^;]*)(.*)$/.exec(text) ?? [];
      if (/max-age=0\b/.test(rest)) cookies.delete(name);
      else cookies.set(name, value);
    },
  });
}

const define = (name: string, property: PropertyDescriptor): void => {
  Object.defineProperty(globalThis, name, { ...property, configurable: true });
};

/** Features that browsers implement in another way than Node. */
const otherwise =
  /^((Custom|Message)?Event|EventTarget|navigator|(local|session)Storage|fetch|Headers|Request|Response|FormData|AbortController|DOMException)$/;
let hasGlobals = false;
/** Makes the names of a window global, for the page that is open. */
function needGlobals(window: HappyWindow, own: ReadonlySet<string>): void {
  if (hasGlobals) return;
  hasGlobals = true;
  for (let from: object = window; from && from !== Object.prototype; from = Object.getPrototypeOf(from))
    for (const name of Object.getOwnPropertyNames(from)) {
      if (own.has(name) || (name in globalThis && !otherwise.test(name))) continue;
      define(name, {
        get: () => {
          const value = open && Reflect.get(open, name);
          // Binds methods; classes have a prototype.
          return typeof value === 'function' && !value.prototype ? value.bind(open) : value;
        },
        set: (value) => open && Reflect.set(open, name, value),
      });
    }
}

/** Returns `XMLHttpRequest` whose documents have the address of their response. */
function documentRequest({ XMLHttpRequest, DOMParser }: HappyWindow): unknown {
  return class extends XMLHttpRequest {
    #document: object | undefined;
    override set responseType(_: never) {}
    override get responseType(): never {
      return '' as never;
    }
    override get response(): never {
      if (!this.#document && this.responseText) {
        this.#document = new DOMParser().parseFromString(this.responseText, 'text/html');
        Object.defineProperty(this.#document, 'URL', { value: this.responseURL });
      }
      return (this.#document ?? null) as never;
    }
  };
}
