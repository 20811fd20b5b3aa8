import type { Request, RequestHandler, Response } from 'express';
import type { Clock } from '../../../clock/clock.js';
import { audienceOf, queryOf } from '../../http/audience.js';
import { keepSession, newSession, sessionOf, signedSessionOf } from '../../http/session-cookie.js';
import type { SigningKeys } from '../../http/signing-keys.js';
import type { Client } from '../client.js';
import { challengeAt } from './challenge.js';

interface Needs {
  client: Client;
  keys: SigningKeys;
}

/**
 * The visitor's session, given out if need be; nothing is kept of it before the first write (D79). Sessions of earlier
 * versions have no signature: one that the marketplace knows gets it, any other is replaced.
 *
 * @returns the id, and the cookie's value
 */
export async function obtainSession(
  { client, keys }: Needs,
  request: Request,
  response: Response,
): Promise<{ sid: string; value: string }> {
  const unsigned = signedSessionOf(keys, request) === null && sessionOf(request);
  const known = unsigned
    ? (await client.for(audienceOf(request, queryOf(request))).call('session', {}, { session: unsigned })).sid
    : signedSessionOf(keys, request);
  const sid = known ?? newSession();
  return { sid, value: keepSession(keys, request, response, sid) };
}

/** `GET /api/session`: the visitor's session and the challenge for checked calls (D26, D28, D57). */
export function session(needs: Needs & { clock: Clock }): RequestHandler {
  return async (request, response) => {
    response.setHeader('Cache-Control', 'private, no-store');
    request.notes.route = `api.session___${audienceOf(request, queryOf(request)).locale}`;
    const { value } = await obtainSession(needs, request, response);
    response.json({ sid: value, ...challengeAt(needs.keys, needs.clock.now()) });
  };
}
