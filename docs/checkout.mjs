/**
 * The smallest checkout for carts of the shop: it verifies the signature and the form of a cart, makes one order for
 * each shop, and shows the sum to pay. `CHECKOUT_SECRET=… PORT=4000 ORIGIN=https://pay.example.de node
 * docs/checkout.mjs`
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';

const { CHECKOUT_SECRET = '', PORT = '4000' } = process.env;
const schema = JSON.parse(readFileSync(new URL('signed-cart.schema.json', import.meta.url), 'utf8'));
/** Carts that were paid; a real checkout stores them with its orders until they expire. */
const taken = new Set();

const typeOf = (value) => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value);
/**
 * Checks the keywords of JSON Schema in this schema; a real checkout uses a validator. It allows fields of later
 * versions.
 */
function fits(value, { type, const: only, enum: words, anyOf, pattern, minimum, maximum, minItems, ...more }) {
  if (anyOf) return anyOf.some((each) => fits(value, each));
  const isOf = (name) => (name === 'integer' ? Number.isInteger(value) : typeOf(value) === name);
  if (type && ![type].flat().some(isOf)) return false;
  if ((only !== undefined && value !== only) || (words && !words.includes(value))) return false;
  if (value < minimum || value > maximum || value?.length < minItems) return false;
  if (pattern && !new RegExp(pattern).test(value)) return false;
  if (typeOf(value) === 'array') return value.every((each) => fits(each, more.items));
  if (typeOf(value) !== 'object') return true;
  const { properties = {}, required = [] } = more;
  return Object.entries(properties).every(([name, each]) =>
    value[name] === undefined ? !required.includes(name) : fits(value[name], each),
  );
}

/** The cart of a compact JWS; null for a wrong signature, audience or form, and for an expired or repeated cart. */
function verified(token, audience) {
  const [header = '', payload = '', signature = ''] = token.split('.');
  const given = Buffer.from(signature, 'base64url');
  // During a change of keys, carts of the previous key are valid, too.
  const isSignedWith = (key) => {
    const expected = createHmac('sha256', key.trim()).update(`${header}.${payload}`).digest();
    return given.length === expected.length && timingSafeEqual(given, expected);
  };
  if (!CHECKOUT_SECRET.split(',').some(isSignedWith)) return null;
  // After the signature: the checkout chooses the algorithm, not the token.
  const read = (part) => JSON.parse(Buffer.from(part, 'base64url').toString());
  if (read(header).alg !== 'HS256') return null;
  const cart = read(payload);
  if (cart.aud !== audience || cart.exp * 1000 <= Date.now() || !fits(cart, schema) || taken.has(cart.jti)) return null;
  taken.add(cart.jti);
  return cart;
}

/** The order for each shop, with the shop's own keys and numbers. */
const ordersOf = (cart) =>
  cart.shops.map((shop) => ({
    order: `${cart.jti}/${shop.id}`,
    seller: shop.trader,
    returns: shop.returns,
    lines: cart.lines
      .filter(({ shopId }) => shopId === shop.id)
      .map(({ sku, gtin, brand, articleNumber, quantity, unitPrice, tax, vehicle }) => ({
        sku,
        gtin,
        brand,
        articleNumber,
        quantity,
        unitPrice,
        vehicle: vehicle?.name ?? null,
        // Rate in per cent; cents of tax in the sum, if the rate is known.
        tax: {
          class: tax.class,
          rate: tax.rate,
          sum: tax.rate === null ? null : Math.round((unitPrice * quantity * tax.rate) / (100 + tax.rate)),
        },
      })),
    toPay: shop.priceSum + shop.refundSum + shop.shippingSum,
  }));

const html = (value) => String(value).replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
const server = createServer(async (request, response) => {
  const audience = process.env.ORIGIN ?? `http://127.0.0.1:${server.address().port}`;
  const token = new URLSearchParams(await text(request)).get('cart') ?? '';
  const cart = request.method === 'POST' ? verified(token, audience) : null;
  response.writeHead(cart ? 200 : 400, { 'content-type': 'text/html; charset=utf-8' });
  const pieces = cart?.lines.reduce((sum, { quantity }) => sum + quantity, 0);
  response.end(
    cart
      ? `<!doctype html><title>Checkout</title><link rel="icon" href="data:,"><h1>${pieces} pieces to ${cart.country}</h1><p id="total">${cart.priceTotal}</p><pre id="orders">${html(JSON.stringify(ordersOf(cart), null, 2))}</pre>`
      : '<!doctype html><title>Checkout</title><h1>This cart cannot be paid.</h1>',
  );
});
server.listen(Number(PORT), '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}`));
