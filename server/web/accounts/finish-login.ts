import type { Request, Response } from 'express';
import { ProblemError } from '../../contract/problem.js';
import { keepSession, sendsNoCookie, sessionOf } from '../api/calls/session-cookie.js';
import { describeError } from '../http/log.js';
import { events } from '../http/log-events.js';
import { deliveryCountry, rawQuery } from '../http/place.js';
import { type LoginState, loginPage } from '../pages/login.page.js';
import { answerPage } from '../render/answer-page.js';
import type { Edition } from '../routes/editions.js';
import { localPath } from '../routes/paths.js';
import type { Services } from '../services.js';
import type { Step } from './account-routes.js';
import { type Identity, LoginRefused } from './accounts.js';
import { returnAddress } from './begin-login.js';
import { forgetFreshLogin, takeLogin } from './login-cookie.js';
import { userCalls } from './user-calls.js';

/** Binds the visitor's session to a user. The marketplace gives a new session for it; the cart moves along. */
async function bind(
  { client, secret }: Services,
  request: Request,
  response: Response,
  edition: Edition,
  { issuer, subject }: Identity,
): Promise<string> {
  const api = client.for({ locale: edition.locale, country: deliveryCountry(request, edition) });
  const body = { issuer, subject };
  const { sid } = await api.call('login', body, { session: sessionOf(request) ?? undefined, body });
  keepSession(secret, request, response, sid);
  return sid;
}

/** What the page says about a login that came to nothing. */
function faultOf(error: unknown): { state: LoginState; status: number } | null {
  if (error instanceof LoginRefused && error.reason === 'access_denied') return { state: 'cancelled', status: 200 };
  if (error instanceof LoginRefused && error.reason === 'no_cookies') return { state: 'blocked', status: 400 };
  if (error instanceof LoginRefused) return { state: 'failed', status: 400 };
  if (error instanceof ProblemError && error.code === 'unavailable') return { state: 'unavailable', status: 503 };
  return null;
}

/**
 * Where the provider sends the browser back to: checks the answer, gives the visitor a new session and goes on to
 * where the login began, with the vehicle saved that they wanted to save. An answer that was not asked for in this
 * browser, or comes a second time, logs nobody in (D29).
 */
export const finishLogin: Step = async (services, request, response, { place, match }) => {
  const { edition, prefix } = place;
  response.setHeader('Cache-Control', 'private, no-store');
  const login = takeLogin(request, response);
  let sid: string;
  try {
    if (!login) throw new LoginRefused(sendsNoCookie(request) ? 'no_cookies' : 'no_login_under_way');
    const answer = new URL(returnAddress(services, request, place) + rawQuery(request));
    sid = await bind(services, request, response, edition, await services.accounts.finish(answer, login));
  } catch (error) {
    const fault = faultOf(error);
    if (!fault) throw error;
    const reason = error instanceof LoginRefused ? error.reason : 'unavailable';
    services.log.warn({ reason, ...(fault.status >= 500 && { error: describeError(error) }) }, events.loginFailed);
    const page = loginPage(fault.state, login?.redirectUrl ?? prefix + localPath(edition, 'home', {}), place);
    const query = new URLSearchParams();
    return answerPage(services, request, response, page, { place, match, query }, fault.status);
  }
  forgetFreshLogin(request, response);
  const user = userCalls(services, request, response, edition, sid);
  const list = prefix + localPath(edition, 'savedVehicles', {});
  if (login.modelId) {
    const isSaved = await user.save(login.modelId).then(
      () => true,
      () => false,
    );
    // The page that saves says what is wrong.
    return response.redirect(303, isSaved ? list : login.redirectUrl);
  }
  await user.vehicles();
  response.redirect(303, login.redirectUrl);
};
