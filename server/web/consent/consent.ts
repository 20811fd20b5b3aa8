import type { Request, RequestHandler, Response } from 'express';
import type { ConsentDomain } from '../../../views/models.js';
import type { Clock } from '../../clock/clock.js';
import { ProblemError } from '../../contract/problem.js';
import type { Env } from '../../env.js';
import { field } from '../http/audience.js';
import { beginCall, ownPath } from '../http/forms.js';
import type { Routes } from '../routes/routes.js';

/** A visitor's choices by host: accepted or denied. Hosts without a choice are blocked (D33). */
export type Consents = Readonly<Record<string, 'a' | 'd'>>;

export type ConsentSettings = Pick<Env, 'IMAGE_HOSTS' | 'CONSENT_HOSTS' | 'TRUST_BADGE_URL' | 'TAG_MANAGER_URL'>;

const yearMs = 365 * 24 * 3600 * 1000;
const cookieName = 'consent';
/** Cookie of the accepted hosts alone, for scripts that look one up. */
const hostsName = 'consentHosts';
const version = 1;
/** Occurs in no host name, and needs no escape in a cookie. */
const separator = '_';

const hostOf = (address: string): string => new URL(address).host;

/** Returns all external hosts. Hosts of pictures are always accepted, because every page shows pictures. */
export function consentDomains(env: ConsentSettings, consents: Consents): ConsentDomain[] {
  const pictures = env.IMAGE_HOSTS.map((host) => host.replace(/^https:\/\//, ''));
  const named = [
    ...pictures.map((host) => [host, 'pictures'] as const),
    ...env.CONSENT_HOSTS.map((host) => [host, 'embeds'] as const),
    ...(env.TRUST_BADGE_URL ? [[hostOf(env.TRUST_BADGE_URL), 'badge'] as const] : []),
    ...(env.TAG_MANAGER_URL ? [[hostOf(env.TAG_MANAGER_URL), 'tags'] as const] : []),
  ];
  const domains = new Map<string, ConsentDomain>();
  for (const [host, purpose] of named) {
    const isAccepted = purpose === 'pictures' || consents[host] === 'a';
    if (!domains.has(host)) domains.set(host, { host, purpose, isAccepted });
  }
  return [...domains.values()];
}

/** Returns the configured host whose consent an address needs; null for none. */
export function consentHostOf(
  { CONSENT_HOSTS }: Pick<ConsentSettings, 'CONSENT_HOSTS'>,
  address: string,
): string | null {
  const url = URL.parse(address);
  if (!url || !/^https?:$/.test(url.protocol)) return null;
  return CONSENT_HOSTS.find((host) => url.host === host || url.host.endsWith(`.${host}`)) ?? null;
}

/** Returns the choices in the visitor's cookie; none if it is missing or of another version. */
export function consentsOf(request: Request): Consents {
  const cookie: unknown = request.cookies?.[cookieName];
  // Most visitors have no cookie, and a thrown error would cost more than the rest.
  if (cookie === undefined) return {};
  try {
    const { v, domains } = JSON.parse(String(cookie));
    if (v !== version) return {};
    const entries = Object.entries(domains as object).filter(([, state]) => state === 'a' || state === 'd');
    return Object.fromEntries(entries.slice(0, 100)) as Consents;
  } catch {
    return {};
  }
}

/** Returns whether the visitor accepted the host. */
export function hasAccepted(request: Request, host: string): boolean {
  const hosts: unknown = request.cookies?.[hostsName];
  return typeof hosts === 'string' && hosts.split(separator).includes(host);
}

/** Writes both cookies for a year (D33). @param now milliseconds since 1970 */
export function keepConsents(
  request: Request,
  response: Response,
  domains: readonly ConsentDomain[],
  now: number,
): void {
  const options = { path: '/', sameSite: 'lax', secure: request.secure, maxAge: yearMs } as const;
  const states = Object.fromEntries(domains.map(({ host, isAccepted }) => [host, isAccepted ? 'a' : 'd']));
  const t = Math.floor(now / 1000);
  response.cookie(cookieName, JSON.stringify({ v: version, t, domains: states }), options);
  const accepted = domains.filter(({ isAccepted }) => isAccepted).map(({ host }) => host);
  response.cookie(hostsName, accepted.join(separator), options);
}

/**
 * Answers `POST /consent` and redirects back (D33, D42). `choice` accepts or rejects all hosts or the one in `host`, or
 * saves the fields `state.{host}`. Unknown hosts are ignored.
 *
 * @throws ProblemError `invalid` for another choice
 */
export function chooseConsent(env: ConsentSettings, routes: Routes, clock: Clock): RequestHandler {
  return (request, response) => {
    const choice = field(request.body, 'choice');
    const only = field(request.body, 'host');
    const { prefix } = beginCall(routes, request, 'consent');
    if (choice !== 'accept' && choice !== 'reject' && choice !== 'save') throw new ProblemError('invalid', 'choice');
    const domains = consentDomains(env, consentsOf(request)).map((domain) => {
      const { host, purpose, isAccepted } = domain;
      if (purpose === 'pictures' || (only !== undefined && only !== host)) return domain;
      const chosen = choice === 'save' ? field(request.body, `state.${host}`) : choice === 'accept' ? 'a' : 'd';
      return { ...domain, isAccepted: chosen === undefined ? isAccepted : chosen === 'a' };
    });
    keepConsents(request, response, domains, clock.now());
    response.setHeader('Cache-Control', 'private, no-store');
    response.redirect(303, ownPath(field(request.body, 'returnTo')) ?? `${prefix}/`);
  };
}
