import type * as Oidc from 'openid-client';
import { ProblemError } from '../../contract/problem.js';

/** Secrets of a login until the provider redirects back; the verifier is that of PKCE. */
export interface LoginSecrets {
  state: string;
  nonce: string;
  verifier: string;
}
export interface Beginning {
  /** An absolute address that the provider knows, to which it redirects. */
  returnAddress: string;
  locale: string;
  /** Asks for the password even if the provider still has a session. */
  isFresh: boolean;
}

/** Login by OpenID Connect: authorization code with PKCE, state and nonce (RFC 9700). */
export interface OidcLogin {
  /** @returns the address to redirect to. @throws ProblemError `unavailable` when the provider cannot be reached */
  begin(beginning: Beginning): Promise<{ address: URL; secrets: LoginSecrets }>;
  /**
   * @param callbackUrl the return address with the query of the provider.
   * @returns the claims of the ID token
   * @throws LoginRefused for a refusal or a response to another login; ProblemError `unavailable`.
   */
  finish(callbackUrl: URL, secrets: LoginSecrets): Promise<Oidc.IDToken>;
}

/** Thrown when the provider's response is no login. `reason` is a code and quotes nothing of the response. */
export class LoginRefused extends Error {
  constructor(readonly reason: string) {
    super(reason);
    this.name = 'LoginRefused';
  }
}

/** The library with the configuration of a provider. */
export interface OidcClient {
  oidc: typeof Oidc;
  config: Oidc.Configuration;
}
/** Seconds until a call to the provider times out. */
const timeoutSeconds = 5;

/** Returns a function that makes a promise once, and again after a failure. */
export function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | null = null;
  return () => {
    made ??= make().catch((error) => {
      made = null;
      throw error;
    });
    return made;
  };
}

/** Reads the configuration of an external provider from its issuer's address. */
export async function configuredProvider(given: {
  issuer: string;
  clientId: string;
  clientSecret: string | undefined;
}): Promise<OidcClient> {
  const oidc = await import('openid-client');
  // RFC 6749, 2.3.1: every provider supports this method.
  const authentication = given.clientSecret ? oidc.ClientSecretBasic(given.clientSecret) : oidc.None();
  const isPlain = given.issuer.startsWith('http:');
  const config = await oidc.discovery(new URL(given.issuer), given.clientId, undefined, authentication, {
    timeout: timeoutSeconds,
    // By default the library trusts TLS instead of checking the signature of an ID token.
    execute: [oidc.enableNonRepudiationChecks, ...(isPlain ? [oidc.allowInsecureRequests] : [])],
  });
  return { oidc, config };
}

/** Returns the error code of the library or the protocol. */
function reasonOf(error: unknown): string {
  const { code, error: word } = (error ?? {}) as { code?: unknown; error?: unknown };
  const given = [word, code].find((value) => typeof value === 'string' && /^\w{1,60}$/.test(value));
  return typeof given === 'string' ? given : 'refused';
}
/** Whether the provider could not be reached, as opposed to an invalid response. */
const isUnreachable = (error: unknown): boolean =>
  error instanceof TypeError || ['OAUTH_TIMEOUT', 'OAUTH_ABORT'].includes(reasonOf(error));

const unavailable = (cause: unknown): Error =>
  Object.assign(new ProblemError('unavailable', 'login provider'), { cause });

/**
 * @param connect loads the library at the first login, so that programs without logins save its time and memory
 * @param scope scopes besides `openid`
 */
export function createOidcLogin(connect: () => Promise<OidcClient>, scope = 'openid'): OidcLogin {
  const client = once(connect);
  const reach = (): Promise<OidcClient> =>
    client().catch((error) => {
      throw unavailable(error);
    });
  return {
    async begin({ returnAddress, locale, isFresh }) {
      const { oidc, config } = await reach();
      const secrets = {
        state: oidc.randomState(),
        nonce: oidc.randomNonce(),
        verifier: oidc.randomPKCECodeVerifier(),
      };
      const address = oidc.buildAuthorizationUrl(config, {
        redirect_uri: returnAddress,
        scope,
        state: secrets.state,
        nonce: secrets.nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(secrets.verifier),
        code_challenge_method: 'S256',
        ui_locales: locale,
        ...(isFresh && { prompt: 'login' }),
      });
      return { address, secrets };
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
        return claims;
      } catch (error) {
        if (error instanceof LoginRefused) throw error;
        if (isUnreachable(error)) throw unavailable(error);
        throw new LoginRefused(reasonOf(error));
      }
    },
  };
}
