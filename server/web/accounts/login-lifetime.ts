import type { Request, Response } from 'express';
import type { Clock } from '../../clock/clock.js';
import { hostCookie, hostCookieOptions, readHostCookie } from '../http/host-cookie.js';
import { isSigned, type SigningKeys, sign } from '../http/signing-keys.js';

const name = 'loginSeen';
/** A login ends half an hour after its last use, and half a day after it began (D87). */
const ends = { idleMs: 30 * 60_000, absoluteMs: 12 * 3_600_000 };
/** Milliseconds between two renewals of the cookie. */
const glanceMs = 60_000;

/** Expiry of logins; carts and sessions have their own. */
export interface LoginLifetime {
  /** Begins a login for a session that has just been bound to a user. */
  begin(request: Request, response: Response, sid: string): void;
  /** Whether the login of a session still lasts. Renews it. */
  isAlive(request: Request, response: Response, sid: string): boolean;
  end(request: Request, response: Response): void;
}

/** Keeps the times of a login in a signed cookie of its session, so that reads write nothing to the store. */
export function createLoginLifetime(keys: SigningKeys, clock: Clock): LoginLifetime {
  const textOf = (sid: string, times: string): string => `login:${sid}:${times}`;
  const write = (request: Request, response: Response, sid: string, begun: number): void => {
    const times = `${begun}.${clock.now()}`;
    const value = `${times}.${sign(keys, textOf(sid, times))}`;
    response.cookie(hostCookie(request, name), value, { ...hostCookieOptions(request), maxAge: ends.absoluteMs });
  };
  return {
    begin: (request, response, sid) => write(request, response, sid, clock.now()),
    isAlive(request, response, sid) {
      const [, begun = '', seen = '', signature = ''] =
        /^(\d{1,16})\.(\d{1,16})\.([\w-]{43})$/.exec(String(readHostCookie(request, name))) ?? [];
      if (!isSigned(keys, textOf(sid, `${begun}.${seen}`), signature)) return false;
      const at = clock.now();
      if (at - Number(seen) > ends.idleMs || at - Number(begun) > ends.absoluteMs) return false;
      if (at - Number(seen) > glanceMs) write(request, response, sid, Number(begun));
      return true;
    },
    end: (request, response) => void response.clearCookie(hostCookie(request, name), hostCookieOptions(request)),
  };
}
