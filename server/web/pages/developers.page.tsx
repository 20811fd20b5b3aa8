import type { DevelopersModel } from '../../../views/api-models.js';
import { DevelopersView } from '../../../views/pages/developers.view.js';
import { type ProblemCode, problemStatus } from '../../contract/problem.js';
import type { ApiDescription } from '../api-description/describe-api.js';
import { aboutApi } from '../api-description/describe-api.js';
import { documentedMatters, documentedShared } from '../api-description/documented-calls.js';
import { definePage } from '../render/page.js';
import { problemMessage } from '../texts/problem-texts.js';
import { breadcrumbsTo } from './crumbs.js';

const codes = Object.keys(problemStatus) as ProblemCode[];

/** Lists the calls of the public API and the meaning of errors. */
export const createDevelopersPage = (description: () => ApiDescription, shopName: string) =>
  definePage<DevelopersModel>({
    name: 'developers',
    async load(request) {
      const { t } = request;
      return {
        model: {
          about: aboutApi.split('\n\n'),
          shared: documentedShared,
          matters: documentedMatters(description()),
          errors: codes.map((code) => ({ code, status: problemStatus[code], title: problemMessage(t, code) })),
        },
        ...breadcrumbsTo(request, (to) => to('developers', {}), t('developers:crumb')),
      };
    },
    view: (model) => <DevelopersView model={model} />,
    cache: 'shared',
    head: (_, { t }) => ({
      title: t('developers:title', { shop: shopName }),
      description: t('developers:lead'),
      isIndexed: false,
    }),
  });
