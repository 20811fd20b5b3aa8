import type { CartModel, PendingCart } from '../../views/models.js';
import { CartView } from '../../views/pages/cart.view.js';
import { emptyCart } from '../actions/empty-cart.js';
import { definePage } from '../render/page.js';
import { homeCrumb } from './crumbs.js';

const page = (pending: PendingCart | null) =>
  definePage<CartModel>({
    name: 'cart',
    async load({ api, url, t, session, services, edition, problem }) {
      const { cartData, undo } = session
        ? await api.call('cart', {}, { session })
        : { cartData: emptyCart, undo: null };
      const address = url('cart', {});
      return {
        model: {
          cart: cartData,
          undo,
          pending,
          problem,
          checkoutUrl: services.env.CHECKOUT_URL[edition.locale] ?? null,
        },
        crumbs: [homeCrumb(url, t), { label: t('meta:crumb.cart'), href: address }],
        vehicle: null,
        address,
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
