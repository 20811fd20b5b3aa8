import type { ConsentModel } from '../../../views/models.js';
import { ConsentView } from '../../../views/pages/consent.view.js';
import { type ConsentSettings, consentDomains } from '../consent/consent.js';
import { definePage } from '../render/page.js';
import { breadcrumbsTo } from './crumbs.js';

/** External hosts with the visitor's choices so far (D33, D39). */
export const createConsentPage = (env: ConsentSettings) =>
  definePage<ConsentModel>({
    name: 'consent',
    async load(request) {
      const { url, t, consents, cameFrom } = request;
      return {
        model: { domains: consentDomains(env, consents), returnTo: cameFrom ?? url('consent', {}) },
        ...breadcrumbsTo(request, (to) => to('consent', {}), t('consent:title')),
      };
    },
    view: (model) => <ConsentView model={model} />,
    cache: 'private',
    head: (_, { t }) => ({ title: t('consent:title'), description: t('consent:lead'), isIndexed: false }),
  });
