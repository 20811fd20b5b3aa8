import type { Env, Environment } from '../../env.js';
import { isLoopback } from '../../env-values.js';

export type EnvironmentSettings = Pick<Env, 'ENVIRONMENT' | 'PUBLIC_ORIGIN' | 'EDITION_HOSTS'>;

const withoutPort = (host: string): string => host.replace(/:\d+$/, '');

/** Returns the environment of a request (D75), as the operator names it or as the host implies it. */
export function environmentOf(env: EnvironmentSettings, host: string | undefined): Environment {
  if (env.ENVIRONMENT) return env.ENVIRONMENT;
  const name = withoutPort((host ?? '').toLowerCase());
  if (/^(www\.)?staging\./.test(name)) return 'staging';
  const own = [...env.EDITION_HOSTS.keys(), ...(env.PUBLIC_ORIGIN ? [new URL(env.PUBLIC_ORIGIN).host] : [])];
  if (own.some((one) => withoutPort(one) === name)) return 'live';
  if (isLoopback(name)) return 'local';
  return name.startsWith('www.') || /^[a-z0-9-]+\.[a-z]{2,}$/.test(name) ? 'live' : 'remote';
}
