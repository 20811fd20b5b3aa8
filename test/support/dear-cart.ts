import { add } from './add.js';

/** Reads a call of a shop. @param cookie of the cart */
export const readJson = async (address: string, cookie = '') => (await fetch(address, { headers: { cookie } })).json();

/** Fills a cart with the dearest offers of six parts, so that plans save something. @returns its cookie */
export async function dearCart(origin: string): Promise<string> {
  const { spareParts } = await readJson(`${origin}/api/-/-/--1523`);
  let cookie = '';
  for (const { id } of spareParts.slice(0, 6)) {
    const { offers } = await readJson(`${origin}/api/Angebote?sparePartId=${id}`);
    const dearest = offers.filter((offer: { totalPrice: number | null }) => offer.totalPrice !== null).at(-1);
    cookie = (await add(origin, dearest.id, cookie)).cookie;
  }
  return cookie;
}

/** Fills a cart with one part from each of several shops that deliver to the country. @returns its cookie */
export async function cartOfShops(origin: string, count: number, locale = 'de-DE'): Promise<string> {
  const { spareParts } = await readJson(`${origin}/api/-/-/--1523?locale=${locale}`);
  const shops = new Set<string>();
  let cookie = '';
  for (const { id } of spareParts) {
    const { offers } = await readJson(`${origin}/api/Angebote?sparePartId=${id}&locale=${locale}`);
    const other = offers.find(
      ({ totalPrice, shop }: { totalPrice: number | null; shop: { id: string } }) =>
        totalPrice !== null && !shops.has(shop.id),
    );
    if (!other || shops.size === count) continue;
    shops.add(other.shop.id);
    cookie = (await add(origin, other.id, cookie)).cookie;
  }
  return cookie;
}
