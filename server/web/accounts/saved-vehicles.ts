import type { Request, Response } from 'express';
import type { SaveVehicleModel } from '../../../views/models.js';
import { modelId as modelIdSchema } from '../../contract/ids.js';
import { ProblemError } from '../../contract/problem.js';
import { field } from '../api/audience.js';
import { comesFromHere } from '../http/comes-from-here.js';
import { describeError } from '../http/log.js';
import { events } from '../http/log-events.js';
import { saveVehiclePage } from '../pages/save-vehicle.page.js';
import { savedVehiclesPage } from '../pages/saved-vehicles.page.js';
import { answerPage } from '../render/answer-page.js';
import { localPath } from '../routes/paths.js';
import type { Services } from '../services.js';
import { problemMessage } from '../texts/problem-words.js';
import type { Step, StepAsked } from './account-routes.js';
import { wantFreshLogin } from './login-cookie.js';
import { type UserCalls, userCalls } from './user-calls.js';

const isLogin = (error: unknown): boolean => error instanceof ProblemError && error.code === 'login';

/** What the buttons of the list do. @returns where it leads, below the prefix */
async function act(user: UserCalls, request: Request, response: Response, { place }: StepAsked): Promise<string> {
  const modelId = modelIdSchema.safeParse(field(request.body, 'modelId'));
  const list = localPath(place.edition, 'savedVehicles', {});
  switch (field(request.body, 'action')) {
    case 'remove':
      if (!modelId.success) throw new ProblemError('invalid', 'no vehicle named');
      // A vehicle that is gone already is what was wanted.
      await user.forget(modelId.data).catch((error) => {
        if (!(error instanceof ProblemError) || error.code !== 'not_found') throw error;
      });
      return list;
    case 'logout':
      await user.logOut();
      wantFreshLogin(request, response);
      return localPath(place.edition, 'home', {});
    case 'deleteAccount':
      await user.deleteAccount();
      wantFreshLogin(request, response);
      return localPath(place.edition, 'home', {});
    default:
      throw new ProblemError('invalid', 'no such action');
  }
}

/** The list of saved vehicles, and its buttons: remove one, log out, delete the account (D67, D71). */
export const savedVehicles: Step = async (services, request, response, asked) => {
  const user = userCalls(services, request, response, asked.place.edition);
  response.setHeader('Cache-Control', 'private, no-store');
  try {
    if (request.method === 'POST')
      return response.redirect(303, asked.place.prefix + (await act(user, request, response, asked)));
    const page = savedVehiclesPage(await user.vehicles());
    await answerPage(services, request, response, page, { ...asked, query: new URLSearchParams() });
  } catch (error) {
    if (!isLogin(error)) throw error;
    const status = request.method === 'POST' ? 401 : 200;
    await answerPage(
      services,
      request,
      response,
      savedVehiclesPage(null),
      { ...asked, query: new URLSearchParams() },
      status,
    );
  }
};

/** Whether a page led here that goes on to whatever address it was called with, and that may be a foreign link's. */
function isPassedOn(request: Request): boolean {
  const path = URL.parse(request.get('referer') ?? '')?.pathname ?? '';
  return /\/(?:bot|Einloggen(?:\/.*)?)$/i.test(path);
}

/** A GET saves only for a person who came from a page of ours or typed it in: a foreign link only asks. */
function isMeant(request: Request): boolean {
  if (request.method === 'POST') return true;
  if (isPassedOn(request)) return false;
  const purpose = `${request.get('sec-purpose') ?? ''}${request.get('purpose') ?? ''}`;
  const isOwn = comesFromHere(request) || request.get('sec-fetch-site') === 'none';
  return request.method === 'GET' && isOwn && request.get('sec-fetch-mode') !== 'cors' && purpose === '';
}

/** What the page says of a fault; null for one that it has no words for, such as a vehicle that there is not. */
function stateOf(fault: ProblemError | null): SaveVehicleModel['state'] | null {
  if (fault === null) return 'ask';
  if (fault.code === 'login') return 'login';
  if (fault.code === 'vehicle_limit') return 'refused';
  return fault.status >= 500 ? 'failed' : null;
}

async function showSaving(
  services: Services,
  request: Request,
  response: Response,
  asked: StepAsked,
  error: unknown,
): Promise<void> {
  if (error && !(error instanceof ProblemError)) throw error;
  const fault = error as ProblemError | null;
  const state = stateOf(fault);
  if (state === null) throw fault;
  request.notes.errorCode = fault?.code ?? null;
  // Nobody else tells of it, since no error page does.
  if (fault && state === 'failed')
    services.log.error({ status: fault.status, code: fault.code, error: describeError(fault) }, events.requestFailed);
  const { t } = services.texts.of(asked.place.edition);
  const page = saveVehiclePage(state, fault ? problemMessage(t, fault.code) : null);
  const status = fault && (request.method === 'POST' || state === 'failed') ? fault.status : 200;
  if (status === 503) response.setHeader('Retry-After', '5');
  await answerPage(services, request, response, page, { ...asked, query: new URLSearchParams() }, status);
}

/** `/Mein-Partavo/Fahrzeuge/speichern/{modelId}`: saves when logged in, else says where to log in. */
export const saveVehicle: Step = async (services, request, response, asked) => {
  const { edition, prefix } = asked.place;
  const modelId = asked.match.params.modelId ?? '';
  const user = userCalls(services, request, response, edition);
  response.setHeader('Cache-Control', 'private, no-store');
  try {
    if (isMeant(request)) {
      await user.save(modelId);
      return response.redirect(303, prefix + localPath(edition, 'savedVehicles', {}));
    }
    await user.vehicles();
  } catch (error) {
    return showSaving(services, request, response, asked, error);
  }
  await showSaving(services, request, response, asked, null);
};
