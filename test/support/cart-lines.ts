import { examples } from '../../views/islands/cart-lines.examples.js';
import type { CartLine, CartShopLines } from '../../views/islands/cart-lines.model.js';
import type { CartLinesProps } from '../../views/islands/cart-lines.props.js';
import { type Answer, type Asked, type Dom, find, findAll } from './dom.js';
import { click, openIsland } from './island.js';

const example = examples['one shop, free shipping'] as CartLinesProps;
export const { texts } = example;
export const shop = example.cart.shops[0] as CartShopLines;
export const first = shop.lines[0] as CartLine;
export const second: CartLine = { ...first, id: 'l2', title: 'Ölfilter' };
export const withLines = (...lines: CartLine[]): CartLinesProps => ({
  ...example,
  cart: { ...example.cart, shops: [{ ...shop, lines }] },
});
const figures = { pieces: null, unitPrice: 42.45, previousPrice: null, sum: 84.9, refund: 0, state: 'ok' };
const sums = { priceSum: 127.35, refundSum: 0, shippingSum: 0 };
/** Returns an answer with a cart of these quantities. */
export const cart = (quantities: Record<string, number>, undo: object | null = null): Answer => ({
  body: JSON.stringify({
    cartData: {
      cartArticles: Object.entries(quantities).map(([id, quantity]) => ({ id, shopId: '1', quantity, ...figures })),
      cartShops: [{ id: '1', ...sums, freeShippingFrom: 59 }],
      countArticles: Object.keys(quantities).length,
      ...sums,
      priceTotal: 127.35,
    },
    undo,
  }),
});
const outside = `<b data-cart-count hidden>0</b><div id="plans"></div><input data-signed-cart value="old">`;

/** Opens a cart page. @param answer of changes @param sign answers requests of the signed cart */
export async function openCart(
  answer: (change: Asked) => Answer | Promise<Answer>,
  props = withLines(first, second),
  sign: () => Answer | Promise<Answer> = () => ({ body: '{"cart":"signed"}' }),
): Promise<Dom> {
  return openIsland(() => import('../../views/islands/cart-lines.island.js'), props, {
    path: '/Warenkorb?x=1',
    around: (widget) => outside + widget,
    answer: (asked) => (asked.method === 'POST' ? answer(asked) : sign()),
  });
}
/** The field of a line's number. */
export const field = (id = 'l1') => find<HTMLInputElement>(`[action$="Aendern/${id}"] [name=quantity]`);
/** Presses the button of a line's form. */
export const press = (verb: string, id = 'l1'): boolean =>
  click(find(`[action="/api/Warenkorb/${verb}/${id}"] [type=submit]`));
/** Returns the changes that the page has sent. */
export const changes = ({ asked }: Dom) => asked.filter(({ method }) => method === 'POST');
export const retryButton = () => findAll('is-land button').find(({ textContent }) => textContent === texts.retry);
export const busyLines = () => findAll('li[aria-busy=true] h3').map(({ textContent }) => textContent);
