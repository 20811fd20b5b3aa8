import type { RequestHandler } from 'express';
import { obtainSession } from '../api/calls/session.js';
import type { Client } from '../api/client.js';
import { hasAccepted } from '../consent/consent.js';
import { audienceOf, queryOf } from '../http/audience.js';
import { signedSessionOf } from '../http/session-cookie.js';
import type { SigningKeys } from '../http/signing-keys.js';
import { editions } from '../routes/editions.js';
import type { Experiments } from './experiments.js';

interface Needs {
  client: Client;
  keys: SigningKeys;
  experiments: Experiments;
  /** Address of the tag manager; undefined = none is configured. */
  tagManager: string | undefined;
}

/**
 * `GET /api/experiments`: the flags of this visitor, and what the tag manager may be called with them, which is nothing
 * before it is allowed (D32). A visitor who has allowed it and has no session gets one, which is not stored (D79).
 * Without a session a visitor is in no experiment. No page depends on it, so that pages stay the same for everybody
 * (D27).
 */
export function experimentsCall({ client, keys, experiments, tagManager }: Needs): RequestHandler {
  const tagHost = tagManager && new URL(tagManager).host;
  return async (request, response) => {
    const { locale } = audienceOf(request, queryOf(request));
    request.notes.route = `api.experiments___${locale}`;
    response.setHeader('Cache-Control', 'private, no-store');
    const mayReport = tagHost !== undefined && hasAccepted(request, tagHost);
    const session = mayReport
      ? (await obtainSession({ client, keys }, request, response)).sid
      : signedSessionOf(keys, request);
    if (!session) return void response.json({ flags: [], exposures: [] });
    const { flags, exposures } = experiments.assign({ session, country: editions[locale].country });
    response.json({ flags, exposures: mayReport ? exposures : [] });
  };
}
