import type { RequestHandler } from 'express';
import { audienceOf, queryOf } from '../api/audience.js';
import { obtainSession } from '../api/calls/session.js';
import { signedSessionOf } from '../api/calls/session-cookie.js';
import { hasAccepted } from '../consent/consent.js';
import { editions } from '../routes/editions.js';
import type { Services } from '../services.js';

/**
 * `GET /api/experiments`: the flags of this visitor, and what the tag manager may be told of them, which is nothing
 * before it is allowed (D32). Who has allowed it and has no session is given one, of which nothing is kept (D79); without
 * a session of ours a visitor is in no experiment. No page depends on it, so that pages stay the same for everybody (D27).
 */
export function experimentsCall(services: Services): RequestHandler {
  const { env, experiments, secret } = services;
  return async (request, response) => {
    const { locale } = audienceOf(request, queryOf(request));
    request.notes.route = `api.experiments___${locale}`;
    response.setHeader('Cache-Control', 'private, no-store');
    const mayTell = env.TAG_MANAGER_URL !== undefined && hasAccepted(request, new URL(env.TAG_MANAGER_URL).host);
    const session = mayTell ? (await obtainSession(services, request, response)).sid : signedSessionOf(secret, request);
    if (!session) return void response.json({ flags: [], exposures: [] });
    const { flags, exposures } = experiments.assign({ session, country: editions[locale].country });
    response.json({ flags, exposures: mayTell ? exposures : [] });
  };
}
