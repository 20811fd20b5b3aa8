import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { LRUCache } from 'lru-cache';
import type { Adapter, AdapterPayload, Provider } from 'oidc-provider';
import type { ServerMetadata } from 'openid-client';
import type { Logger } from 'pino';
import type { Clock } from '../../clock/clock.js';
import { ProblemError } from '../../contract/problem.js';
import type { Env } from '../../env.js';
import { describeError } from '../http/log.js';
import { events } from '../http/log-events.js';
import { returnOrigins } from './login-origins.js';

/** Path prefix of the embedded provider's pages. */
export const demoProviderPath = '/oidc';
const demoAccount = 'demo';
const clientId = 'shop';
/** Minutes in seconds. */
const minuteSeconds = 60;
const lifetimes = {
  AccessToken: minuteSeconds,
  AuthorizationCode: minuteSeconds,
  IdToken: 10 * minuteSeconds,
  Interaction: 30 * minuteSeconds,
  Session: 12 * 60 * minuteSeconds,
  Grant: 12 * 60 * minuteSeconds,
};

/** An OpenID Connect provider for shops that have none: one account without a password, for demonstrations only. */
export interface DemoProvider {
  clientId: string;
  clientSecret: string;
  /** The `authorization_endpoint` is on the shop's own host, the others on a loopback port. */
  metadata: ServerMetadata;
  /** Answers `GET /oidc/auth` and the return from the login page. */
  handle: RequestHandler;
  /** @throws ProblemError `not_found` if the browser has begun no login, or its login has expired */
  requireLogin(request: Request, response: Response): Promise<void>;
  /** Ends the login page. @returns the path to redirect to. @throws as `requireLogin` */
  complete(request: Request, response: Response, isLoggedIn: boolean): Promise<string>;
}

/** Storage of the provider: in memory, since its account is only a demonstration. */
function memory(clock: Clock): (model: string) => Adapter {
  const kept = new LRUCache<string, AdapterPayload>({ max: 5000, perf: { now: () => clock.steady() } });
  return (model) => {
    const key = (id: string): string => `${model}:${id}`;
    const find = async (id: string): Promise<AdapterPayload | undefined> => kept.get(key(id));
    const findBy = async (name: 'uid' | 'userCode', value: string): Promise<AdapterPayload | undefined> =>
      [...kept.values()].find((payload) => payload.kind === model && payload[name] === value);
    return {
      find,
      findByUid: (uid) => findBy('uid', uid),
      findByUserCode: (code) => findBy('userCode', code),
      async upsert(id, payload, expiresIn) {
        kept.set(key(id), { ...payload }, { ttl: (expiresIn ?? lifetimes.Session) * 1000 });
      },
      async consume(id) {
        const payload = kept.get(key(id));
        if (payload) payload.consumed = Math.floor(clock.now() / 1000);
      },
      async destroy(id) {
        kept.delete(key(id));
      },
      async revokeByGrantId(grantId) {
        for (const [id, payload] of kept.entries()) if (payload.grantId === grantId) kept.delete(id);
      },
    };
  };
}

function createProvider(
  Class: typeof Provider,
  issuer: string,
  clientSecret: string,
  log: Logger,
  clock: Clock,
  fail: (request: IncomingMessage) => boolean,
) {
  const key = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' });
  const provider = new Class(issuer, {
    adapter: memory(clock),
    jwks: { keys: [{ ...key, use: 'sig', alg: 'RS256' }] },
    cookies: {
      keys: [randomBytes(32).toString('hex')],
      names: { session: 'demo_session', interaction: 'demo_login', resume: 'demo_resume' },
      long: { httpOnly: true, sameSite: 'lax', signed: true },
      short: { httpOnly: true, sameSite: 'lax', signed: true },
    },
    clients: [{ client_id: clientId, client_secret: clientSecret, redirect_uris: [`${issuer}/back`] }],
    responseTypes: ['code'],
    scopes: ['openid'],
    pkce: { required: () => true },
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      userinfo: { enabled: false },
    },
    ttl: lifetimes,
    clientBasedCORS: () => false,
    findAccount: (_, accountId) => ({ accountId, claims: () => ({ sub: accountId }) }),
    interactions: {
      // The login page is beside the return address, so that it has the visitor's edition.
      url: ({ oidc }, { uid }) => new URL(String(oidc.params?.redirect_uri)).pathname.replace(/[^/]+$/, `Demo/${uid}`),
    },
    async loadExistingGrant({ oidc }) {
      // The shop is no third party, so the user need not consent that it learns their identity.
      const grant = new oidc.provider.Grant({ clientId, accountId: oidc.session?.accountId });
      grant.addOIDCScope('openid');
      await grant.save();
      return grant;
    },
    async renderError(ctx, { error }) {
      if (fail(ctx.req)) ctx.respond = false;
      else ctx.body = { error };
    },
  });
  provider.on('server_error', (_, error) => log.error({ error: describeError(error) }, events.demoProviderFailed));
  return provider;
}

/** Starts the embedded provider: its pages on the shop's own host, its token and key endpoints on a loopback port. */
export async function startDemoProvider(env: Env, log: Logger, clock: Clock): Promise<DemoProvider> {
  // Loaded on first use, because most shops never need these 280 modules.
  const { Provider } = await import('oidc-provider');
  const clientSecret = randomBytes(32).toString('base64url');
  // An identifier, not an address: it must not change with the port, since users belong to an issuer.
  const issuer = `${env.PUBLIC_ORIGIN ?? 'http://localhost'}${demoProviderPath}`;
  const waiting = new WeakMap<IncomingMessage, NextFunction>();
  const provider = createProvider(Provider, issuer, clientSecret, log, clock, (request) => {
    const next = waiting.get(request);
    next?.(new ProblemError('invalid', 'not a login of ours'));
    return next !== undefined;
  });
  provider.proxy = env.TRUST_PROXY > 0;
  // Redirects to the shop only: any other address would make the login an open redirect.
  provider.Client.prototype.redirectUriAllowed = (address: string): boolean => {
    const url = URL.parse(address);
    const { ctx } = Provider;
    return (
      url !== null &&
      returnOrigins(env, ctx ?? { protocol: '' }).includes(url.origin) &&
      /^(\/[a-z]{2}-[A-Z]{2})?\/Einloggen\/zurueck$/.test(url.pathname) &&
      !url.search
    );
  };

  const callback = provider.callback();
  const backChannel = createServer(callback).unref();
  await new Promise<void>((resolve, reject) => {
    backChannel.once('error', reject).listen(0, '127.0.0.1', resolve);
  });
  const inside = `http://127.0.0.1:${(backChannel.address() as AddressInfo).port}`;
  const details = (request: Request, response: Response) =>
    provider.interactionDetails(request, response).catch(() => {
      throw new ProblemError('not_found', 'no login under way');
    });
  return {
    clientId,
    clientSecret,
    metadata: {
      issuer,
      authorization_endpoint: `${issuer}/auth`,
      token_endpoint: `${inside}/token`,
      jwks_uri: `${inside}/jwks`,
      authorization_response_iss_parameter_supported: true,
    },
    handle(request, response, next) {
      waiting.set(request, next);
      callback(request, response).catch(next);
    },
    async requireLogin(request, response) {
      await details(request, response);
    },
    async complete(request, response, isLoggedIn) {
      await details(request, response);
      const result = isLoggedIn
        ? { login: { accountId: demoAccount } }
        : { error: 'access_denied', error_description: 'cancelled' };
      const { pathname, search } = new URL(await provider.interactionResult(request, response, result));
      return pathname + search;
    },
  };
}
