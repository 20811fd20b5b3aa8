import type { Logger } from 'pino';
import type { Clock } from '../../clock/clock.js';
import type { Env } from '../../env.js';
import type { DemoProvider } from './demo-provider.js';
import {
  type Beginning,
  configuredProvider,
  createOidcLogin,
  type LoginSecrets,
  type OidcClient,
  once,
} from './oidc-login.js';

/** A user as the provider names them; the shop keeps no more of its response (D29). */
export interface Identity {
  issuer: string;
  subject: string;
}

export interface Accounts {
  /** @returns the address to redirect to. @throws ProblemError `unavailable` when the provider cannot be reached */
  begin(beginning: Beginning): Promise<{ address: string; secrets: LoginSecrets }>;
  /**
   * @param callbackUrl the return address with the query of the provider.
   * @throws LoginRefused for a refusal or a response to another login; ProblemError `unavailable`.
   */
  finish(callbackUrl: URL, secrets: LoginSecrets): Promise<Identity>;
  /** Starts the embedded provider once; null if the operator has configured another one. */
  demo: (() => Promise<DemoProvider>) | null;
}

async function embedded(start: () => Promise<DemoProvider>): Promise<OidcClient> {
  const [oidc, { metadata, clientId, clientSecret }] = await Promise.all([import('openid-client'), start()]);
  const config = new oidc.Configuration(metadata, clientId, undefined, oidc.ClientSecretBasic(clientSecret));
  oidc.allowInsecureRequests(config);
  return { oidc, config };
}

/** Creates logins by the configured provider, or else by the embedded one. */
export function createAccounts(env: Env, log: Logger, clock: Clock): Accounts {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId = '', OIDC_CLIENT_SECRET: clientSecret } = env;
  const demo = issuer
    ? null
    : once(async () => (await import('./demo-provider.js')).startDemoProvider(env, log, clock));
  const login = createOidcLogin(() =>
    demo ? embedded(demo) : configuredProvider({ issuer: issuer ?? '', clientId, clientSecret }),
  );
  return {
    demo,
    async begin(beginning) {
      const { address, secrets } = await login.begin(beginning);
      // A relative address keeps the embedded provider on the host of the request.
      return { address: demo ? address.pathname + address.search : address.href, secrets };
    },
    async finish(callbackUrl, secrets) {
      const { iss, sub } = await login.finish(callbackUrl, secrets);
      return { issuer: iss, subject: sub };
    },
  };
}
