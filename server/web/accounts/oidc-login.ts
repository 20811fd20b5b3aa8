import type * as Oidc from 'openid-client';
import { ProblemError } from '../../contract/problem.js';

/** Secrets that a login keeps until the provider redirects back; the verifier is that of PKCE. */
export interface LoginSecrets {
  state: string;
  nonce: string;
  verifier: string;
}
export interface Beginning {
  /** Where the response is to come back to: an absolute address that the provider knows. */
  returnAddress: string;
  locale: string;
  /** Asks for the password even where the provider still knows the browser. */
  isFresh: boolean;
}

/** Logging in with OpenID Connect: authorization code with PKCE, state and nonce (RFC 9700). */
export interface OidcLogin {
  /** @returns where the browser is to go. @throws ProblemError `unavailable` when the provider cannot be reached */
  begin(beginning: Beginning): Promise<{ address: URL; secrets: LoginSecrets }>;
  /**
   * @param callbackUrl the return address with the query that came back.
   * @returns what the ID token says
   * @throws LoginRefused when the response is not one to this beginning, or a refusal; ProblemError `unavailable`.
   */
  finish(callbackUrl: URL, secrets: LoginSecrets): Promise<Oidc.IDToken>;
}

/** Thrown when the provider's response logs nobody in; `reason` is a code and holds nothing of that response. */
export class LoginRefused extends Error {
  constructor(readonly reason: string) {
    super(reason);
    this.name = 'LoginRefused';
  }
}

/** The library with a provider that it knows. */
export interface OidcClient {
  oidc: typeof Oidc;
  config: Oidc.Configuration;
}
/** Seconds that the provider gets for one response. */
const timeout = 5;

/** A promise that is created once and retried after a failure. */
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

/** A provider of somebody else, as it describes itself at its issuer's address. */
export async function configuredProvider(given: {
  issuer: string;
  clientId: string;
  clientSecret: string | undefined;
}): Promise<OidcClient> {
  const oidc = await import('openid-client');
  // RFC 6749, 2.3.1: every provider has to take this one.
  const authentication = given.clientSecret ? oidc.ClientSecretBasic(given.clientSecret) : oidc.None();
  const isPlain = given.issuer.startsWith('http:');
  const config = await oidc.discovery(new URL(given.issuer), given.clientId, undefined, authentication, {
    timeout,
    // The library leaves the signature of an ID token to TLS unless it is asked to look at it.
    execute: [oidc.enableNonRepudiationChecks, ...(isPlain ? [oidc.allowInsecureRequests] : [])],
  });
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

const unavailable = (cause: unknown): Error =>
  Object.assign(new ProblemError('unavailable', 'login provider'), { cause });

/**
 * @param connect finds the provider; called by the first login, since a program where nobody logs in pays neither time
 * nor memory for the library
 * @param scope what is asked for besides who it is
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
