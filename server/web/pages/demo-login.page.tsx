import type { DemoLoginModel } from '../../../views/models.js';
import { DemoLoginView } from '../../../views/pages/demo-login.view.js';
import { type AnyPage, definePage } from '../render/page.js';
import type { Place } from '../routes/routes.js';
import { homeCrumb } from './crumbs.js';

/** Where the embedded provider asks who somebody is: one account for everybody, marked as a demonstration (D29). */
export const demoLoginPage = ({ prefix, path }: Place): AnyPage =>
  definePage<DemoLoginModel>({
    name: 'demo-login',
    async load({ url, t }) {
      const address = prefix + path;
      return {
        model: { action: address },
        crumbs: [homeCrumb(url, t), { label: t('account:login.title'), href: address }],
        vehicle: null,
        address,
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
  });
