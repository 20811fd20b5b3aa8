import type { Fit, Image } from '../../server/contract/articles.js';
import type { CartData, CartUndo } from '../../server/contract/carts.js';

/** Figures of a line that change with the cart; money in cents. */
export interface LineFigures {
  quantity: number;
  /** Available pieces, if fewer than `quantity`. */
  pieces: number | null;
  unitPrice: number;
  previousPrice: number | null;
  sum: number;
  refund: number;
  state: 'ok' | 'gone' | 'soldOut' | 'notShippable' | 'tooFew';
}
/** Whether the sums include a line. The visitor may order more pieces than a shop has in stock (P7). */
export const isBought = ({ state }: LineFigures): boolean => state === 'ok' || state === 'tooFew';

/** A line with its texts and addresses from the server, which do not change. */
export interface CartLine extends LineFigures {
  id: string;
  title: string;
  href: string;
  brand: string;
  number: string;
  image: string | null;
  mark: Fit['state'];
  verdict: string;
  /** Product and model of a verdict with a condition, which the visitor may have answered (P155). */
  asked?: { 'data-if': string; 'data-model': string | undefined };
  /** The vehicle in words; null if the page names one for all lines. */
  vehicle: string | null;
  /** The maker's guarantee in words, and the address of its label or of the article; null without one. */
  durability: { text: string; href: string } | null;
  /** Pieces in each pack; 1 if unknown. */
  packSize: number;
  /** Id of the undo of a removed line, which keeps its place. */
  undo?: string;
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

/** Returns the link that fills a cart with the same offers and vehicles (D31). @param page its address */
export function cartLink(page: string, { shops }: CartSnapshot): string {
  const query = new URLSearchParams({ replace: 'true' });
  for (const { href, quantity } of shops
    .flatMap(({ lines }) => lines.filter(({ undo }) => !undo))
    .slice(0, mostLinked)) {
    const article = new URLSearchParams(href.split('?')[1]);
    const [offer, model] = [article.get('articleId'), article.get('modelId')];
    query.set(`cartParam[${model ? `${offer},${model}` : offer}]`, String(quantity));
  }
  return `${page}?${query}`;
}

/** The fields of `/api/Warenkorb` that the island reads; money in euros. */
export interface WireCart {
  cartArticles: ({ id: string; shopId: string } & LineFigures)[];
  cartShops: ({ id: string } & ShopFigures)[];
  countArticles: number;
  priceSum: number;
  refundSum: number;
  shippingSum: number;
  priceTotal: number;
  undo?: CartUndo | null;
}

/** Reads the cart of a response. @throws TypeError without one */
export function readCart(response: unknown): WireCart {
  const { cartData, undo } = response as { cartData?: Partial<WireCart>; undo?: CartUndo | null };
  if (Array.isArray(cartData?.cartArticles) && Array.isArray(cartData.cartShops))
    return { ...(cartData as WireCart), undo };
  throw new TypeError('answer without a cart');
}

/** Converts an amount of the source into cents. */
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

/** Returns the cart of the page as a snapshot. The callbacks provide addresses and texts of lines and shops. */
export function snapshotOf(
  cart: CartData,
  href: (line: CartData['cartArticles'][number]) => string,
  about: (shop: CartData['cartShops'][number]) => string,
  picture: (image: Image) => string,
  lineTexts: (
    line: CartData['cartArticles'][number],
  ) => Pick<CartLine, 'mark' | 'verdict' | 'asked' | 'vehicle' | 'durability'>,
): CartSnapshot {
  const line = (article: CartData['cartArticles'][number]): CartLine => ({
    id: article.id,
    title: article.title,
    href: href(article),
    brand: article.brand.name,
    number: article.articleNumber,
    image: article.image && picture(article.image),
    packSize: article.packSize ?? 1,
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

/**
 * Returns the snapshot after a response; null if only a fresh page has the texts: of another line, or of an empty cart.
 * A removed line keeps its place.
 */
export function merge(before: CartSnapshot, cart: WireCart): CartSnapshot | null {
  const { cartArticles, cartShops, undo } = cart;
  let known = 0;
  const shops = before.shops.map((shop) => {
    const figures = cartShops.find(({ id }) => id === shop.id);
    return {
      ...shop,
      ...(figures ? shopFigures(figures, fromEuros) : { shippingSum: 0 }),
      lines: shop.lines.flatMap((line): CartLine[] => {
        const now = cartArticles.find(({ id }) => id === line.id);
        if (now && line.href) known += 1;
        if (now) return [{ ...line, ...lineFigures(now, fromEuros), undo: undefined }];
        return undo?.removedLine?.id === line.id ? [{ ...line, state: 'gone', undo: undo.id }] : [];
      }),
    };
  });
  if (known < (cartArticles.length || 1)) return null;
  return { shops: shops.filter((shop) => shop.lines.length > 0), ...cartFigures(cart, fromEuros) };
}

/** Returns a snapshot with the removed line in its place. */
export function withRemoved(cart: CartSnapshot, undo: CartUndo | null): CartSnapshot {
  if (!undo?.removedLine) return cart;
  const { id, shop, nextId } = undo.removedLine;
  const texts = { href: '', brand: '', number: '', image: null, mark: 'unknown', verdict: '', vehicle: null } as const;
  const figures = { quantity: 0, pieces: null, unitPrice: 0, previousPrice: null, sum: 0, refund: 0, packSize: 1 };
  const title = undo.removed ?? '';
  const line: CartLine = { id, title, ...texts, ...figures, durability: null, state: 'gone', undo: undo.id };
  const sums = { priceSum: 0, refundSum: 0, shippingSum: 0, freeShippingFrom: null };
  const own = cart.shops.find((each) => each.id === shop.id) ?? { ...shop, about: '', ...sums, lines: [] };
  const place = (all: readonly { id: string }[]): number => {
    const at = all.findIndex((each) => each.id === nextId);
    return at < 0 ? all.length : at;
  };
  const filled = { ...own, lines: own.lines.toSpliced(place(own.lines), 0, line) };
  if (cart.shops.includes(own)) return { ...cart, shops: cart.shops.map((each) => (each === own ? filled : each)) };
  const firsts = cart.shops.map(({ lines: [first] }) => ({ id: first?.id ?? '' }));
  return { ...cart, shops: cart.shops.toSpliced(place(firsts), 0, filled) };
}
