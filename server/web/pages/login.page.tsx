import type { LoginModel } from '../../../views/models.js';
import { LoginView } from '../../../views/pages/login.view.js';
import { type AnyPage, definePage } from '../render/page.js';
import type { Place } from '../routes/routes.js';
import { homeCrumb } from './crumbs.js';

export type LoginState = LoginModel['state'];

/** A login that does not lead to the provider, or came to nothing there: why, and how to go on (D67). */
export const loginPage = (state: LoginState, redirectUrl: string, { prefix, path }: Place): AnyPage =>
  definePage<LoginModel>({
    name: 'login',
    async load({ url, t }) {
      const address = prefix + path;
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
  });
