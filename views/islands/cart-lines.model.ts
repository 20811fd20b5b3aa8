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
  mark: Fit['state'];
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

const mostLinked = 50;

/** The link that fills another cart with the same offers and vehicles (D31). @param page its address */
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

/** The cart in a response. @throws TypeError where there is none */
export function readCart(response: unknown): WireCart {
  const { cartData } = response as { cartData?: Partial<WireCart> };
  if (Array.isArray(cartData?.cartArticles) && Array.isArray(cartData.cartShops)) return cartData as WireCart;
  throw new TypeError('answer without a cart');
}

/** Writes an amount of the source in cents. */
type InCents = (amount: number) => number;
const asIs: InCents = (cents) => cents;
const fromEuros: InCents = (euros) => Math.round(euros * 100);
const centsOrNull = (amount: number | null, inCents: InCents): number | null =>
  amount === null ? null : inCents(amount);

const lineFigures = (line: LineFigures, inCents: InCents): LineFigures => ({
  quantity: line.quantity,
  pieces: line.pieces,
  unitPrice: inCents(line.unitPrice),
  previousPrice: centsOrNull(line.previousPrice, inCents),
  sum: inCents(line.sum),
  refund: inCents(line.refund),
  state: line.state,
});
const shopFigures = (shop: ShopFigures, inCents: InCents): ShopFigures => ({
  priceSum: inCents(shop.priceSum),
  refundSum: inCents(shop.refundSum),
  shippingSum: inCents(shop.shippingSum),
  freeShippingFrom: centsOrNull(shop.freeShippingFrom, inCents),
});
const cartFigures = (cart: Omit<WireCart, 'cartArticles' | 'cartShops'>, inCents: InCents) => ({
  count: cart.countArticles,
  priceSum: inCents(cart.priceSum),
  refundSum: inCents(cart.refundSum),
  shippingSum: inCents(cart.shippingSum),
  priceTotal: inCents(cart.priceTotal),
});

/** The cart of the page as a snapshot, with the addresses and words that the callbacks make for lines and shops. */
export function snapshotOf(
  cart: CartData,
  href: (line: CartData['cartArticles'][number]) => string,
  about: (shop: CartData['cartShops'][number]) => string,
  picture: (image: Image) => string,
  lineTexts: (
    line: CartData['cartArticles'][number],
  ) => Pick<CartLine, 'mark' | 'verdict' | 'vehicle' | 'pack' | 'durability'>,
): CartSnapshot {
  const line = (article: CartData['cartArticles'][number]): CartLine => ({
    id: article.id,
    title: article.title,
    href: href(article),
    brand: article.brand.name,
    number: article.articleNumber,
    image: article.image && picture(article.image),
    ...lineTexts(article),
    ...lineFigures(article, asIs),
  });
  return {
    shops: cart.cartShops.map((shop) => ({
      id: shop.id,
      name: shop.name,
      about: about(shop),
      ...shopFigures(shop, asIs),
      lines: cart.cartArticles.filter(({ shopId }) => shopId === shop.id).map(line),
    })),
    ...cartFigures(cart, asIs),
  };
}

/** The snapshot after a response; null where it has a line or shop whose words only a fresh page has. */
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
      lines.push({ ...line, ...lineFigures(article, fromEuros) });
    }
    shops.push({ ...shop, ...shopFigures(figures, fromEuros), lines });
  }
  return { shops, ...cartFigures(cart, fromEuros) };
}
