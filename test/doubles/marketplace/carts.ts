import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Wire } from '../../../server/contract/operations/handler-types.js';
import { brand, notFound, product, shop } from './entities.js';

const carts = new Map<string, number>();

export function cartOf(sid: string | undefined): Wire<'cart'> {
  const quantity = carts.get(sid ?? '') ?? 0;
  const sum = Math.round(quantity * 4180) / 100;
  const line = {
    id: 'line-1',
    offerId: '5001',
    shopId: '3',
    productId: '9001',
    title: product.title,
    brand: { name: brand.name, seoName: brand.seoName },
    articleNumber: product.articleNumber,
    normNumber: product.normNumber,
    model: null,
    quantity,
    packSize: 1,
    durability: null,
    pieces: null,
    unitPrice: 41.8,
    previousPrice: null,
    sum,
    refund: 0,
    image: null,
    fit: { state: 'unknown' as const, notes: [] },
    deliveryDays: { min: 1, max: 2 },
    available: true,
    state: 'ok' as const,
  };
  const shipping = quantity > 0 ? 4.95 : 0;
  return {
    cartData: {
      cartArticles: quantity > 0 ? [line] : [],
      cartShops:
        quantity > 0 ? [{ ...shop, priceSum: sum, refundSum: 0, shippingSum: shipping, freeShippingFrom: 100 }] : [],
      minShopFeedbackAvg: quantity > 0 ? 4.8 : 0,
      countArticles: quantity,
      priceSum: sum,
      refundSum: 0,
      shippingSum: shipping,
      priceTotal: sum + shipping,
    },
    undo: null,
  };
}

/** Number of articles in a visitor's cart. */
export const countOf = (sid: string | undefined): Wire<'cartCount'> => ({ countArticles: carts.get(sid ?? '') ?? 0 });

/** Returns the marketplace's record of a session. */
export const sessionKnown = (sid: string | undefined): Wire<'session'> => ({
  sid: sid !== undefined && carts.has(sid) ? sid : null,
});

export async function write(
  path: string,
  message: IncomingMessage,
  response: ServerResponse,
  sid: string | undefined,
): Promise<unknown> {
  let text = '';
  for await (const chunk of message) text += chunk;
  if (path === '/api/Warenkorb/Generieren') {
    const { items } = JSON.parse(text) as { items: { quantity: number }[] };
    const session = sid ?? `session-${carts.size}-abcdefghijkl`;
    if (session !== sid) response.setHeader('x-session', session);
    for (const item of items) carts.set(session, (carts.get(session) ?? 0) + item.quantity);
    return cartOf(session);
  }
  const quantity = (text ? (JSON.parse(text) as { quantity?: number }) : {}).quantity ?? 0;
  if (path === '/api/Warenkorb/Hinzufuegen/5001') {
    const session = sid ?? `session-${carts.size}-abcdefghijkl`;
    if (session !== sid) response.setHeader('x-session', session);
    carts.set(session, (carts.get(session) ?? 0) + quantity);
    return cartOf(session);
  }
  if (path === '/api/Warenkorb/Aendern/line-1' && sid) {
    carts.set(sid, quantity);
    return cartOf(sid);
  }
  if (path === '/api/Warenkorb/Loeschen/line-1' && sid) {
    carts.set(sid, 0);
    return cartOf(sid);
  }
  return notFound;
}
