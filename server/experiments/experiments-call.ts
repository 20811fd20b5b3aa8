import type { RequestHandler } from 'express';
import { sessionOf } from '../actions/session-cookie.js';
import { audienceOf, queryOf } from '../api/audience.js';
import { hasAccepted } from '../consent/consent.js';
import { editions } from '../editions.js';
import type { Services } from '../services.js';

/**
 * `GET /api/experiments`: the flags of this visitor, and what the tag manager may be told of them, which is nothing
 * before it is allowed (D32). A visitor without a session is in no experiment. No page depends on it, so that pages
 * stay the same for everybody (D27).
 */
export function experimentsCall({ env, experiments }: Services): RequestHandler {
  return (request, response) => {
    const { locale } = audienceOf(request, queryOf(request));
    request.notes.route = `api.experiments___${locale}`;
    response.setHeader('Cache-Control', 'private, no-store');
    const session = sessionOf(request);
    if (!session) return void response.json({ flags: [], exposures: [] });
    const { flags, exposures } = experiments.assign({ session, country: editions[locale].country });
    const mayTell = env.TAG_MANAGER_URL !== undefined && hasAccepted(request, new URL(env.TAG_MANAGER_URL).host);
    response.json({ flags, exposures: mayTell ? exposures : [] });
  };
}
