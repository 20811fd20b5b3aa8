import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';

/** An external OpenID provider. */
export interface TestProvider {
  issuer: string;
  /** The user whom its login page logs in next. */
  user: string;
  /** Claims `roles` and `email_verified` of its tokens. */
  roles: readonly string[];
  isVerified: boolean;
  stop(): void;
}

/** @param returnAddresses redirect addresses of the shop, once its port is known */
export async function startProvider(
  secret: string,
  returnAddresses: (address: string) => boolean,
): Promise<TestProvider> {
  const server: Server = createServer((request, response) => handle(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const key = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' });
  const provider = new Provider(issuer, {
    jwks: { keys: [{ ...key, use: 'sig', alg: 'RS256' }] },
    cookies: { keys: [randomBytes(16).toString('hex')] },
    clients: [{ client_id: 'the-shop', client_secret: secret, redirect_uris: ['http://127.0.0.1/x'] }],
    features: { devInteractions: { enabled: false } },
    claims: { openid: ['sub', 'email', 'email_verified', 'roles'] },
    conformIdTokenClaims: false,
    // Set, because the library warns about defaults.
    ttl: { AccessToken: 60, AuthorizationCode: 60, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
    findAccount: (_, accountId) => ({
      accountId,
      claims: () => ({
        sub: accountId,
        email: `${accountId}@canary.example`,
        email_verified: outside.isVerified,
        roles: outside.roles,
      }),
    }),
    interactions: { url: (_, { uid }) => `/who/${uid}` },
    async loadExistingGrant({ oidc }) {
      const grant = new oidc.provider.Grant({ clientId: 'the-shop', accountId: oidc.session?.accountId });
      grant.addOIDCScope('openid');
      await grant.save();
      return grant;
    },
  });
  provider.Client.prototype.redirectUriAllowed = returnAddresses;
  const callback = provider.callback();
  const outside: TestProvider = {
    issuer,
    user: 'ada',
    roles: [],
    isVerified: false,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
  const handle: Parameters<typeof createServer>[1] & object = (request, response) => {
    if (!request.url?.startsWith('/who/')) return void callback(request, response);
    void provider.interactionFinished(request, response, { login: { accountId: outside.user } });
  };
  return outside;
}
