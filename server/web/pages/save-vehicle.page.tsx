import type { Request } from 'express';
import type { Logger } from 'pino';
import { type SaveVehicleModel, SaveVehicleView } from '../../../views/pages/save-vehicle.view.js';
import { ProblemError } from '../../contract/problem.js';
import type { UserCallsOf } from '../accounts/user-calls.js';
import { describeError } from '../http/log.js';
import { events } from '../http/log-events.js';
import { isSameOriginNavigation } from '../http/origin.js';
import { type AnyPage, definePage, type Outcome, type Visit } from '../render/page.js';
import { localPath } from '../routes/paths.js';
import { problemMessage } from '../texts/problem-texts.js';
import { breadcrumbsTo } from './crumbs.js';

/** The question, or the reason for a refusal. */
type Notice = Pick<SaveVehicleModel, 'state' | 'message'>;

/** Whether the referrer is a page that redirects to any given address, and so possibly to that of a foreign link. */
function isPassedOn(request: Request): boolean {
  const path = URL.parse(request.get('referer') ?? '')?.pathname ?? '';
  return /\/(?:bot|Einloggen(?:\/.*)?)$/i.test(path);
}

/** Whether a person wants to save: a POST, a link of the shop, or a typed address. A foreign link only asks. */
function isMeant(request: Request): boolean {
  if (request.method === 'POST') return true;
  if (isPassedOn(request)) return false;
  const purpose = `${request.get('sec-purpose') ?? ''}${request.get('purpose') ?? ''}`;
  const isOwn = isSameOriginNavigation(request) || request.get('sec-fetch-site') === 'none';
  return request.method === 'GET' && isOwn && request.get('sec-fetch-mode') !== 'cors' && purpose === '';
}

/** Returns the state in which the page shows an error; null for errors without a text, such as an unknown vehicle. */
function stateOf(error: ProblemError | null): SaveVehicleModel['state'] | null {
  if (error === null) return 'ask';
  if (error.code === 'login') return 'login';
  if (error.code === 'vehicle_limit') return 'refused';
  return error.status >= 500 ? 'failed' : null;
}

function outcomeOf(log: Logger, { request, response, t }: Visit, error: ProblemError | null): Outcome<Notice> {
  const state = stateOf(error);
  if (state === null) throw error;
  request.notes.errorCode = error?.code ?? null;
  // Logs the error here, because no error page is shown.
  if (error && state === 'failed')
    log.error({ status: error.status, code: error.code, error: describeError(error) }, events.requestFailed);
  const status = error && (request.method === 'POST' || state === 'failed') ? error.status : 200;
  if (status === 503) response.setHeader('Retry-After', '5');
  return { notice: { state, message: error ? problemMessage(t, error.code) : null }, status };
}

/** `/Mein-Partavo/Fahrzeuge/speichern/{modelId}`: saves the vehicle, or asks to log in. */
export const createSaveVehiclePage = (log: Logger, userCalls: UserCallsOf): AnyPage => {
  async function save(visit: Visit): Promise<Outcome<Notice>> {
    const { api, request, response, edition, prefix, match } = visit;
    const user = userCalls(api, request, response);
    try {
      if (isMeant(request)) {
        await user.save(match.params.modelId ?? '');
        return { location: prefix + localPath(edition, 'savedVehicles', {}) };
      }
      await user.vehicles();
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      return outcomeOf(log, visit, error);
    }
    return outcomeOf(log, visit, null);
  }
  return definePage<SaveVehicleModel, Notice>({
    name: 'save-vehicle',
    async load(request, notice) {
      const { url, t, api, match } = request;
      const modelId = match.params.modelId ?? '';
      const vehicle = await api.call('model', { modelId });
      const place = breadcrumbsTo(request, (to) => to('saveVehicle', { modelId }), t('account:save.title'));
      const { address } = place;
      const { state, message } = notice ?? { state: 'ask', message: null };
      return {
        model: { state, message, vehicle, action: address, loginUrl: url('login', { redirectUrl: address }) },
        ...place,
      };
    },
    view: (model) => <SaveVehicleView model={model} />,
    cache: 'private',
    head: (_, { t }) => ({
      title: t('account:save.title'),
      description: t('account:vehicles.description'),
      isIndexed: false,
    }),
    get: save,
    post: save,
  });
};
