import { createHash } from 'node:crypto';
import type { Request, RequestHandler, Response } from 'express';
import { match as pattern } from 'path-to-regexp';
import type { Logger } from 'pino';
import { callHeaders } from '../../contract/call-headers.js';
import { country as countrySchema } from '../../contract/countries.js';
import { modelId as modelIdSchema } from '../../contract/ids.js';
import type { OperationId } from '../../contract/operations/operations.js';
import { ProblemError } from '../../contract/problem.js';
import type { Received } from '../cache/cached-response.js';
import { type Audience, audienceOf, editionOfCall, queryOf } from '../http/audience.js';
import { deliveryCountry, rawPath } from '../http/edition-path.js';
import type { LimitDrawing } from '../http/rate-limit.js';
import { serverTiming } from '../http/request-log.js';
import { keptForever } from '../http/timeouts.js';
import { matchPath } from '../routes/route-table.js';
import type { Routes } from '../routes/routes.js';
import { type Address, addressOf, operationOf, type Values } from './addresses.js';
import type { Client } from './client.js';
import { filtersOf, hasUnreadableFilters, listingOf } from './listing-call.js';
import open from './open-operations.json' with { type: 'json' };

interface Needs {
  client: Client;
  routes: Routes;
  log: Logger;
  limitDrawing: LimitDrawing;
  /** Adds the addresses of pages to a response of the navigation. */
  withNavigationItems(request: Request, audience: Audience, received: Received): Promise<Received>;
}

/** Reads that have their own path. Everything else below /api is an action or the path of a page (D20). */
const openOperations = (open as OperationId[]).map((id) => ({
  id,
  test: pattern<Record<string, string>>(operationOf(id).path),
}));

const takesFilters = (id: OperationId): boolean => operationOf(id).query?.shape.f !== undefined;

/** Returns the call of an operation's own path. The first of duplicate parameters counts. */
function explicit(path: string, query: URLSearchParams, audience: Audience, log: Pick<Logger, 'info'>): Address | null {
  for (const { id, test } of openOperations) {
    const found = test(path);
    if (!found) continue;
    const sent: Values = { ...Object.fromEntries([...query].reverse()), ...audience, ...found.params };
    // Canonical filters, so that equal choices share a cache entry.
    return addressOf(id, takesFilters(id) ? { ...sent, f: filtersOf(query, log) } : sent);
  }
  return null;
}

/**
 * Returns the call of `GET /api{path}`. The route table of the pages reads the path, so both have one grammar (D20).
 * The edition is that of the path, else that of the call (D41).
 */
function ofPage(
  { routes, log }: Pick<Needs, 'routes' | 'log'>,
  request: Request,
  query: URLSearchParams,
): Address | null {
  const editionPath = routes.locate(request.host ?? '', rawPath(request).slice('/api'.length));
  const edition = editionOfCall(routes, request, query);
  const found = matchPath(editionPath.edition, editionPath.path) ?? matchPath(edition, editionPath.path);
  if (!found || !('match' in found)) return null;
  const { name, params, tail } = found.match;
  const chosen = countrySchema.safeParse(query.get('country'));
  const country = chosen.success ? chosen.data : deliveryCountry(request, edition);
  const asked = query.get('modelId') ?? undefined;
  const modelId = modelIdSchema.safeParse(asked).success ? asked : undefined;
  const audience = { locale: edition.locale, country, modelId };
  if (name === 'article') return addressOf('article', { ...params, ...audience });
  if (!tail?.categoryId) return null;
  const choice = {
    page: query.get('page') || undefined,
    sort: query.get('sort') ?? undefined,
    kbaTypeId: query.get('kbaTypeId') ?? undefined,
    hsntsn: query.get('hsntsn') ?? undefined,
  };
  return addressOf('listing', { ...listingOf(tail), ...audience, ...choice, f: filtersOf(query, log) });
}

/** Sends personal responses, such as the vehicle of a plate (D30), which no cache may store. */
function sendPrivately(response: Response, { contentType, body }: Received): void {
  response.setHeader('Content-Type', contentType);
  response.setHeader('Cache-Control', 'private, no-store');
  response.send(body);
}

function send(response: Response, { body, contentType, generation }: Received, isPicture: boolean): void {
  response.setHeader('Content-Type', contentType);
  response.setHeader('Cache-Control', isPicture ? keptForever : 'private, max-age=0, must-revalidate');
  // Other sites show the pictures of the public API.
  if (isPicture) response.setHeader('Cross-Origin-Resource-Policy', 'cross-origin');
  if (generation && !isPicture) response.setHeader(callHeaders.generation, generation);
  // Weak, because compression changes the bytes and not the meaning.
  response.setHeader('ETag', `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`);
  response.send(body);
}

/** Adds the name of the unreadable parameter to a list: unreadable filters are ignored, not refused (D21). */
function withIgnored(received: Received): Received {
  const list = JSON.parse(received.body.toString()) as object;
  return { ...received, body: Buffer.from(JSON.stringify({ ...list, ignored: ['f'] })) };
}

/**
 * Answers reads of the marketplace through the cache. Outgoing calls consist of a matched operation and typed
 * parameters, never of the raw address.
 */
export function apiProxy({ client, routes, log, limitDrawing, withNavigationItems }: Needs): RequestHandler {
  return async (request, response) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.setHeader('Allow', 'GET, HEAD');
      throw new ProblemError('method');
    }
    const path = rawPath(request);
    const query = queryOf(request);
    const audience = audienceOf(request, query);
    const address = explicit(path, query, audience, log) ?? ofPage({ routes, log }, request, query);
    if (!address) throw new ProblemError('not_found');
    request.notes.route = `api.${address.operation}___${audience.locale}`;
    const { cache } = operationOf(address.operation);
    if (cache === 'picture' && !client.hasDrawing(address)) limitDrawing(request, response);
    const reply = await client.fetch(address);
    const isNavigation = address.operation === 'navigation';
    const received = isNavigation ? await withNavigationItems(request, audience, reply) : reply;
    response.setHeader('Server-Timing', serverTiming(request.notes));
    if (cache === 'never') return sendPrivately(response, received);
    const isIgnored = takesFilters(address.operation) && hasUnreadableFilters(query);
    send(response, isIgnored ? withIgnored(received) : received, cache === 'picture');
  };
}
