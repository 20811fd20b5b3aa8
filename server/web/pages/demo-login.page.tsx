import { type DemoLoginModel, DemoLoginView } from '../../../views/pages/demo-login.view.js';
import { ProblemError } from '../../contract/problem.js';
import type { Accounts } from '../accounts/accounts.js';
import { field } from '../http/audience.js';
import { sendsNoCookie } from '../http/session-cookie.js';
import { type AnyPage, definePage, type Outcome, type Visit } from '../render/page.js';
import { localPath } from '../routes/paths.js';
import { homeCrumb } from './crumbs.js';
import { failedLogin } from './login.page.js';

/**
 * The login page of the embedded provider, in the design of the shop: one account for everybody, marked as a
 * demonstration (D29). Its form logs that account in, or cancels.
 *
 * @param start starts the provider; null if the operator has configured another one
 */
export const createDemoLoginPage = (start: Accounts['demo']): AnyPage => {
  async function visited(
    { request, editionPath, edition, prefix }: Visit,
    act: (demo: Awaited<ReturnType<NonNullable<Accounts['demo']>>>) => Promise<Outcome<DemoLoginModel>>,
  ): Promise<Outcome<DemoLoginModel>> {
    if (!start) throw new ProblemError('not_found', 'another provider is configured');
    const demo = await start();
    try {
      return await act(demo);
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      const state = sendsNoCookie(request) ? 'blocked' : 'failed';
      const redirectUrl = prefix + localPath(edition, 'home', {});
      return { page: failedLogin({ state, redirectUrl, address: prefix + editionPath.path }), status: 400 };
    }
  }
  return definePage<DemoLoginModel, DemoLoginModel>({
    name: 'demo-login',
    async load({ url, t }, notice) {
      const { action } = notice ?? { action: '' };
      return {
        model: { action },
        crumbs: [homeCrumb(url, t), { label: t('account:login.title'), href: action }],
        vehicle: null,
        address: action,
        alternate: (_, otherUrl) => otherUrl('home', {}),
      };
    },
    view: (model) => <DemoLoginView model={model} />,
    cache: 'private',
    head: (_, { t }) => ({
      title: t('account:demo.title'),
      description: t('account:demo.lead'),
      isIndexed: false,
    }),
    get: (visit) =>
      visited(visit, async (demo) => {
        await demo.requireLogin(visit.request, visit.response);
        return { notice: { action: visit.prefix + visit.editionPath.path }, status: 200 };
      }),
    post: (visit) =>
      visited(visit, async (demo) => {
        const isCancelled = field(visit.request.body, 'answer') === 'cancel';
        return { location: await demo.complete(visit.request, visit.response, !isCancelled) };
      }),
  });
};
