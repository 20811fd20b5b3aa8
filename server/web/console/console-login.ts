import { createHash } from 'node:crypto';
import type { Request, Response } from 'express';
import { z } from 'zod';
import { ProblemError } from '../../contract/problem.js';
import type { Env } from '../../env.js';
import { configuredProvider, createOidcLogin, LoginRefused, type OidcLogin } from '../accounts/oidc-login.js';
import { hostCookie, readHostCookie } from '../http/host-cookie.js';

const cookieName = 'operatorLogin';
/** Milliseconds that somebody has for the provider's pages. */
const lifetime = 15 * 60_000;
/** Characters of the digest by which the trail names who has logged in. */
const nameLength = 10;
/**
 * Where the provider sends the browser back to; the same in all languages, so that one address has to be registered.
 */
const returnPath = '/login/return';

const memory = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  /** Edition in which the login began. */
  locale: z.string().regex(/^[a-z]{2}-[A-Z]{2}$/),
});

/** Comes back with the provider's redirect, which is another site's. */
const cookie = (request: Request) => ({ path: '/', httpOnly: true, sameSite: 'lax', secure: request.secure }) as const;

/** Who has come back from the provider with the role that the console wants. */
export interface LoggedInOperator {
  /** Tells one person from another in the trail, and says nothing else. */
  readonly name: string;
  readonly locale: string;
}

/** The way into the console by a provider of logins (P161). */
export interface ConsoleLogin {
  /** @returns where the browser is to go. @throws ProblemError `unavailable` */
  begin(request: Request, response: Response): Promise<string>;
  /**
   * The person that the provider has sent back, once for each login that was begun in this browser.
   * @throws LoginRefused with the reason `role` for who lacks it, and as `OidcLogin.finish`
   */
  finish(request: Request, response: Response): Promise<LoggedInOperator>;
}

/** Whether a claim has a role: `roles`, or `realm_access.roles` for one within another; a text or a list of texts. */
export function hasRole(claims: Readonly<Record<string, unknown>>, claim: string, role: string): boolean {
  const within = claim.split('.').reduce<unknown>((value, name) => {
    const isObject = typeof value === 'object' && value !== null && Object.hasOwn(value, name);
    return isObject ? (value as Record<string, unknown>)[name] : undefined;
  }, claims);
  // A claim may have dots in its own name, as an address has.
  const value = Object.hasOwn(claims, claim) ? claims[claim] : within;
  return Array.isArray(value) ? value.includes(role) : value === role;
}

const nameOf = (issuer: string, subject: string): string =>
  createHash('sha256').update(`${issuer} ${subject}`).digest('base64url').slice(0, nameLength);

const addressOf = (request: Request): URL => new URL(`${request.protocol}://${request.host}${returnPath}`);

/** Null where the operator has named no provider. */
export function createConsoleLogin(env: Env, login: OidcLogin | null = loginOf(env)): ConsoleLogin | null {
  const { CONSOLE_OIDC_CLAIM: claim, CONSOLE_OIDC_ROLE: role } = env;
  if (!login || role === undefined) return null;
  return {
    async begin(request, response) {
      const { locale } = request.editionPath.edition;
      const returnAddress = addressOf(request).href;
      const { address, secrets } = await login.begin({ returnAddress, locale, isFresh: false });
      const kept = Buffer.from(JSON.stringify({ ...secrets, locale })).toString('base64url');
      response.cookie(hostCookie(request, cookieName), kept, { ...cookie(request), maxAge: lifetime });
      return address.href;
    },
    async finish(request, response) {
      const sent = String(readHostCookie(request, cookieName));
      response.clearCookie(hostCookie(request, cookieName), cookie(request));
      const begun = readMemory(sent);
      if (!begun) throw new LoginRefused('no_login_under_way');
      const at = request.originalUrl.indexOf('?');
      const reply = addressOf(request);
      reply.search = at < 0 ? '' : request.originalUrl.slice(at);
      const claims = await login.finish(reply, begun);
      if (!hasRole(claims, claim, role)) throw new LoginRefused('role');
      return { name: nameOf(claims.iss, claims.sub), locale: begun.locale };
    },
  };
}

function loginOf(env: Env): OidcLogin | null {
  const { CONSOLE_OIDC_ISSUER: issuer, CONSOLE_OIDC_CLIENT_ID: clientId = '' } = env;
  if (issuer === undefined) return null;
  const provider = { issuer, clientId, clientSecret: env.CONSOLE_OIDC_CLIENT_SECRET };
  return createOidcLogin(() => configuredProvider(provider), env.CONSOLE_OIDC_SCOPE);
}

function readMemory(sent: string): z.output<typeof memory> | null {
  try {
    return memory.parse(JSON.parse(Buffer.from(sent, 'base64url').toString()));
  } catch {
    return null;
  }
}

/** What the way in says about a login that came to nothing; null for an error that is none. */
export function loginFault(error: unknown): 'role' | 'login' | 'provider' | null {
  if (error instanceof LoginRefused) return error.reason === 'role' ? 'role' : 'login';
  return error instanceof ProblemError && error.code === 'unavailable' ? 'provider' : null;
}
