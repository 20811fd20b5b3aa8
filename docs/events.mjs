/**
 * The smallest receiver of a shop's events (Standard Webhooks): believes only what is signed and of this moment, takes each
 * message once, and answers before anything long begins. It prints a line for each.
 * `WEBHOOK_SECRETS=whsec_… PORT=4001 node docs/events.mjs`; two secrets with a space between while one is exchanged.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';

const { WEBHOOK_SECRETS = '', PORT = '4001' } = process.env;
const keys = WEBHOOK_SECRETS.split(' ').map((secret) => Buffer.from(secret.replace(/^whsec_/, ''), 'base64'));
/** Seconds that a message may be old, or that clocks may differ: what was overheard is of no use later. */
const tolerance = 300;
/** Bytes of the longest message that is read. */
const longest = 1_000_000;
/** Milliseconds for which a message may come again: the shop tries for a day and a half. */
const repeats = 48 * 3_600_000;
/** When each message was taken, by its id; a real receiver keeps them with what it does. */
const taken = new Map();

async function bodyOf(request) {
  const parts = [];
  let length = 0;
  for await (const part of request) {
    length += part.length;
    if (length > longest) return null;
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/** Whether one of the signatures is of one of our keys, over id, time and the very bytes. */
function isSigned(id, time, body, signatures) {
  const given = signatures
    .split(' ')
    .flatMap((each) => (each.startsWith('v1,') ? Buffer.from(each.slice(3), 'base64') : []));
  return keys.some((key) => {
    const expected = createHmac('sha256', key).update(`${id}.${time}.`).update(body).digest();
    return given.some((each) => each.length === expected.length && timingSafeEqual(each, expected));
  });
}

/** The status of the answer: 2xx ends the matter, anything else has the shop send again later. */
async function take(request) {
  if (request.method !== 'POST') return 405;
  const {
    'webhook-id': id = '',
    'webhook-timestamp': time = '',
    'webhook-signature': signatures = '',
  } = request.headers;
  const body = await bodyOf(request);
  if (!body) return 413;
  if (!isSigned(id, time, body, signatures)) return 401;
  const now = Date.now();
  if (!(Math.abs(now / 1000 - Number(time)) <= tolerance)) return 400;
  for (const [known, at] of taken) if (now - at > repeats) taken.delete(known);
  // Sent again since our answer was lost, or by somebody who has overheard it: nothing is done twice.
  if (taken.has(id)) return 204;
  taken.set(id, now);
  console.log(JSON.stringify({ id, ...JSON.parse(body) }));
  return 204;
}

const server = createServer(async (request, response) => {
  const status = await take(request).catch(() => 400);
  response.writeHead(status, status === 413 ? { connection: 'close' } : {}).end();
});
server.listen(Number(PORT), '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}`));
