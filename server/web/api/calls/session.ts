import { createHash } from 'node:crypto';
import type { Request, RequestHandler, Response } from 'express';
import type { Clock } from '../../../clock/clock.js';
import { ProblemError } from '../../../contract/problem.js';
import { audienceOf } from '../../http/audience.js';
import { rawPath } from '../../http/edition-path.js';
import { keepSession, newSession, sessionOf, signedSessionOf } from '../../http/session-cookie.js';
import { isEqual, isSigned, type SigningKeys, sign } from '../../http/signing-keys.js';
import type { Client } from '../client.js';

/**
 * Returns id and cookie value of the visitor's session, or makes a session. Nothing is stored before the first write
 * (D79). Sessions of earlier versions have no signature: the marketplace's own get one, others are replaced.
 */
export async function obtainSession(
  client: Client,
  keys: SigningKeys,
  request: Request,
  response: Response,
): Promise<{ sid: string; value: string }> {
  const unsigned = signedSessionOf(keys, request) === null && sessionOf(request);
  const known = unsigned
    ? (await client.for(audienceOf(request)).call('session', {}, { session: unsigned })).sid
    : signedSessionOf(keys, request);
  const sid = known ?? newSession();
  return { sid, value: keepSession(keys, request, response, sid) };
}

/** Answers `GET /api/session` with the visitor's session and the challenge for checked calls (D26, D28, D57). */
export function session(client: Client, keys: SigningKeys, clock: Clock): RequestHandler {
  return async (request, response) => {
    response.setHeader('Cache-Control', 'private, no-store');
    request.notes.route = `api.session___${audienceOf(request).locale}`;
    const { value } = await obtainSession(client, keys, request, response);
    response.json({ sid: value, ...challengeAt(keys, clock.now()) });
  };
}

/** Seconds for which a challenge is issued. The one before it is accepted too (D28). */
const bucketSeconds = 30 * 60;

export interface Challenge {
  /** Signature of the time `ts`. */
  csr: string;
  /** Start of the bucket in Unix seconds. */
  ts: number;
}
const bucketOf = (milliseconds: number): number => Math.floor(milliseconds / 1000 / bucketSeconds) * bucketSeconds;
const textOf = (ts: number): string => `challenge:${ts}`;

export function challengeAt(keys: SigningKeys, milliseconds: number): Challenge {
  const ts = bucketOf(milliseconds);
  return { csr: sign(keys, textOf(ts)), ts };
}

/** Returns whether the headers answer the current or the previous challenge for this very call. */
function isAnswered(keys: SigningKeys, request: Request, milliseconds: number): boolean {
  const sent = (name: string): string => request.get(`x-${name}`) ?? request.get(name) ?? '';
  const [csr, ts, c] = [sent('csr'), sent('ts'), sent('c')];
  const current = bucketOf(milliseconds);
  const bucket = [current, current - bucketSeconds].find((start) => String(start) === ts);
  if (bucket === undefined || !isSigned(keys, textOf(bucket), csr)) return false;
  const response = createHash('sha256')
    .update(csr + ts + request.method + rawPath(request))
    .digest('hex');
  return isEqual(c, response);
}

/** Lets calls with valid check headers pass, with or without `x-` (D28, D54). @throws ProblemError `challenge` */
export function requireChallenge(keys: SigningKeys, clock: Clock): RequestHandler {
  return (request, _response, next) => {
    if (!isAnswered(keys, request, clock.now())) {
      request.notes.route = `api.challenge___${request.editionPath.edition.locale}`;
      throw new ProblemError('challenge');
    }
    next();
  };
}
