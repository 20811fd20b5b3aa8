import { createHash } from 'node:crypto';
import type { Request, Response } from 'express';
import { z } from 'zod';
import { type ConsoleRole, consoleRoles } from '../../contract/console.js';
import { ProblemError } from '../../contract/problem.js';
import type { Env } from '../../env.js';
import type { ConsoleRolePairs } from '../../env-lists.js';
import { configuredProvider, createOidcLogin, LoginRefused, type OidcLogin } from '../accounts/oidc-login.js';
import { hostCookie, readHostCookie } from '../http/host-cookie.js';

const cookieName = 'operatorLogin';
/** Milliseconds until an unfinished login expires. */
const lifetimeMs = 15 * 60_000;
/** Length of the digest that names an operator in the audit trail, and of the longest name. */
const nameLength = 10;
const longestName = 254;
/** The path to which the provider redirects: the same in all languages, so that operators register one address. */
const returnPath = '/login/return';

const memory = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  /** Edition in which the login began. */
  locale: z.string().regex(/^[a-z]{2}-[A-Z]{2}$/),
});

/** `lax`, since the redirect of the provider comes from another site. */
const cookie = (request: Request) => ({ path: '/', httpOnly: true, sameSite: 'lax', secure: request.secure }) as const;

/** A person with a role at the console, as the provider names them. */
export interface LoggedInOperator {
  /** Name in the audit trail: the verified e-mail address, or a pseudonym. It is never logged. */
  readonly by: string;
  readonly roles: ConsoleRole[];
  readonly locale: string;
}

/** Login of operators by an OpenID provider (P161). */
export interface ConsoleLogin {
  /** @returns the address of the provider's login page. @throws ProblemError `unavailable` */
  begin(request: Request, response: Response): Promise<string>;
  /**
   * Ends a login that began in this browser; each login ends once.
   * @throws LoginRefused with the reason `role` for a person without a role, and as `OidcLogin.finish`
   */
  finish(request: Request, response: Response): Promise<LoggedInOperator>;
}

type Claims = Readonly<Record<string, unknown>>;

/** Returns the values of a claim: `roles`, or `realm_access.roles` for one within another; a text or a list of texts. */
function valuesOf(claims: Claims, claim: string): unknown[] {
  const within = claim.split('.').reduce<unknown>((value, name) => {
    const isObject = typeof value === 'object' && value !== null && Object.hasOwn(value, name);
    return isObject ? (value as Record<string, unknown>)[name] : undefined;
  }, claims);
  // The name of a claim may be a URL, which has dots.
  const value = Object.hasOwn(claims, claim) ? claims[claim] : within;
  return [value].flat();
}

/** Returns the e-mail address in lower case; null unless the provider has verified it: anybody may claim others. */
const addressOfPerson = ({ email, email_verified: isVerified }: Claims): string | null =>
  typeof email === 'string' && isVerified === true ? email.toLowerCase() : null;

/** Returns the roles of a person by a claim and by the verified e-mail address. */
export function rolesOf(claims: Claims, claim: string, pairs: ConsoleRolePairs): ConsoleRole[] {
  const [values, address] = [valuesOf(claims, claim), addressOfPerson(claims)];
  const own = pairs.filter(({ value }) => values.includes(value) || value.toLowerCase() === address);
  return consoleRoles.filter((role) => own.some((pair) => pair.role === role));
}

const pseudonymOf = (issuer: string, subject: string): string =>
  createHash('sha256').update(`${issuer} ${subject}`).digest('base64url').slice(0, nameLength);

const addressOf = (request: Request): URL => new URL(`${request.protocol}://${request.host}${returnPath}`);

/** Returns null if the operator has configured no provider. */
export function createConsoleLogin(env: Env, login: OidcLogin | null = loginOf(env)): ConsoleLogin | null {
  const { CONSOLE_OIDC_CLAIM: claim, CONSOLE_OIDC_ROLE: pairs } = env;
  if (!login || pairs === undefined) return null;
  return {
    async begin(request, response) {
      const { locale } = request.editionPath.edition;
      const returnAddress = addressOf(request).href;
      const { address, secrets } = await login.begin({ returnAddress, locale, isFresh: false });
      const kept = Buffer.from(JSON.stringify({ ...secrets, locale })).toString('base64url');
      response.cookie(hostCookie(request, cookieName), kept, { ...cookie(request), maxAge: lifetimeMs });
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
      const roles = rolesOf(claims, claim, pairs);
      if (roles.length === 0) throw new LoginRefused('role');
      const by = addressOfPerson(claims)?.slice(0, longestName) ?? pseudonymOf(claims.iss, claims.sub);
      return { by, roles, locale: begun.locale };
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

/** The fault that the sign-in page shows for a failed login; null for errors of other kinds. */
export function loginFault(error: unknown): 'role' | 'login' | 'provider' | null {
  if (error instanceof LoginRefused) return error.reason === 'role' ? 'role' : 'login';
  return error instanceof ProblemError && error.code === 'unavailable' ? 'provider' : null;
}
