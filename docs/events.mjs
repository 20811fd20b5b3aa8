/**
 * The smallest receiver of a shop's events (Standard Webhooks): it accepts signed messages of the present time, each of
 * them once, answers at once, and prints a line for each.
 * `WEBHOOK_SECRETS=whsec_… PORT=4001 node docs/events.mjs`; during a change, two secrets with a space between.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';

const { WEBHOOK_SECRETS = '', PORT = '4001' } = process.env;
const keys = WEBHOOK_SECRETS.split(' ').map((secret) => Buffer.from(secret.replace(/^whsec_/, ''), 'base64'));
/** The largest age of a message, or difference of clocks: an attacker cannot repeat an old message. */
const toleranceSeconds = 300;
const longestBytes = 1_000_000;
/** Repeated messages may come within this time: the shop tries for a day and a half. */
const repeatsMs = 48 * 3_600_000;
/** Times of messages by their ids; a real receiver stores them with their results. */
const taken = new Map();

async function bodyOf(request) {
  const parts = [];
  let length = 0;
  for await (const part of request) {
    length += part.length;
    if (length > longestBytes) return null;
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/** Whether a signature of id, time and body is by one of our keys. */
function isSigned(id, time, body, signatures) {
  const given = signatures
    .split(' ')
    .flatMap((each) => (each.startsWith('v1,') ? Buffer.from(each.slice(3), 'base64') : []));
  return keys.some((key) => {
    const expected = createHmac('sha256', key).update(`${id}.${time}.`).update(body).digest();
    return given.some((each) => each.length === expected.length && timingSafeEqual(each, expected));
  });
}

/** Handles a message. @returns the status: after any other than 2xx the shop sends the message again */
async function handle(request) {
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
  if (!(Math.abs(now / 1000 - Number(time)) <= toleranceSeconds)) return 400;
  for (const [known, at] of taken) if (now - at > repeatsMs) taken.delete(known);
  // The shop lost our answer, or an attacker repeats the message: it has no second effect.
  if (taken.has(id)) return 204;
  taken.set(id, now);
  console.log(JSON.stringify({ id, ...JSON.parse(body) }));
  return 204;
}

const server = createServer(async (request, response) => {
  const status = await handle(request).catch(() => 400);
  response.writeHead(status, status === 413 ? { connection: 'close' } : {}).end();
});
server.listen(Number(PORT), '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}`));
