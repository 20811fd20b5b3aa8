import { once } from 'node:events';
import { type Dispatcher, Pool } from 'undici';
import type { z } from 'zod';
import type { Clock } from '../../clock/clock.js';
import { callHeaders } from '../../contract/call-headers.js';
import {
  catalogueChanges,
  type MarketplaceTroubles,
  type OfferChangesWire,
  type OffersVersion,
  parseOffersVersion,
  printOffersVersion,
} from '../../contract/offer-changes.js';
import { parseOfferTags } from '../../contract/offer-tags.js';
import { type Operation, pictureTypes, type ServiceName } from '../../contract/operations/operation.js';
import type { OperationId } from '../../contract/operations/operations.js';
import { type ProblemCode, ProblemError, problemFacts, problemStatus } from '../../contract/problem.js';
import { isLoopback } from '../../env-values.js';
import type { Received } from '../cache/cached-response.js';
import { packTags } from '../cache/offer-changes.js';
import { type Address, operationOf } from './addresses.js';

/**
 * One address per service. A marketplace on another machine has the same for both. The embedded one starts its state
 * service with the first call, unless it runs.
 */
export interface ServiceUrls {
  readonly catalogue: string;
  readonly state: () => Promise<string>;
}

export interface CallOptions {
  session?: string;
  /** The shop issued the session, so a first write may create it (D79). */
  isSigned?: true;
  /** The write must not create a session (D86). */
  mayNotBegin?: boolean;
  idempotencyKey?: string;
  requestId?: string;
  /** `traceparent` of the call if requests are traced. */
  traceParent?: string | undefined;
  body?: unknown;
  /** Milliseconds until the call is aborted; left out, as long as the service may take. */
  timeoutMs?: number;
}

/** Default milliseconds. undici would wait 300 s for headers and again for the body. */
const defaultMs = { connect: 1000, catalogue: 1500, state: 3000 };
/** Names of the pool's own timeout errors. */
const ofPool = ['HeadersTimeoutError', 'BodyTimeoutError'];
const maxResponseBytes = 8 * 1024 * 1024;

const expectedType = (id: OperationId): string => pictureTypes[id] ?? 'application/json';

async function readBody(body: Dispatcher.ResponseData['body']): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += (chunk as Buffer).length;
    if (size > maxResponseBytes) throw new ProblemError('upstream', 'answer is too large');
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks, size);
}

/** Returns the milliseconds of a response that ends before its catalogue, such as a timed price (RFC 5861). */
function shownFor(cacheControl: string | null): number | undefined {
  const [, fresh, stale] = /max-age=(\d+), stale-while-revalidate=(\d+)$/.exec(cacheControl ?? '') ?? [];
  return fresh === undefined ? undefined : (Number(fresh) + Number(stale)) * 1000;
}

/** Returns a problem document, or an empty object. */
function problemOf(body: Buffer): { code?: string; detail?: string } {
  try {
    return JSON.parse(body.toString()) ?? {};
  } catch {
    return {};
  }
}

/** Returns the error of a problem response. An internal error of the marketplace becomes `upstream`. */
function errorOf(status: number, body: Buffer): ProblemError {
  const reported = problemOf(body);
  const { code, detail } = reported;
  // The detail is for the log: support finds a full disk by the code that a shopper reads aloud.
  if (status === 503)
    return new ProblemError('unavailable', `marketplace answered ${status}${detail ? `: ${detail}` : ''}`);
  if (status < 500 && code !== undefined && Object.hasOwn(problemStatus, code))
    return new ProblemError(code as ProblemCode, detail, problemFacts.safeParse(reported).data);
  // A proxy in front of the marketplace counts the shop as one client.
  if (status === 429) return new ProblemError('unavailable', `marketplace answered ${status}`);
  return new ProblemError('upstream', `marketplace answered ${status}`);
}

/** Returns what a response depends on. @throws ProblemError `upstream` if the headers do not say */
function offersOf(version: string | null, tags: string | null): Received['offers'] {
  if (tags === null) return undefined;
  const known = parseOffersVersion(version);
  const parsed = parseOfferTags(tags);
  if (!known || !parsed) throw new ProblemError('upstream', `answer depends on offers that it does not name: ${tags}`);
  return { version: known, tags: packTags(parsed) };
}

/** @throws ProblemError `upstream` if the body breaks the contract */
function readChanges(body: Buffer): z.infer<typeof catalogueChanges> {
  try {
    return catalogueChanges.parse(JSON.parse(body.toString()));
  } catch {
    throw new ProblemError('upstream', 'changes break the contract');
  }
}

/** State of the served catalogue. */
export interface CatalogueStatus {
  generation: string | null;
  /** The catalogue is a demonstration. */
  isDemonstration: boolean;
  /** Changes of its offers; null from an older marketplace. */
  offers: OfferChangesWire | null;
  troubles?: MarketplaceTroubles;
}

/** Connection to the marketplace: one keep-alive pool per service, short timeouts, no redirects. */
export interface Upstream {
  /**
   * @throws ProblemError the marketplace's own code for 4xx; `unavailable` if it does not answer in time; `upstream`
   * for an answer that breaks the contract
   */
  send(address: Address, options?: CallOptions): Promise<Received>;
  /**
   * Asks for the served catalogue and the changes of its offers.
   *
   * @param since last commit whose changes are known; null for none
   * @throws ProblemError as `send`
   */
  status(since: OffersVersion | null): Promise<CatalogueStatus>;
  close(): Promise<void>;
}

/**
 * Connections to each service. A thread answers one request at a time, so more would only wait there and cost memory.
 * The number leaves some for other operations while calls hang.
 */
const mostConnections = 32;

/**
 * @param trust secret by which a remote marketplace recognises the shop's calls (specification 7)
 * @param seconds for connecting and for answering, in either service
 */
export function createUpstream(urls: ServiceUrls, clock: Clock, trust?: string, seconds?: number): Upstream {
  const setMs = seconds === undefined ? null : seconds * 1000;
  const isSameMachine = isLoopback(new URL(urls.catalogue).hostname);
  const timeouts = setMs === null ? defaultMs : { connect: setMs, catalogue: setMs, state: setMs };
  const open = (service: ServiceName, url: string): Pool =>
    new Pool(url, {
      connections: mostConnections,
      pipelining: 1,
      keepAliveTimeout: 30_000,
      connect: { timeout: timeouts.connect },
      headersTimeout: timeouts[service],
      bodyTimeout: timeouts[service],
    });
  const pools: Partial<Record<ServiceName, Pool>> = { catalogue: open('catalogue', urls.catalogue) };

  /** @throws the reason of the signal if the state service does not start before it */
  async function poolOf(service: ServiceName, signal: AbortSignal): Promise<Pool> {
    const known = pools[service];
    if (known) return known;
    const late = once(signal, 'abort').then(() => Promise.reject(signal.reason));
    const url = await Promise.race([urls.state(), late]);
    pools.state ??= open('state', url);
    return pools.state;
  }

  async function exchange(
    service: ServiceName,
    request: Dispatcher.RequestOptions,
    type: string,
    timeout = Number.POSITIVE_INFINITY,
  ): Promise<Received> {
    let response: Dispatcher.ResponseData;
    let body: Buffer;
    const most = Math.ceil(Math.min(timeout, timeouts.connect + timeouts[service]));
    try {
      // headersTimeout starts with sending. A request that waits for a connection needs a timeout as well.
      const signal = AbortSignal.timeout(most);
      const pool = await poolOf(service, signal);
      response = await pool.request({ ...request, signal });
      body = await readBody(response.body);
    } catch (error) {
      if (error instanceof ProblemError) throw error;
      const { name, message } = error as Error;
      const late = name === 'TimeoutError' ? most : ofPool.includes(name) ? timeouts[service] : null;
      const detail = late === null ? `failed: ${message}` : `has not answered within ${late} ms`;
      throw Object.assign(new ProblemError('unavailable', `the ${service} service ${detail}`), { cause: error });
    }
    if (response.statusCode !== 200) throw errorOf(response.statusCode, body);
    const contentType = String(response.headers['content-type'] ?? '');
    if (!contentType.startsWith(type)) throw new ProblemError('upstream', `answer is of type ${contentType || 'none'}`);
    if (response.headers['set-cookie']) throw new ProblemError('upstream', 'answer sets a cookie');
    const header = (name: string): string | null => {
      const value = response.headers[name];
      return typeof value === 'string' ? value : null;
    };
    return {
      body,
      contentType,
      generation: header(callHeaders.generation),
      session: header(callHeaders.session),
      offers: offersOf(header(callHeaders.offers), header(callHeaders.offerTags)),
      shownFor: shownFor(header('cache-control')),
    };
  }

  const ask = (path: string): Promise<Received> => exchange('catalogue', { method: 'GET', path }, 'application/json');

  /** Asks a marketplace from before the offer store, as while machines are upgraded one by one. */
  async function readiness(): Promise<CatalogueStatus> {
    const { body, generation } = await ask('/readyz');
    try {
      const { isDemonstration } = JSON.parse(body.toString()) as { isDemonstration?: unknown };
      return { generation, isDemonstration: isDemonstration === true, offers: null };
    } catch {
      throw new ProblemError('upstream', 'readiness is not JSON');
    }
  }

  return {
    send(
      { operation: id, target },
      { session, isSigned, mayNotBegin, idempotencyKey, requestId, traceParent, body, timeoutMs } = {},
    ) {
      const { method, service, isTrusted }: Operation = operationOf(id);
      const headers: Record<string, string> = { accept: expectedType(id) };
      if (session) headers[callHeaders.session] = session;
      if (session && isSigned) headers[callHeaders.sessionIsSigned] = '1';
      if (mayNotBegin) headers[callHeaders.mayBegin] = '0';
      if (idempotencyKey) headers[callHeaders.idempotencyKey] = idempotencyKey;
      if (requestId) headers[callHeaders.requestId] = requestId;
      if (traceParent) headers[callHeaders.traceParent] = traceParent;
      if (isTrusted && trust) headers[callHeaders.trust] = trust;
      if (timeoutMs !== undefined && Number.isFinite(timeoutMs))
        headers[callHeaders.timeout] = String(Math.ceil(timeoutMs));
      if (isSameMachine) headers[callHeaders.sentAt] = String(clock.now());
      if (body !== undefined) headers['content-type'] = 'application/json';
      const sent = body === undefined ? undefined : JSON.stringify(body);
      return exchange(service, { method, path: target, headers, body: sent }, expectedType(id), timeoutMs);
    },
    async status(since) {
      try {
        const { body, generation } = await ask(`/changes${since ? `?since=${printOffersVersion(since)}` : ''}`);
        const { isDemonstration, store, jobs, ...offers } = readChanges(body);
        return { generation, isDemonstration, offers, troubles: { store, jobs } };
      } catch (error) {
        if (error instanceof ProblemError && error.code === 'not_found') return readiness();
        throw error;
      }
    },
    async close() {
      await Promise.all(Object.values(pools).map((pool) => pool.close()));
    },
  };
}
