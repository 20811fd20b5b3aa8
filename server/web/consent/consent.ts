import type { Request, RequestHandler, Response } from 'express';
import type { ConsentDomain } from '../../../views/models.js';
import type { Clock } from '../../clock/clock.js';
import { ProblemError } from '../../contract/problem.js';
import type { Env } from '../../env.js';
import { field } from '../http/audience.js';
import { beginCall, ownPath } from '../http/forms.js';
import type { Routes } from '../routes/routes.js';

/** What a visitor has said, by host: accepted or denied. A host they have said nothing about is not asked (D33). */
export type Consents = Readonly<Record<string, 'a' | 'd'>>;

export type ConsentSettings = Pick<Env, 'IMAGE_HOSTS' | 'CONSENT_HOSTS' | 'TRUST_BADGE_URL' | 'TAG_MANAGER_URL'>;

const year = 365 * 24 * 3600 * 1000;
const cookieName = 'consent';
/** The accepted hosts alone, for anyone who only has to look one up. */
const hostsName = 'consentHosts';
const version = 1;
/** Not in any name of a host, and needs no escape in a cookie. */
const separator = '_';

const hostOf = (address: string): string => new URL(address).host;

/** Every host that something may be loaded from. Those of pictures are always accepted: every page shows them. */
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

/** The configured host that must be allowed before something of the address is shown; null = none. */
export function consentHostOf(
  { CONSENT_HOSTS }: Pick<ConsentSettings, 'CONSENT_HOSTS'>,
  address: string,
): string | null {
  const url = URL.parse(address);
  if (!url || !/^https?:$/.test(url.protocol)) return null;
  return CONSENT_HOSTS.find((host) => url.host === host || url.host.endsWith(`.${host}`)) ?? null;
}

/** What the visitor's cookie says; nothing where it is missing, of another version or not ours. */
export function consentsOf(request: Request): Consents {
  const cookie: unknown = request.cookies?.[cookieName];
  // Most visitors have none, and an error that is thrown and caught costs more than all else here.
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

/** Whether the visitor has accepted the host, by the second cookie. */
export function hasAccepted(request: Request, host: string): boolean {
  const hosts: unknown = request.cookies?.[hostsName];
  return typeof hosts === 'string' && hosts.split(separator).includes(host);
}

/** Writes both cookies again, for a year (D33); scripts read them. @param now milliseconds since 1970 */
export function keepConsents(
  request: Request,
  response: Response,
  domains: readonly ConsentDomain[],
  now: number,
): void {
  const options = { path: '/', sameSite: 'lax', secure: request.secure, maxAge: year } as const;
  const states = Object.fromEntries(domains.map(({ host, isAccepted }) => [host, isAccepted ? 'a' : 'd']));
  const t = Math.floor(now / 1000);
  response.cookie(cookieName, JSON.stringify({ v: version, t, domains: states }), options);
  const accepted = domains.filter(({ isAccepted }) => isAccepted).map(({ host }) => host);
  response.cookie(hostsName, accepted.join(separator), options);
}

/**
 * `POST /consent`: `choice` accepts or rejects all hosts, or the one named in `host`, or saves what each field
 * `state.{host}` says; then back to where the form was (D33, D42). Hosts that are not configured are ignored.
 *
 * @throws ProblemError `invalid` for another choice; nothing is written then.
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
      const said = choice === 'save' ? field(request.body, `state.${host}`) : choice === 'accept' ? 'a' : 'd';
      return { ...domain, isAccepted: said === undefined ? isAccepted : said === 'a' };
    });
    keepConsents(request, response, domains, clock.now());
    response.setHeader('Cache-Control', 'private, no-store');
    response.redirect(303, ownPath(field(request.body, 'returnTo')) ?? `${prefix}/`);
  };
}
