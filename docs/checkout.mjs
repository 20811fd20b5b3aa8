/**
 * The smallest checkout that a cart can be handed over to: takes the signed cart, believes nothing else, and shows what
 * is to be paid. `CHECKOUT_SECRET=… PORT=4000 ORIGIN=https://pay.example.de node docs/checkout.mjs`
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';

const { CHECKOUT_SECRET = '', PORT = '4000' } = process.env;
/** Carts that are paid already; a real checkout keeps them with its orders until they have expired. */
const taken = new Set();

/** The cart of a compact JWS, or null where it is not ours, not meant for us, too old, or here for the second time. */
function verified(token, audience) {
  const [header = '', payload = '', signature = ''] = token.split('.');
  const expected = createHmac('sha256', CHECKOUT_SECRET).update(`${header}.${payload}`).digest();
  const given = Buffer.from(signature, 'base64url');
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
  // Only now that it is signed by somebody who has the key: the algorithm is ours to choose, not the token's.
  const read = (part) => JSON.parse(Buffer.from(part, 'base64url').toString());
  if (read(header).alg !== 'HS256') return null;
  const cart = read(payload);
  if (cart.aud !== audience || cart.exp * 1000 <= Date.now() || taken.has(cart.jti)) return null;
  taken.add(cart.jti);
  return cart;
}

const server = createServer(async (request, response) => {
  const audience = process.env.ORIGIN ?? `http://127.0.0.1:${server.address().port}`;
  const token = new URLSearchParams(await text(request)).get('cart') ?? '';
  const cart = request.method === 'POST' ? verified(token, audience) : null;
  response.writeHead(cart ? 200 : 400, { 'content-type': 'text/html; charset=utf-8' });
  const pieces = cart?.lines.reduce((sum, { quantity }) => sum + quantity, 0);
  response.end(
    cart
      ? `<!doctype html><title>Checkout</title><link rel="icon" href="data:,"><h1>${pieces} pieces to ${cart.country}</h1><p id="total">${cart.priceTotal}</p>`
      : '<!doctype html><title>Checkout</title><h1>This cart cannot be paid.</h1>',
  );
});
server.listen(Number(PORT), '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}`));
