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

/** Somebody as the provider names them; nothing else of its response is kept (D29). */
export interface Identity {
  issuer: string;
  subject: string;
}

export interface Accounts {
  /** @returns where the browser is to go. @throws ProblemError `unavailable` when the provider cannot be reached */
  begin(beginning: Beginning): Promise<{ address: string; secrets: LoginSecrets }>;
  /**
   * @param callbackUrl the return address with the query that came back.
   * @throws LoginRefused when the response is not one to this beginning, or a refusal; ProblemError `unavailable`.
   */
  finish(callbackUrl: URL, secrets: LoginSecrets): Promise<Identity>;
  /** The embedded provider, started by the first call; null where another one is configured. */
  demo: (() => Promise<DemoProvider>) | null;
}

async function embedded(start: () => Promise<DemoProvider>): Promise<OidcClient> {
  const [oidc, { metadata, clientId, clientSecret }] = await Promise.all([import('openid-client'), start()]);
  const config = new oidc.Configuration(metadata, clientId, undefined, oidc.ClientSecretBasic(clientSecret));
  oidc.allowInsecureRequests(config);
  return { oidc, config };
}

/** Logins by the provider of the environment, or else by the embedded one. */
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
      // The embedded provider is reached on whatever host the shop is.
      return { address: demo ? address.pathname + address.search : address.href, secrets };
    },
    async finish(callbackUrl, secrets) {
      const { iss, sub } = await login.finish(callbackUrl, secrets);
      return { issuer: iss, subject: sub };
    },
  };
}
