import type { Request, Response } from 'express';
import { ProblemError } from '../../contract/problem.js';
import { queryOf } from '../api/audience.js';
import { comesFromHere } from '../http/comes-from-here.js';
import { ownPath } from '../http/forms.js';
import { describeError } from '../http/log.js';
import { events } from '../http/log-events.js';
import { loginPage } from '../pages/login.page.js';
import { answerPage } from '../render/answer-page.js';
import { externalPage } from '../routes/external-pages.js';
import { localPath } from '../routes/paths.js';
import { matchPath, type Place } from '../routes/routes.js';
import type { Services } from '../services.js';
import { seemsLoggedIn } from './account-cookie.js';
import type { Step } from './account-routes.js';
import { rememberLogin, wantsFreshLogin } from './login-cookie.js';
import { userCalls } from './user-calls.js';

/** The address that the provider sends the browser back to. Providers know it by heart, so it has no query. */
export function returnAddress({ env }: Services, request: Request, { prefix }: Place): string {
  const known = [env.PUBLIC_ORIGIN, ...[...env.EDITION_HOSTS.keys()].map((host) => `https://${host}`)];
  // Behind a proxy only the configuration knows the scheme; a host that it does not name is one of loopback.
  const origin = known.find((address) => address && new URL(address).host === request.host);
  return `${origin ?? `${request.protocol}://${request.host}`}${prefix}/Einloggen/zurueck`;
}

/** The vehicle that a path of our own saves, or null. */
function modelToSave({ edition, prefix }: Place, path: string): string | null {
  if (!path.startsWith(`${prefix}/`)) return null;
  const found = matchPath(edition, path.slice(prefix.length).replace(/\?.*/, ''));
  return found && 'match' in found && found.match.name === 'saveVehicle' ? (found.match.params.modelId ?? null) : null;
}

async function isLoggedIn(services: Services, request: Request, response: Response, place: Place): Promise<boolean> {
  if (!seemsLoggedIn(request)) return false;
  return userCalls(services, request, response, place.edition)
    .vehicles()
    .then(
      () => true,
      () => false,
    );
}

/**
 * `/Einloggen?redirectUrl=`: leads to the provider and remembers where to come back to, which is always a path of our
 * own (D11, D67). Somebody who is logged in already is told so.
 */
export const beginLogin: Step = async (services, request, response, { place, match }) => {
  const { edition, prefix } = place;
  const query = queryOf(request);
  const asked = ownPath(query.get('redirectUrl'));
  // The pages of a login lead nowhere once it is over.
  const isPage = asked !== null && !/\/Einloggen\b/.test(asked);
  const redirectUrl = isPage ? asked : prefix + localPath(edition, 'home', {});
  response.setHeader('Cache-Control', 'private, no-store');
  const outside = externalPage(services.env, edition, 'login');
  if (outside) {
    const target = new URL(outside);
    target.searchParams.set('redirectUrl', (services.env.PUBLIC_ORIGIN ?? '') + redirectUrl);
    return response.redirect(302, target.href);
  }
  const show = (state: 'known' | 'unavailable', status: number) =>
    answerPage(services, request, response, loginPage(state, redirectUrl, place), { place, match, query }, status);
  if (await isLoggedIn(services, request, response, place)) return show('known', 200);
  try {
    const { address, secrets } = await services.accounts.begin({
      returnAddress: returnAddress(services, request, place),
      locale: edition.locale,
      isFresh: wantsFreshLogin(request),
    });
    // A link on another site may log somebody in, but it must not save a vehicle for them.
    const modelId = comesFromHere(request) ? modelToSave(place, redirectUrl) : null;
    rememberLogin(request, response, { ...secrets, redirectUrl, modelId });
    response.redirect(302, address);
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    services.log.warn({ reason: error.code, error: describeError(error) }, events.loginFailed);
    await show('unavailable', 503);
  }
};
