import type { ComponentsModel } from '../../../views/models.js';
import { ComponentsView } from '../../../views/pages/components.view.js';
import { NoRouteError } from '../http/redirect-errors.js';
import { definePage } from '../render/page.js';
import { breadcrumbsTo } from './crumbs.js';

/** Every component and island in every state, for developers; the page exists in the local environment only. */
export const createComponentsPage = ({ flags, axleDrawing }: ComponentsModel) =>
  definePage<ComponentsModel>({
    name: 'components',
    async load(request) {
      if (request.environment !== 'local') throw new NoRouteError();
      return {
        model: { flags, axleDrawing },
        ...breadcrumbsTo(request, (to) => to('components', {}), '_components'),
      };
    },
    view: (model) => <ComponentsView model={model} />,
    cache: 'shared',
    head: (_, { t }) => ({ title: '_components', description: t('meta:home.description'), isIndexed: false }),
  });
