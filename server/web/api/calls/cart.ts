import type { Request, RequestHandler, Response } from 'express';
import { callHeaders, idempotencyKey } from '../../../contract/call-headers.js';
import type { CartData } from '../../../contract/carts.js';
import { money } from '../../../contract/money.js';
import type { Wire } from '../../../contract/operations/handler-types.js';
import type { OperationId } from '../../../contract/operations/operations.js';
import { ProblemError } from '../../../contract/problem.js';
import type { Received } from '../../cache/cached-response.js';
import { type Audience, audienceOf, field, queryOf } from '../../http/audience.js';
import { beginCall, wantsPage } from '../../http/forms.js';
import type { NewCartLimit } from '../../http/rate-limit.js';
import { keyOfForm, offerRepeat } from '../../http/repeated-form.js';
import { keepSession, sessionOf, sessionToBegin, setCountCookie } from '../../http/session-cookie.js';
import type { SigningKeys } from '../../http/signing-keys.js';
import { retryAfter } from '../../http/timeouts.js';
import { localPath } from '../../routes/paths.js';
import type { EditionPath, Routes } from '../../routes/routes.js';
import type { Texts } from '../../texts/texts.js';
import { addressOf, operationOf } from '../addresses.js';
import type { Client } from '../client.js';

/** The cart of a visitor without session; nobody can write to it (D26). */
export const emptyCart: CartData = {
  cartArticles: [],
  cartShops: [],
  minShopFeedbackAvg: 0,
  countArticles: 0,
  priceSum: 0 as CartData['priceSum'],
  refundSum: 0 as CartData['refundSum'],
  shippingSum: 0 as CartData['shippingSum'],
  priceTotal: 0 as CartData['priceTotal'],
};
export const emptyPlans: Wire<'cartOptimise'> = {
  current: { shops: [], sums: { priceSum: 0, refundSum: 0, shippingSum: 0, priceTotal: 0 }, deliveryDays: null },
  plans: [],
};
const empty = {
  cart: { cartData: emptyCart, undo: null },
  cartCount: { countArticles: 0 },
  cartOptimise: emptyPlans,
  cartAdvice: { missing: [], sets: [] },
  cartEquivalent: { plan: null },
} satisfies Partial<Record<OperationId, object>>;

/** A way to change the cart. The `id` in its path is an offer, a line, or a cart to be restored. */
interface Verb {
  operation: Extract<
    OperationId,
    'cartAdd' | 'cartChange' | 'cartDelete' | 'cartRestore' | 'cartReplace' | 'cartPlan' | 'cartEquivalentPlan'
  >;
  /** The write may create the session. Without a session there is no line to change (D26). */
  startsSession?: true;
  /** Query parameters besides edition and country. */
  query?: readonly string[];
  /** Page that shows a refused form: its own, or the cart. */
  refusedOn: keyof Refusals;
  /** Returns the operation's body from the sent one; left out, both are the same. */
  readBody?(body: object): unknown;
}

/** Returns the body of a plan. Forms send fields `replacement` of line and offer, scripts the body itself. */
function replacementsOf(body: unknown): unknown {
  const written = field(body, 'replacement');
  if (written === undefined) return body;
  return {
    replacements: [written].flat().map((pair) => {
      const [from, to] = String(pair).split(':');
      return { from, to };
    }),
  };
}

/** Returns the same with the confirmation that the form's checkbox gives. */
const confirmedOf = (body: object): unknown => {
  const replaced = replacementsOf(body);
  const tick = field(body, 'confirmed');
  return typeof replaced === 'object' && tick !== undefined ? { ...replaced, confirmed: true } : replaced;
};

/** Returns the operation's body. Quantities are refused, never rounded (D17). */
function bodyOf({ operation, readBody }: Verb, request: Request): unknown {
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

/** Returns the idempotency key without quotes (RFC 9651, 3.3.3). @throws ProblemError `invalid` for a malformed one */
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

/** Returns the address of the cart after a change. `new` makes the page check that the browser stored the session. */
export const cartAfter = (request: Request, { edition, prefix }: Pick<EditionPath, 'edition' | 'prefix'>): string =>
  `${prefix}${localPath(edition, 'cart', {})}${sessionOf(request) ? '' : '?new=1'}`;

/** Sets the session cookie for another thirty days, and the new number of pieces. */
export function keepCart(keys: SigningKeys, request: Request, response: Response, received: Received): void {
  const kept = received.session ?? sessionOf(request);
  if (kept) keepSession(keys, request, response, kept);
  const { cartData } = JSON.parse(received.body.toString()) as { cartData?: { countArticles?: unknown } };
  if (typeof cartData?.countArticles !== 'number') throw new ProblemError('upstream', 'cart without a count');
  setCountCookie(request, response, cartData.countArticles);
}

type Refuse = (request: Request, response: Response, error: ProblemError, lineId: string | null) => Promise<void>;
/** Shows a refused form on a page, with message and status of its error (D42). */
export interface Refusals {
  /** Shows a refusal on the article that the form came from, else on the cart. */
  article: Refuse;
  /** Shows a refusal on the cart, beside the line that it concerns. */
  cart: Refuse;
}
interface Needs {
  client: Client;
  keys: SigningKeys;
  routes: Routes;
  texts: Texts;
  metrics: { cartWritten(verb: string, outcome: string): void };
  refusals: Refusals;
  newCarts: NewCartLimit;
}

/** Redirects to `/bot`, which leads back to the page of the form. */
function toPuzzle(request: Request, response: Response): void {
  const { edition, prefix } = request.editionPath;
  const came = URL.parse(request.get('referer') ?? '');
  const back = came?.host === request.host ? `${came.pathname}${came.search}` : prefix + localPath(edition, 'cart', {});
  response.redirect(303, `${prefix}/bot?back=${encodeURIComponent(back)}`);
}

/** Makes the handlers of the visitor's cart, below `/api/Warenkorb`. */
export function cartCalls({ client, keys, routes, texts, metrics, refusals, newCarts }: Needs) {
  /** Visitors without session get an empty cart; the marketplace is not asked (D26, D57). */
  const read =
    (operation: keyof typeof empty): RequestHandler =>
    async (request, response) => {
      response.setHeader('Cache-Control', 'private, no-store');
      const audience = audienceOf(request);
      request.notes.route = `api.${operation}___${audience.locale}`;
      const session = sessionOf(request);
      if (!session) {
        response.json(empty[operation]);
        return;
      }
      const { body } = await client.fetch(addressOf(operation, { ...audience }), { session });
      response.type('application/json').send(body);
    };

  /** Answers what each offer of a product adds to the shipping of the cart, with amounts as text. */
  const shipping: RequestHandler = async (request, response) => {
    response.setHeader('Cache-Control', 'private, no-store');
    const { query, audience, edition } = beginCall(routes, request, 'api.cartShipping');
    const session = sessionOf(request);
    const [sparePartId, quantity] = [query.get('sparePartId') ?? undefined, query.get('quantity') ?? undefined];
    const address = addressOf('cartShipping', { ...audience, sparePartId, quantity });
    if (!session) return void response.json({ offers: [] });
    const { body } = await client.fetch(address, { session });
    const { offers } = JSON.parse(body.toString()) as Wire<'cartShipping'>;
    const { format } = texts.of(edition);
    response.json({
      offers: offers.map((offer) => ({ ...offer, amount: format.money(money.parse(offer.shipping)) })),
    });
  };

  async function change(
    verb: Verb,
    request: Request,
    response: Response,
    { audience, idempotencyKey }: { audience: Audience; idempotencyKey: string | undefined },
  ): Promise<Buffer> {
    const { operation, startsSession, query: names = [] } = verb;
    const body = bodyOf(verb, request);
    const query = queryOf(request);
    const values: Record<string, unknown> = { ...audience, ...request.params };
    for (const name of names) values[name] = query.get(name) ?? undefined;
    const address = addressOf(operation, values);
    if (!startsSession && !sessionOf(request)) throw new ProblemError('line_unknown');
    const session = sessionToBegin(keys, request);
    const received = await newCarts.guard(request, (mayNotBegin) =>
      client.fetch(address, { ...session, mayNotBegin, body, idempotencyKey }),
    );
    keepCart(keys, request, response, received);
    return received.body;
  }

  /** Answers scripts with the whole cart as JSON, and browsers with a redirect to the cart (D42, D51). */
  const write =
    (verb: Verb): RequestHandler =>
    async (request, response) => {
      const { operation, refusedOn } = verb;
      response.setHeader('Cache-Control', 'private, no-store');
      const { audience } = beginCall(routes, request, `api.${operation}`);
      const isForm = wantsPage(request);
      const idempotencyKey = keyOf(request) ?? (isForm ? keyOfForm(request) : undefined);
      if (isForm && idempotencyKey) offerRepeat(request, idempotencyKey);
      try {
        const cart = await change(verb, request, response, { audience, idempotencyKey });
        metrics.cartWritten(operation, 'ok');
        // Without script the browser moves the focus to the undo in place of the line.
        const place = operation === 'cartDelete' ? '#undo' : '';
        if (isForm) response.redirect(303, cartAfter(request, request.editionPath) + place);
        else response.type('application/json').send(cart);
      } catch (error) {
        metrics.cartWritten(operation, error instanceof ProblemError ? error.code : 'internal');
        if (error instanceof ProblemError && error.code === 'too_many') response.setHeader('Retry-After', retryAfter);
        if (!(error instanceof ProblemError) || error.status >= 500 || !isForm) throw error;
        // Many people share an address. A person solves the puzzle and can go on (D86).
        if (error.code === 'too_many') return toPuzzle(request, response);
        const lineId = refusedOn === 'cart' ? String(request.params.id ?? '') : null;
        await refusals[refusedOn](request, response, error, lineId);
      }
    };

  return {
    read: read('cart'),
    count: read('cartCount'),
    optimise: read('cartOptimise'),
    advice: read('cartAdvice'),
    equivalentPlan: read('cartEquivalent'),
    /** Adds an offer, for the vehicle of `modelId` if there is one. The first write creates the session (D26, D52). */
    add: write({ operation: 'cartAdd', startsSession: true, query: ['modelId', 'unit'], refusedOn: 'article' }),
    /** Sets the quantity of a line. A line of another visitor is unknown (D52). */
    change: write({ operation: 'cartChange', refusedOn: 'cart' }),
    delete: write({ operation: 'cartDelete', refusedOn: 'cart' }),
    /** Gives one line to another offer of the same part. */
    replace: write({ operation: 'cartReplace', refusedOn: 'cart' }),
    /** Gives lines to other shops as a plan names them, all or none (D18). */
    plan: write({ operation: 'cartPlan', refusedOn: 'cart', readBody: replacementsOf }),
    /** Writes the plan with other parts, if the form's checkbox confirms it (D84). */
    equivalent: write({ operation: 'cartEquivalentPlan', refusedOn: 'cart', readBody: confirmedOf }),
    shipping,
    /** Restores the cart from before a link or a plan changed all of it (D31). */
    restore: write({ operation: 'cartRestore', refusedOn: 'cart' }),
  };
}
