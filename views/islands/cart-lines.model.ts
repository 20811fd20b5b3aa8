import type { Fit, Image } from '../../server/contract/articles.js';
import type { CartData } from '../../server/contract/carts.js';

/** What changes on a line when the cart changes; money in cents. */
export interface LineFigures {
  quantity: number;
  /** What is there, where that is less than `quantity`. */
  pieces: number | null;
  unitPrice: number;
  previousPrice: number | null;
  sum: number;
  refund: number;
  state: 'ok' | 'gone' | 'soldOut' | 'notShippable' | 'tooFew';
}
/** Whether a line is in the sums: more pieces than a shop says it has are ordered all the same (P7). */
export const isBought = ({ state }: LineFigures): boolean => state === 'ok' || state === 'tooFew';

/** A line with what stays: words and addresses, made by the server. */
export interface CartLine extends LineFigures {
  id: string;
  title: string;
  href: string;
  brand: string;
  number: string;
  image: string | null;
  fit: Fit['state'];
  verdict: string;
  /** For which vehicle, in words. */
  vehicle: string;
  /** The maker's guarantee in words, and its label or what the article says of it; null where there is none. */
  durability: { text: string; href: string } | null;
  /** What one of them is, where that is a pack of several. */
  pack: string;
}
export interface ShopFigures {
  priceSum: number;
  refundSum: number;
  shippingSum: number;
  freeShippingFrom: number | null;
}
export interface CartShopLines extends ShopFigures {
  id: string;
  name: string;
  about: string;
  lines: CartLine[];
}
export interface CartSnapshot {
  shops: CartShopLines[];
  count: number;
  priceSum: number;
  refundSum: number;
  shippingSum: number;
  priceTotal: number;
}

/** Most lines that a link to a cart names. */
const mostLinked = 50;

/**
 * The link that puts the same into a cart, in place of what is there (D31): by offer and vehicle, which the address of
 * each line's article names.
 * @param page address of the link that fills carts
 */
export function cartLink(page: string, { shops }: CartSnapshot): string {
  const query = new URLSearchParams({ replace: 'true' });
  for (const { href, quantity } of shops.flatMap(({ lines }) => lines).slice(0, mostLinked)) {
    const article = new URLSearchParams(href.split('?')[1]);
    const [offer, model] = [article.get('articleId'), article.get('modelId')];
    query.set(`cartParam[${model ? `${offer},${model}` : offer}]`, String(quantity));
  }
  return `${page}?${query}`;
}

/** The cart as `/api/Warenkorb` writes it: money in euros. Only what the island reads. */
export interface WireCart {
  cartArticles: ({ id: string; shopId: string } & LineFigures)[];
  cartShops: ({ id: string } & ShopFigures)[];
  countArticles: number;
  priceSum: number;
  refundSum: number;
  shippingSum: number;
  priceTotal: number;
}

/**
 * The cart in a response.
 * @throws TypeError where there is none.
 */
export function readCart(response: unknown): WireCart {
  const { cartData } = response as { cartData?: Partial<WireCart> };
  if (Array.isArray(cartData?.cartArticles) && Array.isArray(cartData.cartShops)) return cartData as WireCart;
  throw new TypeError('answer without a cart');
}

/**
 * The cart of the server's page as a snapshot; `href` makes the address of a line's article, `picture` that of its
 * picture, `lineTexts` what is said of its fit, pack and guarantee.
 */
export function snapshotOf(
  cart: CartData,
  href: (line: CartData['cartArticles'][number]) => string,
  about: (shop: CartData['cartShops'][number]) => string,
  picture: (image: Image) => string,
  lineTexts: (line: CartData['cartArticles'][number]) => Pick<CartLine, 'verdict' | 'vehicle' | 'pack' | 'durability'>,
): CartSnapshot {
  const line = (article: CartData['cartArticles'][number]): CartLine => ({
    id: article.id,
    title: article.title,
    href: href(article),
    brand: article.brand.name,
    number: article.articleNumber,
    image: article.image && picture(article.image),
    fit: article.fit.state,
    ...lineTexts(article),
    quantity: article.quantity,
    pieces: article.pieces,
    unitPrice: article.unitPrice,
    previousPrice: article.previousPrice,
    sum: article.sum,
    refund: article.refund,
    state: article.state,
  });
  return {
    shops: cart.cartShops.map((shop) => ({
      id: shop.id,
      name: shop.name,
      about: about(shop),
      priceSum: shop.priceSum,
      refundSum: shop.refundSum,
      shippingSum: shop.shippingSum,
      freeShippingFrom: shop.freeShippingFrom,
      lines: cart.cartArticles.filter(({ shopId }) => shopId === shop.id).map(line),
    })),
    count: cart.countArticles,
    priceSum: cart.priceSum,
    refundSum: cart.refundSum,
    shippingSum: cart.shippingSum,
    priceTotal: cart.priceTotal,
  };
}

const inCents = (euros: number): number => Math.round(euros * 100);

/**
 * The snapshot after a response of the marketplace. Null when the response has a line or shop that the page does not
 * know (the cart was filled elsewhere): its words are only on a fresh page.
 */
export function merge(before: CartSnapshot, cart: WireCart): CartSnapshot | null {
  const known = new Map(before.shops.flatMap((shop) => shop.lines).map((line) => [line.id, line]));
  const shops: CartShopLines[] = [];
  for (const figures of cart.cartShops) {
    const shop = before.shops.find(({ id }) => id === figures.id);
    if (!shop) return null;
    const lines: CartLine[] = [];
    for (const article of cart.cartArticles) {
      if (article.shopId !== shop.id) continue;
      const line = known.get(article.id);
      if (!line) return null;
      lines.push({
        ...line,
        quantity: article.quantity,
        pieces: article.pieces,
        unitPrice: inCents(article.unitPrice),
        previousPrice: article.previousPrice === null ? null : inCents(article.previousPrice),
        sum: inCents(article.sum),
        refund: inCents(article.refund),
        state: article.state,
      });
    }
    shops.push({
      ...shop,
      priceSum: inCents(figures.priceSum),
      refundSum: inCents(figures.refundSum),
      shippingSum: inCents(figures.shippingSum),
      freeShippingFrom: figures.freeShippingFrom === null ? null : inCents(figures.freeShippingFrom),
      lines,
    });
  }
  return {
    shops,
    count: cart.countArticles,
    priceSum: inCents(cart.priceSum),
    refundSum: inCents(cart.refundSum),
    shippingSum: inCents(cart.shippingSum),
    priceTotal: inCents(cart.priceTotal),
  };
}
