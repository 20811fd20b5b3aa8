import type { CartModel, PendingCart } from '../../../views/models.js';
import { CartView } from '../../../views/pages/cart.view.js';
import { emptyCart } from '../api/calls/empty-cart.js';
import { checkoutOf, signShown } from '../checkout/checkout.js';
import { definePage, Redirect } from '../render/page.js';
import { homeCrumb } from './crumbs.js';

/** Milliseconds that the page waits for the plans; the cart itself is there sooner. */
const patience = 150;

const page = (pending: PendingCart | null) =>
  definePage<CartModel>({
    name: 'cart',
    async load({ url, t, query, session, services, edition, country, problem, optional }) {
      const isFirst = query.has('new');
      if (isFirst && session) throw new Redirect(303, url('cart', {}));
      const comparing = session
        ? optional('plans', (own) => own.call('cartOptimise', {}, { session }), patience)
        : null;
      const read = session
        ? await optional('cart', (own) => own.call('cart', {}, { session }), Number.POSITIVE_INFINITY)
        : { cartData: emptyCart, undo: null };
      // Not empty, but not to be read: said in its place (D76), and to programs by the status.
      const { cartData, undo } = read ?? { cartData: null, undo: null };
      const address = url('cart', {});
      const checkout = checkoutOf(services.env, edition.locale);
      const signed =
        session && checkout && cartData
          ? await signShown(cartData, { locale: edition.locale, country }, session, checkout)
          : null;
      return {
        model: {
          cart: cartData,
          undo,
          pending,
          plans: (await comparing)?.plans ?? null,
          problem,
          isBlocked: isFirst,
          checkout: checkout && { host: new URL(checkout.address).host, signed },
        },
        crumbs: [homeCrumb(url, t), { label: t('meta:crumb.cart'), href: address }],
        vehicle: null,
        ...(checkout && { formOrigin: new URL(checkout.address).origin }),
        address,
        ...(!read && { status: 503 as const }),
        alternate: (_, otherUrl) => otherUrl('cart', {}),
      };
    },
    view: (model) => <CartView model={model} />,
    cache: 'private',
    head: (_, { t }) => ({ title: t('meta:cart.title'), description: t('meta:cart.description'), isIndexed: false }),
  });

export const cartPage = page(null);
/** The cart with a link that has not been followed yet (D31). */
export const pendingCartPage = page;
