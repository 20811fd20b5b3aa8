import type { Logger } from 'pino';
import type { Env } from '../../env.js';
import { events } from '../http/log-events.js';

/** Warns once that all users share the embedded provider's account if the catalogue is a real one (D29). */
export function warnOfDemoAccount({ OIDC_ISSUER }: Env, log: Logger): (isDemonstration: boolean) => void {
  let hasWarned = OIDC_ISSUER !== undefined;
  return (isDemonstration) => {
    if (hasWarned || isDemonstration) return;
    hasWarned = true;
    log.warn({ advice: 'name a provider in OIDC_ISSUER' }, events.demoAccountServed);
  };
}
