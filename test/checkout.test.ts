import { createHmac } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signedCart } from '../server/contract/signed-cart.js';
import { type ShopWithCheckout, secret, startShopWithCheckout } from './support/checkout.js';
import { endProgram } from './support/program.js';
import { type Shop, startShop } from './support/shop.js';
import { Visitor } from './support/visitor.js';

/** The way from the cart to an external checkout (D68), with the example of docs/. */
let stage: ShopWithCheckout;
let paying: string;
let shop: Shop;
let offers: readonly string[];
let shopper: ShopWithCheckout['shopper'];
beforeAll(async () => {
  stage = await startShopWithCheckout();
  ({ shop, paying, offers, shopper } = stage);
});
afterAll(() => stage?.stop());

const json = { accept: 'application/json', 'content-type': 'application/json' };
const page = { accept: 'text/html' };
const payloadOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
/** Returns the hidden field of the cart page. */
async function shownCart(visitor: Visitor, path = '/Warenkorb'): Promise<string> {
  const { text } = await visitor.ask(path);
  return /name="cart" value="([^"]*)"/.exec(text)?.[1] ?? '';
}
const handOver = (visitor: Visitor, cart: string, locale = 'de-DE') =>
  visitor.post('/api/Warenkorb/Kasse', { cart, locale }, page);
const pay = (cart: string) => fetch(`${paying}/cart`, { method: 'POST', body: new URLSearchParams({ cart }) });

test('the signed cart has the lines, sums, country, issue, expiry and id of the cart, in cents', async () => {
  const visitor = await shopper(2, 3);
  const { cartData } = JSON.parse((await visitor.ask('/api/Warenkorb')).text);
  const [first, second] = [await shownCart(visitor), await shownCart(visitor)].map(payloadOf);
  const cents = (euros: number): number => Math.round(euros * 100);
  expect(first).toMatchObject({ locale: 'de-DE', country: 'DE', currency: 'EUR', aud: paying });
  for (const sum of ['priceSum', 'refundSum', 'shippingSum', 'priceTotal'])
    expect(first[sum]).toBe(cents(cartData[sum]));
  expect(first.priceTotal).toBe(first.priceSum + first.refundSum + first.shippingSum);
  expect(first.lines.map(({ offerId, quantity, sum }: Record<string, unknown>) => [offerId, quantity, sum])).toEqual(
    cartData.cartArticles.map(({ offerId, quantity, sum }: { offerId: string; quantity: number; sum: number }) => [
      offerId,
      quantity,
      cents(sum),
    ]),
  );
  expect(first.exp - first.iat).toBe(3600);
  expect(first.sub).toBe(second.sub);
  expect(first.jti).not.toBe(second.jti);
  expect(JSON.stringify(first)).not.toContain(visitor.cookie('partavo'));
  expect(payloadOf(await shownCart(await shopper(2, 3))).sub).not.toBe(first.sub);
});

test('it has what each shop needs to fulfil it, as its feed named it, and the sample checkout makes orders of it', async () => {
  const visitor = await shopper(2, 3);
  const signed = await shownCart(visitor);
  const cart = payloadOf(signed);
  expect(signedCart.safeParse(cart).error).toBeUndefined();
  const store = new DatabaseSync(join(shop.dataDir, 'offers.db'), { readOnly: true });
  for (const line of cart.lines) {
    const offer = store.prepare('select key, shop_id from offer where id = ?').get(Number(line.offerId));
    expect(offer).toEqual({ key: line.sku, shop_id: Number(line.shopId) });
    expect(line.tax).toEqual({ included: true, class: 'standard', rate: 19 });
    expect(line.fit.state).toBe('unknown');
  }
  for (const { id, trader, returns } of cart.shops) {
    const row = store.prepare('select * from shop where id = ?').get(Number(id));
    expect([trader.register, trader.vatId, trader.email]).toEqual([row?.register, row?.vat_id, row?.email]);
    expect(returns).toMatchObject({ days: row?.return_days, cost: row?.return_cost ?? 0 });
  }
  store.close();
  const orders = /<pre id="orders">([^<]*)/.exec(await (await pay(signed)).text())?.[1]?.replaceAll('&#34;', '"');
  const made = JSON.parse(orders ?? '') as { toPay: number; lines: { sku: string; tax: object }[] }[];
  expect(made.reduce((sum, { toPay }) => sum + toPay, 0)).toBe(cart.priceTotal);
  expect(made.flatMap(({ lines }) => lines.map(({ sku }) => sku)).sort()).toEqual(
    cart.lines.map(({ sku }: { sku: string }) => sku).sort(),
  );
  const [bought] = cart.lines;
  expect(made.flatMap(({ lines }) => lines).find(({ sku }) => sku === bought.sku)?.tax).toEqual({
    ...{ class: 'standard', rate: 19 },
    sum: Math.round((bought.sum * 19) / 119),
  });
});

test('pressing the button posts the very same cart on, which the checkout takes once', async () => {
  const visitor = await shopper(1);
  const cart = await shownCart(visitor);
  const response = await handOver(visitor, cart);
  expect([response.status, response.location]).toEqual([307, `${paying}/cart?from=partavo`]);
  const french = await shownCart(visitor, '/fr-FR/panier');
  expect((await handOver(visitor, french, 'fr-FR')).location).toBe(`${paying}/panier`);
  expect([(await pay(cart)).status, (await pay(cart)).status]).toEqual([200, 400]);
});

test('a cart that was made up, is too old, is for another or of another is not taken', async () => {
  const visitor = await shopper(1);
  const cart = await shownCart(visitor);
  const claims = payloadOf(cart);
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const signed = (payload: object, key = secret, header: object = { alg: 'HS256', typ: 'JWT' }): string => {
    const body = `${part(header)}.${part(payload)}`;
    return `${body}.${createHmac('sha256', key).update(body).digest('base64url')}`;
  };
  const forged = {
    'no signature': `${part({ alg: 'none' })}.${part(claims)}.`,
    'another key': signed({ ...claims, priceTotal: 1 }, 'k'.repeat(32)),
    'another algorithm': signed(claims, secret, { alg: 'none' }),
    'too old': signed({ ...claims, iat: claims.iat - 7200, exp: claims.exp - 7200 }),
    'for another': signed({ ...claims, aud: 'https://pay.example' }),
    'of another version': signed({ ...claims, version: 99 }),
    'without keys of shops': signed({
      ...claims,
      lines: claims.lines.map(({ sku: _, ...line }: { sku: string }) => line),
    }),
    empty: '',
    'no token': 'a.b',
  };
  for (const [name, token] of Object.entries(forged)) {
    expect([name, (await pay(token)).status]).toEqual([name, 400]);
    expect([name, (await handOver(visitor, token)).status]).toEqual([name, 409]);
  }
  // The shop reads a text of the length of the largest cart before refusing it.
  expect((await handOver(visitor, 'x'.repeat(400_000))).status).toBe(409);
  const other = await shopper(1);
  expect((await handOver(other, cart)).status).toBe(409);
  expect((await handOver(new Visitor(shop.origin), cart)).status).toBe(409);
  const script = await fetch(`${shop.origin}/api/Warenkorb/Kasse`, {
    method: 'POST',
    headers: { origin: 'https://evil.example' },
    body: new URLSearchParams({ cart }),
  });
  expect(script.status).toBe(403);
});

test('what has changed since it was shown is shown again before anything is handed over', async () => {
  const visitor = await shopper(1);
  const before = await shownCart(visitor);
  await visitor.ask(`/api/Warenkorb/Hinzufuegen/${offers[1]}`, { method: 'POST', headers: json, body: '{}' });
  const refused = await handOver(visitor, before);
  expect([refused.status, refused.location]).toEqual([409, null]);
  expect(refused.text).toMatch(/role="alert"[^<]*>Seit der Warenkorb angezeigt wurde/);
  const fresh = /name="cart" value="([^"]*)"/.exec(refused.text)?.[1] ?? '';
  expect((await handOver(visitor, fresh)).status).toBe(307);
  await visitor.post('/delivery-country', { country: 'AT', returnTo: '/Warenkorb' });
  expect((await handOver(visitor, fresh)).status).toBe(409);
});

test('only the cart page lets a form leave; unset, the cart says so', async () => {
  const policy = async (path: string): Promise<string> =>
    /form-action [^;]*/.exec((await fetch(shop.origin + path)).headers.get('content-security-policy') ?? '')?.[0] ?? '';
  expect(await policy('/Warenkorb')).toBe(`form-action 'self' ${paying}`);
  expect(await policy('/fr-FR/panier')).toBe(`form-action 'self' ${paying}`);
  for (const path of ['/', '/it-IT/carrello', '/Bremsscheiben/Alle-Fahrzeuge/--1523'])
    expect(await policy(path)).toBe("form-action 'self'");
  const visitor = await shopper(1);
  const { text } = await visitor.ask('/it-IT/carrello');
  expect(text).not.toContain('/api/Warenkorb/Kasse');
  expect(text).toContain('qui non è possibile ordinare');
  expect((await handOver(visitor, 'x', 'it-IT')).status).toBe(404);
});

describe('offers that have changed under a cart since it was shown', () => {
  let later: Shop;
  /** Signed carts from before a change of their offers, by kind of change. */
  const before: Record<'dearer' | 'mixed' | 'soldOut', { visitor: Visitor; cart: string }> = {} as never;
  beforeAll(async () => {
    const [dearer = '', , soldOut = '', gone = ''] = offers;
    const bought = { dearer: [dearer], mixed: offers.slice(1, 4), soldOut: [soldOut] };
    for (const kind of ['dearer', 'mixed', 'soldOut'] as const) {
      const visitor = new Visitor(shop.origin);
      for (const offer of bought[kind])
        await visitor.ask(`/api/Warenkorb/Hinzufuegen/${offer}`, { method: 'POST', headers: json, body: '{}' });
      before[kind] = { visitor, cart: await shownCart(visitor) };
    }
    await endProgram(shop.process, 'SIGKILL');
    const store = new DatabaseSync(join(shop.dataDir, 'offers.db'));
    store.prepare('update offer set price = price + 100 where id = ?').run(Number(dearer));
    store.prepare('update offer set stock = 0 where id = ?').run(Number(soldOut));
    store.prepare('delete from offer where id = ?').run(Number(gone));
    store.close();
    later = await startShop({ CHECKOUT_URL: `de-DE=${paying}/`, CHECKOUT_SECRET: secret }, shop.dataDir);
    for (const each of Object.values(before)) {
      const value = each.visitor.cookie('partavo') ?? '';
      each.visitor = new Visitor(later.origin);
      each.visitor.cookies.set('partavo', { value, path: '/', host: new URL(later.origin).host });
    }
  });
  afterAll(() => later?.stop());

  test('prices are read again at the moment of handing over', async () => {
    const { visitor, cart } = before.dearer;
    const refused = await handOver(visitor, cart);
    expect(refused.status).toBe(409);
    const fresh = payloadOf(/name="cart" value="([^"]*)"/.exec(refused.text)?.[1] ?? '');
    expect(fresh.priceSum).toBe(payloadOf(cart).priceSum + 100);
  });

  test('what is sold out or gone is not handed over and in no sum, and the page says so without script', async () => {
    const { visitor, cart: shown } = before.mixed;
    const refused = await handOver(visitor, shown);
    expect([refused.status, refused.location]).toEqual([409, null]);
    const { text } = await visitor.ask('/Warenkorb');
    expect(text).toContain('Dieses Angebot ist ausverkauft.');
    expect(text).toContain('Dieses Angebot gibt es nicht mehr.');
    expect(text).toContain('Nicht bestellbar: 2.');
    const cart = await shownCart(visitor);
    const { cartData } = JSON.parse((await visitor.ask('/api/Warenkorb')).text);
    const ordered = payloadOf(cart);
    expect(ordered.lines.map(({ offerId }: { offerId: string }) => offerId)).toEqual([offers[1]]);
    const [line] = payloadOf(shown).lines;
    expect(ordered.priceSum).toBe(line.sum);
    expect(ordered.shops).toHaveLength(1);
    expect(ordered.priceTotal).toBe(Math.round(cartData.priceTotal * 100));
    expect(ordered.priceTotal).toBe(line.sum + line.refund + ordered.shops[0].shippingSum);
    expect((await handOver(visitor, cart)).status).toBe(307);
  });

  test('of a cart with nothing left to order the button is off, and it is not handed over', async () => {
    const { visitor, cart } = before.soldOut;
    const { text } = await visitor.ask('/Warenkorb');
    expect(text).toMatch(/<button[^>]*class="button buy"[^>]*disabled/);
    expect((await handOver(visitor, cart)).status).toBe(409);
  });
});
