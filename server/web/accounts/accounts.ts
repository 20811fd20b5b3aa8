import type * as Oidc from 'openid-client';
import type { Logger } from 'pino';
import { ProblemError } from '../../contract/problem.js';
import type { Env } from '../../env.js';
import type { DemoProvider } from './demo-provider.js';

/**
 * Secrets that a login remembers until the provider redirects back: OpenID Connect's state and nonce, and PKCE's
 * verifier.
 */
export interface LoginSecrets {
  state: string;
  nonce: string;
  verifier: string;
}
/** Somebody as the provider names them; nothing else of its response is kept (D29). */
export interface Identity {
  issuer: string;
  subject: string;
}
interface Beginning {
  /** Where the response is to come back to: an absolute address that the provider knows. */
  returnAddress: string;
  locale: string;
  /** Asks for the password even where the provider still knows the browser. */
  isFresh: boolean;
}

/** Logging in with OpenID Connect: authorization code with PKCE, state and nonce (RFC 9700). */
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

/** Thrown when the provider's response logs nobody in; `reason` is a code and holds nothing of that response. */
export class LoginRefused extends Error {
  constructor(readonly reason: string) {
    super(reason);
    this.name = 'LoginRefused';
  }
}

interface Client {
  oidc: typeof Oidc;
  config: Oidc.Configuration;
}
/** Seconds that the provider gets for one response. */
const timeoutMs = 5;

/** A promise that is created once and retried after a failure. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | null = null;
  return () => {
    made ??= make().catch((error) => {
      made = null;
      throw error;
    });
    return made;
  };
}

async function configured(env: Env, issuer: string): Promise<Client> {
  const oidc = await import('openid-client');
  const secret = env.OIDC_CLIENT_SECRET;
  // RFC 6749, 2.3.1: every provider has to take this one.
  const authentication = secret ? oidc.ClientSecretBasic(secret) : oidc.None();
  const isPlain = issuer.startsWith('http:');
  const config = await oidc.discovery(new URL(issuer), env.OIDC_CLIENT_ID ?? '', undefined, authentication, {
    timeout: timeoutMs,
    execute: isPlain ? [oidc.allowInsecureRequests] : [],
  });
  return { oidc, config };
}

async function embedded(start: () => Promise<DemoProvider>): Promise<Client> {
  const [oidc, { metadata, clientId, clientSecret }] = await Promise.all([import('openid-client'), start()]);
  const config = new oidc.Configuration(metadata, clientId, undefined, oidc.ClientSecretBasic(clientSecret));
  oidc.allowInsecureRequests(config);
  return { oidc, config };
}

/** Why a response was refused: an error code of the library or of the protocol. */
function reasonOf(error: unknown): string {
  const { code, error: word } = (error ?? {}) as { code?: unknown; error?: unknown };
  const given = [word, code].find((value) => typeof value === 'string' && /^\w{1,60}$/.test(value));
  return typeof given === 'string' ? given : 'refused';
}
/** Errors on the way to the provider, not in its response. */
const isUnreachable = (error: unknown): boolean =>
  error instanceof TypeError || ['OAUTH_TIMEOUT', 'OAUTH_ABORT'].includes(reasonOf(error));

/** The libraries are loaded by the first login: a shop where nobody logs in pays neither time nor memory for them. */
export function createAccounts(env: Env, log: Logger): Accounts {
  const issuer = env.OIDC_ISSUER;
  const demo = issuer ? null : once(async () => (await import('./demo-provider.js')).startDemoProvider({ env, log }));
  const client = once(() => (demo ? embedded(demo) : configured(env, issuer ?? '')));
  const reach = (): Promise<Client> =>
    client().catch((error) => {
      throw Object.assign(new ProblemError('unavailable', 'login provider'), { cause: error });
    });

  return {
    demo,
    async begin({ returnAddress, locale, isFresh }) {
      const { oidc, config } = await reach();
      const secrets = {
        state: oidc.randomState(),
        nonce: oidc.randomNonce(),
        verifier: oidc.randomPKCECodeVerifier(),
      };
      const { href, pathname, search } = oidc.buildAuthorizationUrl(config, {
        redirect_uri: returnAddress,
        scope: 'openid',
        state: secrets.state,
        nonce: secrets.nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(secrets.verifier),
        code_challenge_method: 'S256',
        ui_locales: locale,
        ...(isFresh && { prompt: 'login' }),
      });
      // The embedded provider is reached on whatever host the shop is.
      return { address: demo ? pathname + search : href, secrets };
    },
    async finish(callbackUrl, { state, nonce, verifier }) {
      const { oidc, config } = await reach();
      try {
        const tokens = await oidc.authorizationCodeGrant(config, callbackUrl, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        });
        const claims = tokens.claims();
        if (!claims) throw new LoginRefused('no_claims');
        return { issuer: claims.iss, subject: claims.sub };
      } catch (error) {
        if (error instanceof LoginRefused) throw error;
        if (isUnreachable(error))
          throw Object.assign(new ProblemError('unavailable', 'login provider'), { cause: error });
        throw new LoginRefused(reasonOf(error));
      }
    },
  };
}
