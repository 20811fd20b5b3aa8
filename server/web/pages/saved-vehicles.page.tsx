import { type SavedVehiclesModel, SavedVehiclesView } from '../../../views/pages/saved-vehicles.view.js';
import { modelId as modelIdSchema } from '../../contract/ids.js';
import { ProblemError } from '../../contract/problem.js';
import { wantFreshLogin } from '../accounts/login-cookie.js';
import type { UserCalls, UserCallsOf } from '../accounts/user-calls.js';
import { field } from '../http/audience.js';
import { type AnyPage, definePage, type Outcome, type Visit } from '../render/page.js';
import { localPath } from '../routes/paths.js';
import { breadcrumbsTo } from './crumbs.js';

type Notice = Pick<SavedVehiclesModel, 'vehicles'>;

/** Runs the action of a button of the list. @returns the path to redirect to, without prefix */
async function act(user: UserCalls, { request, response, edition }: Visit): Promise<string> {
  const modelId = modelIdSchema.safeParse(field(request.body, 'modelId'));
  const list = localPath(edition, 'savedVehicles', {});
  switch (field(request.body, 'action')) {
    case 'remove':
      if (!modelId.success) throw new ProblemError('invalid', 'no vehicle named');
      // A vehicle that is already removed is no error.
      await user.forget(modelId.data).catch((error) => {
        if (!(error instanceof ProblemError) || error.code !== 'not_found') throw error;
      });
      return list;
    case 'logout':
      await user.logOut();
      wantFreshLogin(request, response);
      return localPath(edition, 'home', {});
    case 'deleteAccount':
      await user.deleteAccount();
      wantFreshLogin(request, response);
      return localPath(edition, 'home', {});
    default:
      throw new ProblemError('invalid', 'no such action');
  }
}

/** Runs an action, or shows the page that asks to log in. */
async function asUser(
  userCalls: UserCallsOf,
  { api, request, response }: Visit,
  call: (user: UserCalls) => Promise<Outcome<Notice>>,
  status: number,
): Promise<Outcome<Notice>> {
  try {
    return await call(userCalls(api, request, response));
  } catch (error) {
    if (error instanceof ProblemError && error.code === 'login') return { notice: { vehicles: null }, status };
    throw error;
  }
}

/** The visitor's saved vehicles, and the buttons of the account: remove one, log out, delete the account (D67, D71). */
export const createSavedVehiclesPage = (userCalls: UserCallsOf): AnyPage =>
  definePage<SavedVehiclesModel, Notice>({
    name: 'saved-vehicles',
    async load(request, notice) {
      const place = breadcrumbsTo(request, (to) => to('savedVehicles', {}), request.t('account:vehicles.title'));
      const loginUrl = request.url('login', { redirectUrl: place.address });
      return { model: { vehicles: notice?.vehicles ?? null, loginUrl }, ...place };
    },
    view: (model) => <SavedVehiclesView model={model} />,
    cache: 'private',
    head: (_, { t }) => ({
      title: t('account:vehicles.title'),
      description: t('account:vehicles.description'),
      isIndexed: false,
    }),
    get: (visit) =>
      asUser(userCalls, visit, async (user) => ({ notice: { vehicles: await user.vehicles() }, status: 200 }), 200),
    post: (visit) =>
      asUser(userCalls, visit, async (user) => ({ location: visit.prefix + (await act(user, visit)) }), 401),
  });
