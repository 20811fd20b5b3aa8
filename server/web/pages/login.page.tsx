import type { Request } from 'express';
import type { Logger } from 'pino';
import { type LoginModel, LoginView } from '../../../views/pages/login.view.js';
import { ProblemError } from '../../contract/problem.js';
import type { Env } from '../../env.js';
import { seemsLoggedIn } from '../accounts/account-cookie.js';
import type { Accounts, Identity } from '../accounts/accounts.js';
import { consumeLogin, forgetFreshLogin, rememberLogin, wantsFreshLogin } from '../accounts/login-cookie.js';
import { returnOrigins } from '../accounts/login-origins.js';
import { LoginRefused } from '../accounts/oidc-login.js';
import type { UserCallsOf } from '../accounts/user-calls.js';
import { queryOf } from '../http/audience.js';
import { rawQuery } from '../http/edition-path.js';
import { ownPath } from '../http/forms.js';
import { describeError } from '../http/log.js';
import { events } from '../http/log-events.js';
import { isSameOriginNavigation } from '../http/origin.js';
import { keepSession, sendsNoCookie, sessionOf } from '../http/session-cookie.js';
import type { SigningKeys } from '../http/signing-keys.js';
import { type AnyPage, definePage, type Page, type Visit } from '../render/page.js';
import { type ExternalAddresses, externalPage } from '../routes/external-pages.js';
import { localPath } from '../routes/paths.js';
import { matchPath } from '../routes/route-table.js';
import type { EditionPath } from '../routes/routes.js';
import { homeCrumb } from './crumbs.js';

/** Why a login failed or did not reach the provider, and how to continue (D67). */
type LoginNotice = LoginModel & {
  /** Address of the page that shows the notice. */
  address: string;
};
type LoginSettings = ExternalAddresses & Pick<Env, 'PUBLIC_ORIGIN' | 'EDITION_HOSTS'>;

const login: Page<LoginModel, LoginNotice> = {
  name: 'login',
  async load({ url, t }, notice) {
    const { state, redirectUrl, address } = notice ?? { state: 'failed', redirectUrl: url('home', {}), address: '' };
    return {
      model: { state, redirectUrl },
      crumbs: [homeCrumb(url, t), { label: t('account:login.title'), href: address }],
      vehicle: null,
      address,
      alternate: (_, otherUrl) => otherUrl('login', { redirectUrl: otherUrl('home', {}) }),
    };
  },
  view: (model) => <LoginView model={model} />,
  cache: 'private',
  head: (_, { t }) => ({
    title: t('account:login.title'),
    description: t('account:login.description'),
    isIndexed: false,
  }),
};
/** Returns the page of a failed login. */
export const failedLogin = (notice: LoginNotice): AnyPage => definePage(login).withNotice(notice);

/**
 * Returns the address that the provider redirects to. The provider has it registered, so it has no query.
 * @throws LoginRefused on a host that is not configured
 */
function returnAddress(env: LoginSettings, request: Request, prefix: string): string {
  const origins = returnOrigins(env, request);
  // Behind a proxy only the configuration knows the scheme.
  const origin = origins.find((each) => new URL(each).host === request.host) ?? origins[0];
  if (origin === undefined) throw new LoginRefused('host_not_named');
  return `${origin}${prefix}/Einloggen/zurueck`;
}

/** Returns the vehicle that a path of the shop saves; null for other paths. */
function modelToSave({ edition, prefix }: Pick<EditionPath, 'edition' | 'prefix'>, path: string): string | null {
  if (!path.startsWith(`${prefix}/`)) return null;
  const found = matchPath(edition, path.slice(prefix.length).replace(/\?.*/, ''));
  return found && 'match' in found && found.match.name === 'saveVehicle' ? (found.match.params.modelId ?? null) : null;
}

const isLoggedIn = (userCalls: UserCallsOf, { api, request, response }: Visit): Promise<boolean> =>
  userCalls(api, request, response)
    .vehicles()
    .then(
      () => true,
      () => false,
    );

interface Needs {
  env: LoginSettings;
  accounts: Accounts;
  log: Logger;
  userCalls: UserCallsOf;
}

/**
 * `/Einloggen?redirectUrl=`: redirects to the provider, which redirects back to a path of the shop (D11, D67).
 * Logged-in visitors go there at once.
 */
export const createLoginPage = ({ env, accounts, log, userCalls }: Needs): AnyPage =>
  definePage<LoginModel, LoginNotice>({
    ...login,
    async get(visit) {
      const { request, response, edition, prefix, editionPath } = visit;
      const asked = ownPath(queryOf(request).get('redirectUrl'));
      // After a login the visitor does not return to the pages of the login.
      const isPage = asked !== null && !/\/Einloggen\b/.test(asked);
      const redirectUrl = isPage ? asked : prefix + localPath(edition, 'home', {});
      const external = externalPage(env, edition, 'login');
      if (external) {
        const target = new URL(external);
        target.searchParams.set('redirectUrl', (env.PUBLIC_ORIGIN ?? '') + redirectUrl);
        return { location: target.href, status: 302 };
      }
      const target = { redirectUrl, address: prefix + editionPath.path };
      if (seemsLoggedIn(request) && (await isLoggedIn(userCalls, visit)))
        return { notice: { ...target, state: 'known' }, status: 200 };
      try {
        const { address, secrets } = await accounts.begin({
          returnAddress: returnAddress(env, request, prefix),
          locale: edition.locale,
          isFresh: wantsFreshLogin(request),
        });
        // A link on another site may log somebody in, but it must not save a vehicle for them.
        const modelId = isSameOriginNavigation(request) ? modelToSave(editionPath, redirectUrl) : null;
        rememberLogin(request, response, { ...secrets, redirectUrl, modelId });
        return { location: address, status: 302 };
      } catch (error) {
        const { state, status } = failureOf(error, log);
        return { notice: { ...target, state }, status };
      }
    },
  });

/** Binds the visitor's session to a user. The marketplace replaces the session and keeps its cart. */
async function bind(
  keys: SigningKeys,
  { api, request, response }: Visit,
  { issuer, subject }: Identity,
): Promise<string> {
  const body = { issuer, subject };
  const { sid } = await api.call('login', body, { session: sessionOf(request) ?? undefined, body });
  keepSession(keys, request, response, sid);
  return sid;
}

/** Returns what the page says about a failed login, and logs the reason. @throws any other error */
function failureOf(error: unknown, log: Logger): { state: LoginModel['state']; status: number } {
  if (error instanceof LoginRefused) {
    log.warn({ reason: error.reason }, events.loginFailed);
    if (error.reason === 'access_denied') return { state: 'cancelled', status: 200 };
    return { state: error.reason === 'no_cookies' ? 'blocked' : 'failed', status: 400 };
  }
  if (!(error instanceof ProblemError && error.code === 'unavailable')) throw error;
  log.warn({ reason: error.code, error: describeError(error) }, events.loginFailed);
  return { state: 'unavailable', status: 503 };
}

/**
 * The page that the provider redirects to. It checks the response, replaces the session, saves the vehicle that the
 * visitor wanted to save, and continues where the login began. A response to a login of another browser, or a repeated
 * one, logs nobody in (D29).
 */
export const createLoginReturnPage = ({
  env,
  accounts,
  log,
  userCalls,
  keys,
}: Needs & { keys: SigningKeys }): AnyPage =>
  definePage<LoginModel, LoginNotice>({
    ...login,
    async get(visit) {
      const { request, response, edition, prefix, editionPath, api } = visit;
      const begun = consumeLogin(request, response);
      let sid: string;
      try {
        if (!begun) throw new LoginRefused(sendsNoCookie(request) ? 'no_cookies' : 'no_login_under_way');
        const reply = new URL(returnAddress(env, request, prefix) + rawQuery(request));
        sid = await bind(keys, visit, await accounts.finish(reply, begun));
      } catch (error) {
        const { state, status } = failureOf(error, log);
        const redirectUrl = begun?.redirectUrl ?? prefix + localPath(edition, 'home', {});
        return { notice: { state, redirectUrl, address: prefix + editionPath.path }, status };
      }
      forgetFreshLogin(request, response);
      const user = userCalls(api, request, response, sid);
      if (begun.modelId) {
        const isSaved = await user.save(begun.modelId).then(
          () => true,
          () => false,
        );
        // The page that saves the vehicle shows the error.
        return { location: isSaved ? prefix + localPath(edition, 'savedVehicles', {}) : begun.redirectUrl };
      }
      await user.vehicles();
      return { location: begun.redirectUrl };
    },
  });
