import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../../clock/clock.js';
import type { Outcome } from '../http/log.js';
import type { Routes } from '../routes/routes.js';
import { Gate, type Urgency } from './gate.js';
import { classOfRequest, isOrdinaryPage, urgencyOf, type WorkClass } from './request-class.js';

/** Most addresses of cached pages in memory. Under full load only these pages are admitted. */
const rememberedPages = 5000;
/** One of so many hits renews a page in that memory. Popular pages have many hits, others arrive as misses. */
const hitsPerLook = 8;
/** Milliseconds between two log lines about refused requests. */
const reportMs = 1000;

export interface AdmissionObserver {
  shed(kind: WorkClass, urgency: Urgency): void;
  watchGate(kind: WorkClass, gate: Pick<Gate, 'limit' | 'busy' | 'waiting'>): void;
}
type Counts = Partial<Record<WorkClass, number>>;

/** Answers a refused request from prepared bytes; the connection stays open. */
export type SendShed = (message: IncomingMessage, response: ServerResponse) => void;

/** Slots of every kind of work, and the listener in front of the app. */
export interface Admission {
  readonly gates: Readonly<Record<WorkClass, Gate>>;
  /** Records that a cached page was served. */
  remember(message: IncomingMessage, outcome: Outcome): void;
  /** Records that a page is not cached after all, so that its next request is refused under full load. */
  forget(message: IncomingMessage): void;
  /** Makes the only listener of requests, which passes them to the app or refuses them. */
  listener(handle: RequestListener, routes: Routes, send: SendShed): RequestListener;
}

/** Returns the properties of a request by which cached pages differ, read from its address and one cookie. */
function nameOf({ headers, url }: IncomingMessage): string {
  const country = /(?:^|; )country=([A-Z]{2})/.exec(headers.cookie ?? '')?.[1] ?? '';
  return `${headers.host}${url} ${country}`;
}

/**
 * Admits requests before any work begins. Under overload the shop serves as much as it can and refuses the rest in
 * microseconds. Carts and accounts have slots of their own; cached pages, files and health checks need none.
 * @param report called at most once a second with the numbers of refused requests
 * @param responseSeconds how long a page waits for its calls; a person waits for a slot a sixth of that
 */
export function createAdmission(
  observer: AdmissionObserver,
  report: (counts: Counts) => void,
  clock: Clock,
  responseSeconds = 1.5,
): Admission {
  const slots = { least: 4, most: 24 };
  // With two hundred pages a second, fifty readers at once wait no longer than a quarter of a second.
  const patienceMs = (responseSeconds * 1000) / 6;
  const gates: Record<WorkClass, Gate> = {
    // A purchase should wait rather than fail, so this limit only protects the process.
    cart: new Gate({ clock, slots: { least: 16, most: 16 }, patienceMs: 3000 }),
    call: new Gate({ clock, slots, patienceMs }),
    page: new Gate({ clock, slots, patienceMs }),
    // Each upload ends in an import, of which few run at once. Programs prefer waiting to repeating an upload.
    merchant: new Gate({ clock, slots: { least: 4, most: 4 }, patienceMs: 8000 }),
  };
  for (const kind of ['cart', 'call', 'page', 'merchant'] as const) observer.watchGate(kind, gates[kind]);
  const kept = new LRUCache<string, true>({ max: rememberedPages });
  let hits = 0;
  let counts: Counts = {};
  let isReporting = false;
  const count = (kind: WorkClass, urgency: Urgency): void => {
    observer.shed(kind, urgency);
    counts[kind] = (counts[kind] ?? 0) + 1;
    if (isReporting) return;
    isReporting = true;
    clock.after(reportMs, () => {
      isReporting = false;
      report(counts);
      counts = {};
    });
  };

  return {
    gates,
    remember(message, outcome) {
      hits += 1;
      if (outcome !== 'hit' || hits % hitsPerLook === 0) kept.set(nameOf(message), true);
    },
    forget: (message) => void kept.delete(nameOf(message)),
    listener(handle, routes, send) {
      const shed = (kind: WorkClass, message: IncomingMessage, response: ServerResponse): void => {
        count(kind, urgencyOf(message.headers['user-agent']));
        send(message, response);
      };
      /** Runs work in a slot from the first byte to the end of the answer. A slow reader does not keep the slot. */
      const admit = (gate: Gate, message: IncomingMessage, response: ServerResponse): void => {
        const started = clock.steady();
        let isOver = false;
        const leave = (): void => {
          if (isOver) return;
          isOver = true;
          gate.leave(clock.steady() - started);
        };
        response.once('prefinish', leave);
        response.once('close', leave);
        handle(message, response);
      };
      return (message, response) => {
        const url = message.url ?? '/';
        const kind = classOfRequest(message.method, url);
        if (kind === null) {
          // Nearly always a page. It is examined only while no slot for making pages is free.
          const { page } = gates;
          const isTooMuch =
            !page.isFree &&
            page.isFull(urgencyOf(message.headers['user-agent'])) &&
            !kept.has(nameOf(message)) &&
            isOrdinaryPage(routes, message.headers.host ?? '', url);
          if (!isTooMuch) return handle(message, response);
          return shed('page', message, response);
        }
        const gate = gates[kind];
        try {
          const wait = gate.enter(
            kind === 'cart' ? 'person' : urgencyOf(message.headers['user-agent']),
            () => response.destroyed,
          );
          if (wait !== undefined) void wait.then(() => admit(gate, message, response));
          else admit(gate, message, response);
        } catch {
          shed(kind, message, response);
        }
      };
    },
  };
}
