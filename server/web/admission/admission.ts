import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../../clock/clock.js';
import type { Outcome } from '../http/log.js';
import type { Routes } from '../routes/routes.js';
import { Gate, type Urgency } from './gate.js';
import { classOfRequest, isOrdinaryPage, urgencyOf, type WorkClass } from './request-class.js';

/** Addresses of cached pages that are remembered, so that they are let in when no page can be made. */
const rememberedPages = 5000;
/** Of so many hits one renews the memory of its page: popular pages have plenty, and the others are met as misses. */
const hitsPerLook = 8;
/** Milliseconds between two log lines about requests that were not let in. */
const reportMs = 1000;

/** What is told about requests that are not let in, and about the slots. */
export interface AdmissionObserver {
  shed(kind: WorkClass, urgency: Urgency): void;
  watchGate(kind: WorkClass, gate: Pick<Gate, 'limit' | 'busy' | 'waiting'>): void;
}
type Counts = Partial<Record<WorkClass, number>>;

/** Sends the answer of a request that is not served now, from bytes made beforehand; the connection stays open. */
export type SendShed = (message: IncomingMessage, response: ServerResponse) => void;

/** Slots of every kind of work, and what stands before the program. */
export interface Admission {
  readonly gates: Readonly<Record<WorkClass, Gate>>;
  /** A page that is in the cache has been served. */
  remember(message: IncomingMessage, outcome: Outcome): void;
  /** A page that was taken for one of the cache is not there: the next one is refused before any work. */
  forget(message: IncomingMessage): void;
  /** The only listener of requests: lets them through to the program, or answers them from prepared bytes. */
  listener(handle: RequestListener, routes: Routes, send: SendShed): RequestListener;
}

/** What a cached page differs by, as far as it shows before anything is read. */
function nameOf({ headers, url }: IncomingMessage): string {
  const country = /(?:^|; )country=([A-Z]{2})/.exec(headers.cookie ?? '')?.[1] ?? '';
  return `${headers.host}${url} ${country}`;
}

/**
 * Admission before any work begins: a shop that is asked for more than it can do serves as much as it can, and answers
 * the rest in microseconds. Carts and accounts have slots of their own, cached pages, files and health need none.
 * @param report of requests that were not let in: called once a second at most, however many there are
 * @param responseSeconds how long a page waits for its calls: a person waits for a slot a sixth of it
 */
export function createAdmission(
  observer: AdmissionObserver,
  report: (counts: Counts) => void,
  clock: Clock,
  responseSeconds = 1.5,
): Admission {
  const slots = { least: 4, most: 24 };
  // A quarter of a second is long enough for fifty readers at once of a shop that makes two hundred pages a second.
  const patienceMs = (responseSeconds * 1000) / 6;
  const gates: Record<WorkClass, Gate> = {
    // A purchase waits rather than fails: a fuse, not a limit.
    cart: new Gate({ clock, slots: { least: 16, most: 16 }, patienceMs: 3000 }),
    call: new Gate({ clock, slots, patienceMs }),
    page: new Gate({ clock, slots, patienceMs }),
    // Each ends in an import, of which few run at once: a program that sends would rather wait than come again.
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
      /** Work in a slot from the first byte to the end of the answer; a slow reader does not hold it. */
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
          // Nearly always a page; more is asked only while there is no slot for making one.
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
