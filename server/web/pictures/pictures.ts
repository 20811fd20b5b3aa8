import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import type { PictureWidth } from '../../../views/picture-widths.js';
import type { Clock } from '../../clock/clock.js';
import type { Image } from '../../contract/articles.js';
import { ProblemError } from '../../contract/problem.js';
import type { Env } from '../../env.js';
import { isAllowedHost } from '../../env-lists.js';
import { openNet } from '../../outbound/outbound.js';
import type { Upstream } from '../api/upstream.js';
import { describeError } from '../http/log.js';
import { events } from '../http/log-events.js';
import type { SigningKeys } from '../http/signing-keys.js';
import { pictureAddress } from './addresses.js';
import { encodePicture, type PictureFormat } from './encode.js';
import { createFetcher, type FetchRules } from './fetch-original.js';
import { PictureError, type PictureErrorCode } from './picture-error.js';
import { PictureStore } from './picture-store.js';

/** Milliseconds for which a failed photograph is not fetched again. */
const pauseAfterErrorMs = 60_000;

/** Merchants' photographs in the shop's own sizes and formats. */
export interface Pictures {
  /** Returns the address in a width; null for a drawing, and for a host that is not allowed. */
  addressOf(image: Image, width: PictureWidth): string | null;
  /** @throws PictureError if the photograph cannot be fetched or decoded */
  get(url: string, width: PictureWidth, format: PictureFormat): Promise<Buffer>;
  /** Returns the file as it came. @throws PictureError as `get`; `status` for a missing one */
  original(url: string): Promise<Buffer>;
  /** Bytes that the pictures take on disk. */
  readonly bytes: number;
  stop(): Promise<void>;
}

/** Photographs of the marketplace itself, which are requested like its other responses. */
const marketplaceOwn = /^\/api\/Fotos\/\d+\/[\w-]{12}\.jpg$/;

/** @param change rules of fetching that a test relaxes */
export function createPictures(
  env: Env,
  keys: SigningKeys,
  log: Logger,
  marketplace: Pick<Upstream, 'send'>,
  clock: Clock,
  change: Partial<FetchRules> = {},
): Pictures {
  const rules = { ...openNet, clock, hosts: env.IMAGE_HOSTS, milliseconds: 8000, ...change };
  const { hosts, isPlainAllowed } = rules;
  const store = new PictureStore(join(env.DATA_DIR, 'pictures'), env.IMAGE_CACHE_MB * 1024 * 1024, clock);
  const fetcher = createFetcher(rules);
  const fetching = createLimiter(4, 200);
  const encoding = createLimiter(1, 200);
  const flights = new Map<string, Promise<Buffer>>();
  const failed = new LRUCache<string, PictureErrorCode>({
    max: 2000,
    ttl: pauseAfterErrorMs,
    perf: { now: () => clock.steady() },
  });

  /** Returns the file of a name, made once however many requests wait for it. */
  const kept = (name: string, make: () => Promise<Buffer>): Promise<Buffer> => {
    const flying = flights.get(name);
    if (flying !== undefined) return flying;
    const flight = (async () => {
      const found = await store.read(name);
      if (found) return found;
      const made = await make();
      await store.write(name, made).catch((error) => {
        log.warn({ reason: 'disk', error: describeError(error) }, events.pictureFailed);
      });
      return made;
    })().finally(() => flights.delete(name));
    flights.set(name, flight);
    return flight;
  };

  const fetched = async (url: string): Promise<Buffer> => {
    if (!marketplaceOwn.test(url)) return fetcher.fetch(url);
    const { body } = await marketplace.send({ operation: 'photograph', target: url }).catch((error) => {
      throw new PictureError(error instanceof ProblemError && error.status < 500 ? 'status' : 'network');
    });
    return body;
  };
  /** Makes a missing picture, unless it failed a moment ago. */
  const made = (id: string, name: string, make: () => Promise<Buffer>): Promise<Buffer> =>
    kept(`${id}-${name}`, async () => {
      const known = failed.get(id);
      if (known) throw new PictureError(known);
      return make();
    });
  const originalOf = (id: string, url: string): Promise<Buffer> =>
    made(id, 'original', () => fetching(() => fetched(url)));
  /** Remembers failures, so that no other request waits for them. */
  const remembering = async (url: string, work: (id: string) => Promise<Buffer>): Promise<Buffer> => {
    const id = createHash('sha256').update(url).digest('hex').slice(0, 32);
    try {
      return await work(id);
    } catch (error) {
      const { code } = error instanceof PictureError ? error : new PictureError('content');
      if (code !== 'busy' && !failed.has(id)) {
        failed.set(id, code);
        log.warn({ reason: code }, events.pictureFailed);
      }
      throw new PictureError(code);
    }
  };

  return {
    addressOf(image, width) {
      if (marketplaceOwn.test(image.url)) return pictureAddress(keys, image, width);
      const url = URL.parse(image.url);
      const isKnownScheme = url?.protocol === 'https:' || (isPlainAllowed && url?.protocol === 'http:');
      return url && isKnownScheme && isAllowedHost(hosts, url.host) ? pictureAddress(keys, image, width) : null;
    },
    get: (url, width, format) =>
      remembering(url, (id) =>
        made(id, `${width}.${format}`, async () => {
          const found = await originalOf(id, url);
          return encoding(() => encodePicture(found, width, format));
        }),
      ),
    original: (url) => remembering(url, (id) => originalOf(id, url)),
    get bytes() {
      return store.bytes;
    },
    stop: () => fetcher.close(),
  };
}

/** Runs tasks with limited concurrency; others wait. */
export type Limiter = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * @param width most running tasks
 * @param line most waiting tasks
 * @throws PictureError `busy` if the queue is full
 */
export function createLimiter(width: number, line: number): Limiter {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (running >= width) {
      if (waiting.length >= line) throw new PictureError('busy');
      // A finished task passes its slot on, so that no new task takes it first.
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else {
      running += 1;
    }
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
