import type { RequestHandler } from 'express';
import { audienceOf, queryOf } from '../api/audience.js';
import type { Services } from '../services.js';
import { challengeAt } from './challenge.js';
import { keepSession, sessionOf } from './session-cookie.js';

/** `GET /api/session`: the visitor's session, made if need be, and the challenge for checked calls (D26, D28, D57). */
export function session({ client, secret }: Services): RequestHandler {
  return async (request, response) => {
    response.setHeader('Cache-Control', 'private, no-store');
    const audience = audienceOf(request, queryOf(request));
    request.notes.route = `api.session___${audience.locale}`;
    const known = sessionOf(request) ?? undefined;
    const { sid } = await client.for(audience).call('session', {}, { session: known });
    keepSession(request, response, sid);
    response.json({ sid, ...challengeAt(secret, Date.now()) });
  };
}
