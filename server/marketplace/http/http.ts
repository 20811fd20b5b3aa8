import { createHash, randomUUID, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Clock } from '../../clock/clock.js';
import { callHeaders } from '../../contract/call-headers.js';
import { type MarketplaceTroubles, type OfferChangesWire, parseOffersVersion } from '../../contract/offer-changes.js';
import {
  type CachePolicy,
  type Operation,
  pictureTypes,
  type ServiceName,
} from '../../contract/operations/operation.js';
import { type OperationId, operations } from '../../contract/operations/operations.js';
import { type Problem, ProblemError, problemStatus } from '../../contract/problem.js';
import type { Generation } from '../generation/generation.js';
import { environmentError } from '../program/expected-error.js';
import { countInFlight } from '../program/in-flight-requests.js';
import { logLine } from '../program/log.js';
import { apiDescription } from './api-description.js';
import { type CallContext, type Handler, type Handlers, OfferDependencies } from './handler.js';
import { matchOperation } from './match-operation.js';
import { parseRequest } from './parse-request.js';

const cacheControl: Readonly<Record<CachePolicy, string>> = {
  catalogue: 'public, max-age=21600',
  offers: 'public, max-age=60',
  picture: 'public, max-age=31536000, immutable',
  never: 'private, no-store',
};
const json = 'application/json; charset=utf-8';

/** Returns the lifetime of offers that change at a time (milliseconds since 1970), in whole seconds, rounded down. */
function cacheControlUntil(at: number, now: number): string {
  const left = Math.max(0, Math.floor((at - now) / 1000));
  const freshSeconds = Math.min(60, left);
  return `public, max-age=${freshSeconds}, stale-while-revalidate=${left - freshSeconds}`;
}

interface HandlerResponse {
  status: number;
  type: string;
  body: string | Uint8Array;
  headers: Record<string, string>;
}

/**
 * Makes the HTTP server of one service, not yet listening.
 * @param trust secret of callers that may use offers, carts and accounts
 * @param troubles returns problems besides the catalogue
 */
export function createServiceServer<R extends ServiceName>(
  service: R,
  handlers: Handlers<R>,
  catalogue: { readonly current: Generation | null },
  clock: Clock,
  trust?: string,
  troubles?: TroublesOf,
): Server {
  const table = handlers as unknown as Partial<Record<OperationId, Handler<OperationId>>>;
  const server = createServer({ connectionsCheckingInterval: 1000 }, (message, response) => {
    const given = message.headers[callHeaders.requestId];
    const requestId = typeof given === 'string' && /^[\w.-]{1,64}$/.test(given) ? given : randomUUID();
    const generation = catalogue.current;
    countInFlight(respond({ service, table, clock, trust, troubles }, generation, requestId, message))
      .catch((error: unknown) => problemResponse(error, requestId, message))
      .then((result) => send(message, response, result, requestId, generation))
      .catch((error: unknown) => {
        logLine('error', 'answer_failed', { requestId, reason: String(error) });
        response.destroy();
      });
  });
  server.headersTimeout = 5000;
  server.requestTimeout = 10_000;
  server.keepAliveTimeout = 65_000;
  return server;
}

interface RunningService {
  readonly service: ServiceName;
  readonly table: Partial<Record<OperationId, Handler<OperationId>>>;
  readonly clock: Clock;
  readonly trust: string | undefined;
  readonly troubles: TroublesOf | undefined;
}

async function respond(
  { service, table, clock, trust, troubles }: RunningService,
  generation: Generation | null,
  requestId: string,
  message: IncomingMessage,
): Promise<HandlerResponse> {
  const { pathname, searchParams } = requestUrl(message);
  const method = message.method ?? 'GET';
  const isRead = method === 'GET' || method === 'HEAD';
  if (pathname === '/readyz' && isRead) return readiness(generation, troubles);
  if (pathname === '/changes' && isRead && service === 'catalogue' && generation) {
    // A request after a write must see that write (D102).
    generation.offers.catchUp();
    const since = parseOffersVersion(searchParams.get('since'));
    return readiness(generation, troubles, generation.offers.changesSince(since));
  }
  if (pathname === '/api/openapi.json' && isRead && service === 'catalogue')
    return success(apiDescription(), 'catalogue');
  refuseLate(message, clock);
  const matched = matchOperation(method, pathname);
  if (!matched) throw new ProblemError('not_found', 'unknown path');
  if ('allow' in matched) throw new WrongMethod(matched.allow);
  const operation: Operation = operations[matched.id];
  const handler = table[matched.id];
  if (operation.service !== service || !handler) throw new ProblemError('not_found', 'unknown path');
  if (operation.isTrusted && trust) requireTrust(header(message, callHeaders.trust), trust);
  const headers: Record<string, string> = {};
  const dependencies = new OfferDependencies(generation?.offers.version);
  const context: CallContext = {
    requestId,
    sid: header(message, callHeaders.session),
    mayBegin: header(message, callHeaders.mayBegin) !== '0',
    isSigned: header(message, callHeaders.sessionIsSigned) === '1',
    idempotencyKey: header(message, callHeaders.idempotencyKey),
    clock,
    generation() {
      if (!generation) throw new ProblemError('unavailable', 'no catalogue has been imported');
      return generation;
    },
    announceSession(sid) {
      headers[callHeaders.session] = sid;
    },
    announceEnd(at) {
      headers['cache-control'] = cacheControlUntil(at, clock.now());
    },
    dependsOn: (kind, ids) => dependencies.add(kind, ids),
  };
  const request = await parseRequest(operation, matched.params, searchParams, message);
  const result = await handler(request as Parameters<typeof handler>[0], context);
  const picture = pictureTypes[matched.id];
  if (picture) return success(result as string | Uint8Array, operation.cache, picture);
  const { body, ...rest } = success(JSON.stringify(result), operation.cache);
  return { ...rest, body, headers: { ...rest.headers, ...headers, ...dependencies.headers() } };
}

/** Requires the operator's secret, if one is set, for offers, carts and accounts. @throws ProblemError `trust` */
function requireTrust(given: string | null, expected: string): void {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  if (!timingSafeEqual(digest(given ?? ''), digest(expected))) throw new ProblemError('trust', 'unknown caller');
}

/**
 * Refuses calls whose caller has given up: under load they would delay others. Only callers on the same machine send
 * the time of their call.
 * @throws ProblemError `unavailable`
 */
function refuseLate(message: IncomingMessage, clock: Clock): void {
  const timeoutMs = Number(header(message, callHeaders.timeout) ?? Number.POSITIVE_INFINITY);
  const sentAt = Number(header(message, callHeaders.sentAt) ?? Number.NaN);
  if (clock.now() - sentAt > timeoutMs) throw new ProblemError('unavailable', 'the caller waits no longer');
}

class WrongMethod extends ProblemError {
  constructor(readonly allow: readonly string[]) {
    super('method', `allowed: ${allow.join(', ')}`);
  }
}

/** Returns path and query of a request in any form. */
function requestUrl(message: IncomingMessage): URL {
  const target = message.url ?? '/';
  if (!target.startsWith('/') || !URL.canParse(`http://marketplace${target}`))
    throw new ProblemError('not_found', 'unknown path');
  return new URL(`http://marketplace${target}`);
}

function header(message: IncomingMessage, name: string): string | null {
  const value = message.headers[name];
  return typeof value === 'string' && value !== '' ? value : null;
}

const success = (body: string | Uint8Array, cache: CachePolicy, type = json): HandlerResponse => ({
  status: 200,
  type,
  body,
  headers: { 'cache-control': cacheControl[cache] },
});

type TroublesOf = () => MarketplaceTroubles;

function readiness(generation: Generation | null, troubles?: TroublesOf, changes?: OfferChangesWire): HandlerResponse {
  if (!generation) throw new ProblemError('unavailable', 'no catalogue has been imported');
  const { id, isDemonstration } = generation;
  const status = { status: 'ready', generation: id, isDemonstration, ...changes, ...troubles?.() };
  return success(JSON.stringify(status), 'never');
}

/** Returns the operation's name for the log. Addresses may contain plates, key numbers and search terms. */
function operationOf(message: IncomingMessage): string {
  const matched = matchOperation(message.method ?? 'GET', requestUrl(message).pathname);
  return matched && 'id' in matched ? matched.id : 'none';
}

function problemResponse(error: unknown, requestId: string, message: IncomingMessage): HandlerResponse {
  const trouble = environmentError(error);
  // The same call succeeds as soon as somebody has repaired the disk, the permissions or the database.
  const code = error instanceof ProblemError ? error.code : trouble === null ? 'internal' : 'unavailable';
  const status = problemStatus[code];
  if (!(error instanceof ProblemError)) {
    const stack = error instanceof Error ? error.stack : String(error);
    const reason = trouble === null ? {} : { reason: trouble };
    const traceId = /^[\da-f]{2}-([\da-f]{32})-/.exec(header(message, callHeaders.traceParent) ?? '')?.[1];
    const named = { requestId, ...(traceId && { traceId }) };
    logLine('error', 'request_failed', { ...named, code, operation: operationOf(message), ...reason, stack });
  }
  const body: Problem = {
    type: 'about:blank',
    title: STATUS_CODES[status] ?? '',
    status,
    code,
    ...(error instanceof ProblemError && { detail: error.message, ...error.facts }),
    ...(trouble !== null && { detail: trouble }),
    requestId,
  };
  const headers: Record<string, string> = { 'cache-control': 'no-store' };
  if (error instanceof WrongMethod) headers.allow = error.allow.join(', ');
  return { status, type: 'application/problem+json; charset=utf-8', body: JSON.stringify(body), headers };
}

function send(
  message: IncomingMessage,
  response: ServerResponse,
  { status, type, body, headers }: HandlerResponse,
  requestId: string,
  generation: Generation | null,
): void {
  const bytes = Buffer.from(body);
  response.statusCode = status;
  response.setHeader('content-type', type);
  response.setHeader('content-length', bytes.length);
  response.setHeader('x-content-type-options', 'nosniff');
  response.setHeader(callHeaders.requestId, requestId);
  if (generation) response.setHeader(callHeaders.generation, generation.id);
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  if (!message.complete) response.setHeader('connection', 'close');
  response.end(message.method === 'HEAD' ? undefined : bytes);
  message.resume();
}
