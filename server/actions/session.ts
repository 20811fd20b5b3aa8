import { createHmac } from 'node:crypto';
import type { RequestHandler } from 'express';
import { audienceOf, queryOf } from '../api/audience.js';
import { describeError } from '../log.js';
import { events } from '../log-events.js';
import type { Services } from '../services.js';
import { keepSession, sessionOf } from './session-cookie.js';

/** Seconds for which a challenge is given out; the one before is accepted as well (D28). */
const bucketLength = 30 * 60;

/** The challenge of a moment: `ts` is the start of its bucket in Unix seconds, `csr` its signature. */
function challengeAt(secret: string, milliseconds: number): { csr: string; ts: number } {
  const ts = Math.floor(milliseconds / 1000 / bucketLength) * bucketLength;
  return { csr: createHmac('sha256', secret).update(`challenge:${ts}`).digest('hex'), ts };
}

/** `GET /api/session`: the visitor's session, made if need be, and the challenge for checked calls (D26, D28, D57). */
export function session({ client, secret, log }: Services): RequestHandler {
  return async (request, response) => {
    response.setHeader('Cache-Control', 'private, no-store');
    const audience = audienceOf(request, queryOf(request));
    request.notes.route = `api.session___${audience.locale}`;
    try {
      const known = sessionOf(request) ?? undefined;
      const { sid } = await client.for(audience).call('session', {}, { session: known });
      keepSession(request, response, sid);
      response.json({ sid, ...challengeAt(secret, Date.now()) });
    } catch (error) {
      log.warn({ error: describeError(error) }, events.sessionFailed);
      throw error;
    }
  };
}
