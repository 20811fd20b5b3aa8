import type { LoginModel } from '../../views/models.js';
import { LoginView } from '../../views/pages/login.view.js';
import { ownPath } from '../actions/forms.js';
import { externalPage } from '../external-pages.js';
import { definePage, Redirect } from '../render/page.js';
import { homeCrumb } from './crumbs.js';

/**
 * Where logging in begins (D67). With a provider configured it leads there and names where to come back to, which is
 * always a path of our own (D11).
 */
export const loginPage = definePage<LoginModel>({
  name: 'login',
  async load({ url, t, query, services, edition }) {
    const redirectUrl = ownPath(query.get('redirectUrl')) ?? url('home', {});
    const outside = externalPage(services.env, edition, 'login');
    if (outside) {
      const target = new URL(outside);
      target.searchParams.set('redirectUrl', (services.env.PUBLIC_ORIGIN ?? '') + redirectUrl);
      throw new Redirect(302, target.href);
    }
    const address = url('login', { redirectUrl });
    return {
      model: { redirectUrl },
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
});
