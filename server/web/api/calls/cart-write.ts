import type { Request, RequestHandler, Response } from 'express';
import { callHeaders, idempotencyKey } from '../../../contract/call-headers.js';
import type { OperationId } from '../../../contract/operations.js';
import { ProblemError } from '../../../contract/problem.js';
import { settle, wantsPage } from '../../http/forms.js';
import { articlePage } from '../../pages/article.page.js';
import { cartPage } from '../../pages/cart.page.js';
import { answerPage } from '../../render/answer-page.js';
import { matchPath } from '../../routes/routes.js';
import type { Services } from '../../services.js';
import { shopperMessage } from '../../texts/problem-words.js';
import { addressOf, operationOf } from '../addresses.js';
import { audienceOf, queryOf } from '../audience.js';
import type { Audience } from '../client.js';
import { cartAfter, keepCart } from './keep-cart.js';
import { sessionOf, sessionToBegin } from './session-cookie.js';

/** One way of changing the cart; the `id` of its path is an offer, a line, or a cart to be put back. */
export interface CartVerb {
  operation: Extract<OperationId, 'cartAdd' | 'cartChange' | 'cartDelete' | 'cartRestore' | 'cartReplace' | 'cartPlan'>;
  /** The first write makes a session; without one there is no line to change (D26). */
  startsSession: boolean;
  /** Parameters of the query that the operation takes besides edition and country. */
  query: readonly string[];
  /** The page that shows a refused form: where it was sent from, or the cart. */
  refusedOn: 'article' | 'cart';
  /** The body that the operation takes, from what a form or a script has sent; left out, it is that. */
  readBody?(body: object): unknown;
}

/** The body as the operation takes it. Quantities are refused, never rounded (D17). */
function bodyOf({ operation, readBody }: CartVerb, request: Request): unknown {
  const schema = operationOf(operation).body;
  if (!schema) return undefined;
  const given: unknown = request.body ?? {};
  if (typeof given !== 'object' || given === null || Array.isArray(given)) throw new ProblemError('body');
  const parsed = schema.safeParse(readBody ? readBody(given) : given);
  if (!parsed.success && readBody)
    throw new ProblemError('invalid', 'not a list of replacements', { parameter: 'replacements' });
  if (!parsed.success)
    throw new ProblemError('quantity_range', 'not a quantity', {
      parameter: 'quantity',
      expected: { minimum: 1, maximum: 99 },
    });
  return parsed.data;
}

/**
 * The key that makes a repeat harmless, with or without the quotes of a structured field (RFC 9651, 3.3.3).
 * @throws ProblemError `invalid` for what is none: who sends it relies on it
 */
function keyOf(request: Request): string | undefined {
  const sent = request.get(callHeaders.idempotencyKey);
  if (sent === undefined) return undefined;
  const key = sent.replace(/^"(.*)"$/, '$1');
  if (idempotencyKey.test(key)) return key;
  const examples = ['8e03978e-40d5-43dd-bc93-6894a57f9324'];
  throw new ProblemError('invalid', 'malformed idempotency key', {
    parameter: 'Idempotency-Key',
    expected: { examples },
  });
}

async function write(
  services: Services,
  verb: CartVerb,
  request: Request,
  response: Response,
  audience: Audience,
): Promise<Buffer> {
  const { client, secret } = services;
  const body = bodyOf(verb, request);
  const query = queryOf(request);
  const values: Record<string, unknown> = { ...audience, ...request.params };
  for (const name of verb.query) values[name] = query.get(name) ?? undefined;
  const address = addressOf(verb.operation, values);
  if (!verb.startsSession && !sessionOf(request)) throw new ProblemError('line_unknown');
  const received = await client.fetch(address, {
    ...sessionToBegin(secret, request),
    body,
    idempotencyKey: keyOf(request),
  });
  keepCart(services, request, response, received);
  return received.body;
}

/** Shows the cart as it is now, with the message and the status of a fault (D42); `lineId` is the line it is about. */
export async function showOnCart(
  services: Services,
  request: Request,
  response: Response,
  error: ProblemError,
  lineId: string | null = null,
): Promise<void> {
  const { code } = error;
  request.notes.errorCode = code;
  const message = shopperMessage(services.texts.of(request.place.edition), error);
  const match = { name: 'cart', params: {}, tail: null, rest: '/' } as const;
  const problem = { code, message, lineId };
  const asked = { place: request.place, match, query: new URLSearchParams(), problem };
  await answerPage(services, request, response, cartPage, asked, error.status);
}

/** Shows a refused form on the page that it was sent from, with the message and the status of the fault (D42). */
async function showRefusal(
  services: Services,
  verb: CartVerb,
  request: Request,
  response: Response,
  error: ProblemError,
): Promise<void> {
  const referer = URL.parse(request.get('referer') ?? '');
  if (verb.refusedOn === 'article' && referer?.host === request.host) {
    const place = services.routes.locate(referer.host, referer.pathname);
    const found = matchPath(place.edition, place.path);
    if (found && 'match' in found && found.match.name === 'article') {
      const { code } = error;
      request.notes.errorCode = code;
      const message = shopperMessage(services.texts.of(request.place.edition), error);
      const asked = {
        place,
        match: found.match,
        query: referer.searchParams,
        problem: { code, message, lineId: null },
      };
      return answerPage(services, request, response, articlePage, asked, error.status);
    }
  }
  const lineId = verb.refusedOn === 'cart' ? String(request.params.id ?? '') : null;
  return showOnCart(services, request, response, error, lineId);
}

/** Changes the cart: JSON with the whole cart for scripts, 303 to the cart for a person's browser (D42, D51). */
export function cartWrite(services: Services, verb: CartVerb): RequestHandler {
  return async (request, response) => {
    response.setHeader('Cache-Control', 'private, no-store');
    const audience = audienceOf(request, queryOf(request));
    settle(services.routes, request, audience);
    const { edition } = request.place;
    request.notes.route = `api.${verb.operation}___${edition.locale}`;
    try {
      const cart = await write(services, verb, request, response, audience);
      services.metrics.cartWritten(verb.operation, 'ok');
      if (wantsPage(request)) response.redirect(303, cartAfter(request, request.place));
      else response.type('application/json').send(cart);
    } catch (error) {
      services.metrics.cartWritten(verb.operation, error instanceof ProblemError ? error.code : 'internal');
      if (!(error instanceof ProblemError) || error.status >= 500 || !wantsPage(request)) throw error;
      await showRefusal(services, verb, request, response, error);
    }
  };
}
