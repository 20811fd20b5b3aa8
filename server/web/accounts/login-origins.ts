import { isIP } from 'node:net';
import type { Env } from '../../env.js';
import { isLoopback } from '../../env-values.js';

type Origins = Pick<Env, 'PUBLIC_ORIGIN' | 'EDITION_HOSTS'>;

/** Origins of the shop that the operator has configured, that of all editions first; empty on a trial. */
export function namedOrigins({ PUBLIC_ORIGIN, EDITION_HOSTS }: Origins): string[] {
  const scheme = PUBLIC_ORIGIN?.startsWith('http:') ? 'http' : 'https';
  const ofEditions = [...EDITION_HOSTS.keys()].map((host) => `${scheme}://${host}`);
  return PUBLIC_ORIGIN === undefined ? ofEditions : [PUBLIC_ORIGIN, ...ofEditions];
}

/**
 * Origins to which a login may redirect: the configured ones. Without any, the request's own if it is an IP address or
 * localhost. Any other name could be a forged Host header.
 */
export function returnOrigins(env: Origins, { protocol, host }: { protocol: string; host?: string }): string[] {
  const named = namedOrigins(env);
  if (named.length > 0) return named;
  const name = URL.parse(`http://${host}`)?.hostname ?? '';
  const isOwn = isLoopback(name) || isIP(name.replace(/^\[(.*)\]$/, '$1')) !== 0;
  return isOwn ? [`${protocol}://${host}`] : [];
}
