import { createHash, timingSafeEqual } from 'node:crypto';
import type { Request, RequestHandler } from 'express';
import type { Clock } from '../../../clock/clock.js';
import { ProblemError } from '../../../contract/problem.js';
import { rawPath } from '../../http/edition-path.js';
import { isSigned, type SigningKeys, sign } from '../../http/signing-keys.js';

/** Seconds for which a challenge is given out; the one before is accepted as well (D28). */
const bucketLength = 30 * 60;

export interface Challenge {
  /** Signature of `ts`. */
  csr: string;
  /** Start of the bucket in Unix seconds. */
  ts: number;
}
const bucketOf = (milliseconds: number): number => Math.floor(milliseconds / 1000 / bucketLength) * bucketLength;
const textOf = (ts: number): string => `challenge:${ts}`;

export function challengeAt(keys: SigningKeys, milliseconds: number): Challenge {
  const ts = bucketOf(milliseconds);
  return { csr: sign(keys, textOf(ts)), ts };
}

const isEqual = (one: string, other: string): boolean => {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
};

/** Whether the headers answer the challenge of this half hour or of the one before, for this very call. */
function isAnswered(keys: SigningKeys, request: Request, milliseconds: number): boolean {
  const sent = (name: string): string => request.get(`x-${name}`) ?? request.get(name) ?? '';
  const [csr, ts, c] = [sent('csr'), sent('ts'), sent('c')];
  const current = bucketOf(milliseconds);
  const bucket = [current, current - bucketLength].find((start) => String(start) === ts);
  if (bucket === undefined || !isSigned(keys, textOf(bucket), csr)) return false;
  const response = createHash('sha256')
    .update(csr + ts + request.method + rawPath(request))
    .digest('hex');
  return isEqual(c, response);
}

/** Lets calls with the check headers pass, with or without `x-` (D28, D54). @throws ProblemError `challenge` else */
export function requireChallenge(keys: SigningKeys, clock: Clock): RequestHandler {
  return (request, _response, next) => {
    if (!isAnswered(keys, request, clock.now())) {
      request.notes.route = `api.challenge___${request.editionPath.edition.locale}`;
      throw new ProblemError('challenge');
    }
    next();
  };
}
