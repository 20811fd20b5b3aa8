import { isIP } from 'node:net';
import type { Env } from '../../env.js';
import { isLoopback } from '../../env-values.js';

/** Origins of the shop that the operator has named, that of all editions first; none where it is tried out. */
export function namedOrigins({ PUBLIC_ORIGIN, EDITION_HOSTS }: Pick<Env, 'PUBLIC_ORIGIN' | 'EDITION_HOSTS'>): string[] {
  const scheme = PUBLIC_ORIGIN?.startsWith('http:') ? 'http' : 'https';
  const ofEditions = [...EDITION_HOSTS.keys()].map((host) => `${scheme}://${host}`);
  return PUBLIC_ORIGIN === undefined ? ofEditions : [PUBLIC_ORIGIN, ...ofEditions];
}

/**
 * Whether a shop that names no origin may be tried out under a host: by an address or as `localhost`. Under any other
 * name it would believe whatever a request says.
 * @param host as a request has it, with or without a port
 */
export function isOwnMachine(host: string | undefined): boolean {
  const name = URL.parse(`http://${host}`)?.hostname ?? '';
  return isLoopback(name) || isIP(name.replace(/^\[(.*)\]$/, '$1')) !== 0;
}
