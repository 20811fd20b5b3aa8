import type { Request } from 'express';
import type { CartModel, PendingCart } from '../../../views/models.js';
import { CartView } from '../../../views/pages/cart.view.js';
import type { Clock } from '../../clock/clock.js';
import { ProblemError } from '../../contract/problem.js';
import { addressOf } from '../api/addresses.js';
import { cartAfter, emptyCart, keepCart } from '../api/calls/cart.js';
import type { Client } from '../api/client.js';
import { type CheckoutSettings, checkoutOf, signShown } from '../checkout/signed-cart.js';
import { rawQuery } from '../http/edition-path.js';
import type { NewCartLimit } from '../http/rate-limit.js';
import { RedirectError } from '../http/redirect-errors.js';
import { keyOfForm, offerRepeat } from '../http/repeated-form.js';
import { sessionToBegin } from '../http/session-cookie.js';
import type { SigningKeys } from '../http/signing-keys.js';
import {
  type AnyPage,
  definePage,
  type LoadedPage,
  type NoticePage,
  type Outcome,
  type Page,
  type PageProblem,
  type PageRequest,
  type Visit,
} from '../render/page.js';
import { localPath } from '../routes/paths.js';
import { breadcrumbsTo } from './crumbs.js';
import { generatedItems } from './generated-items.js';

/** Share of the page's time that the cart waits for plans and advice. The cart itself needs less. */
const besideShare = 0.1;

/** A refused form, or a link that the visitor has yet to confirm (D31). */
export interface CartNotice {
  problem: PageProblem | null;
  pending: PendingCart | null;
}

interface CartNeeds {
  client: Client;
  env: CheckoutSettings;
  clock: Clock;
}

async function load(
  { env, clock, client }: CartNeeds,
  request: PageRequest,
  notice: CartNotice | null,
): Promise<LoadedPage<CartModel>> {
  const { url, t, query, session, edition, country, optional } = request;
  const isFirst = query.has('new');
  if (isFirst && session) throw new RedirectError(303, url('cart', {}));
  const asked =
    session && query.has('equivalent')
      ? optional('equivalents', (own) => own.call('cartEquivalent', {}, { session }))
      : null;
  const checkout = checkoutOf(env, edition.locale);
  const handover = checkout ? ('1' as const) : undefined;
  const besideMs = Math.round(client.timeoutMs * besideShare);
  const read = session
    ? await optional('cart', (own) => own.call('cart', { handover, besideMs }, { session }), 1)
    : { cartData: emptyCart, undo: null, plans: null, advice: null };
  // A cart that failed to load is not empty: the page shows an error in its place (D76), and an error status.
  const { cartData = null, undo = null, plans = null, advice = null } = read ?? {};
  if (session && read && !(plans && advice))
    await optional(plans ? 'advice' : 'plans', () =>
      Promise.reject(new ProblemError('unavailable', `it took longer than ${besideMs} ms, or failed`)),
    );
  const signed =
    session && checkout && read
      ? await signShown(read, { locale: edition.locale, country }, session, checkout, clock)
      : null;
  return {
    model: {
      cart: cartData,
      undo,
      pending: notice?.pending ?? null,
      plans,
      advice,
      equivalent: asked && { plan: (await asked)?.plan ?? null },
      problem: notice?.problem ?? null,
      isBlocked: isFirst,
      checkout: checkout && { host: new URL(checkout.address).host, signed },
    },
    ...breadcrumbsTo(request, (to) => to('cart', {}), t('meta:crumb.cart')),
    ...(checkout && { formOrigin: new URL(checkout.address).origin }),
    ...(!read && { status: 503 as const }),
  };
}

const cart = (needs: CartNeeds): Page<CartModel, CartNotice> => ({
  name: 'cart',
  load: (request, notice) => load(needs, request, notice),
  view: (model) => <CartView model={model} />,
  cache: 'private',
  head: (_, { t }) => ({ title: t('meta:cart.title'), description: t('meta:cart.description'), isIndexed: false }),
});
export const createCartPage = (needs: CartNeeds): NoticePage<CartNotice> => definePage(cart(needs));

/** Returns who follows a link: a person, a program that prefetches, or a browser that does not say. */
function howFollowed(request: Request): 'person' | 'machine' | 'unknown' {
  if (request.method === 'POST') return 'person';
  const purpose = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'].map((name) => request.get(name) ?? '').join();
  if (request.method !== 'GET' || /prefetch|prerender|preview/i.test(purpose)) return 'machine';
  const [mode, target] = [request.get('sec-fetch-mode'), request.get('sec-fetch-dest')];
  if (mode === undefined) return 'unknown';
  return mode === 'navigate' && (target === undefined || target === 'document') ? 'person' : 'machine';
}

interface LinkNeeds extends CartNeeds {
  keys: SigningKeys;
  newCarts: NewCartLimit;
}

/**
 * The link that fills a cart (D31). It is a GET that changes something, so it acts only on a person's navigation. A
 * browser without Fetch Metadata gets a button that posts the same link.
 */
export function createCartLinkPage({ keys, newCarts, ...needs }: LinkNeeds): AnyPage {
  async function follow({ request, response, edition, country, prefix }: Visit): Promise<Outcome<CartNotice>> {
    response.setHeader('Cache-Control', 'private, no-store');
    response.setHeader('X-Robots-Tag', 'noindex, nofollow');
    const followed = howFollowed(request);
    if (followed === 'machine') {
      response.status(204).end();
      return null;
    }
    const body = generatedItems(rawQuery(request));
    if (!body) return { location: prefix + localPath(edition, 'cart', {}) };
    // Another site may add to a cart, but a replacement needs the visitor's confirmation (D77).
    const isForeign =
      request.method === 'GET' && ['cross-site', 'same-site'].includes(request.get('sec-fetch-site') ?? '');
    const isLoss = body.replace && isForeign && Number(request.cookies?.cartCount) > 0;
    if (followed === 'unknown' || isLoss) {
      const pending = { action: request.originalUrl, count: body.items.length, replace: body.replace };
      return { notice: { problem: null, pending }, status: 200, query: new URLSearchParams() };
    }
    const address = addressOf('cartGenerate', { locale: edition.locale, country });
    const session = sessionToBegin(keys, request);
    const idempotencyKey = keyOfForm(request);
    offerRepeat(request, idempotencyKey);
    const received = await newCarts.guard(request, (mayNotBegin) =>
      needs.client.fetch(address, { ...session, mayNotBegin, body, idempotencyKey }),
    );
    keepCart(keys, request, response, received);
    return { location: cartAfter(request, { edition, prefix }) };
  }
  return definePage<CartModel, CartNotice>({ ...cart(needs), get: follow, post: follow });
}
