import { type InformationPage, informationPages } from '../../../views/links.js';
import type { InformationModel, WithdrawalModel } from '../../../views/models.js';
import { InformationView } from '../../../views/pages/information.view.js';
import { ProblemError } from '../../contract/problem.js';
import { notes, supportCode } from '../http/log.js';
import { informationContent } from '../information/content.js';
import { type AnyPage, definePage, type PageRequest, Redirect } from '../render/page.js';
import type { Edition } from '../routes/editions.js';
import { externalPage } from '../routes/external-pages.js';
import { informationWords } from '../routes/information-words.js';
import type { RouteMatch } from '../routes/routes.js';
import { homeCrumb } from './crumbs.js';

/** The information page of an address; undefined for any other page. */
export function informationPageOf({ language }: Edition, { name, params }: RouteMatch): InformationPage | undefined {
  if (name !== 'information') return undefined;
  return informationPages.find((page) => informationWords[language][page] === params.page);
}

const emptyForm: WithdrawalModel = {
  step: 'form',
  fields: { name: '', orderId: '', email: '' },
  faults: [],
};

async function load(request: PageRequest, cache: AnyPage['cache'], withdrawal: WithdrawalModel) {
  const { edition, match, url, t, services, optional } = request;
  const page = informationPageOf(edition, match);
  const content = page && informationContent(edition, page, services.env.SHOP_NAME);
  if (!content) throw new ProblemError('not_found', 'no such information page');
  const outside = externalPage(services.env, edition, page);
  if (outside) throw new Redirect(302, outside);
  const requestId = notes()?.id;
  const address = url('information', { page });
  const model: InformationModel = {
    ...content,
    page,
    brands:
      page === 'brands' ? await optional('brands', (api) => api.call('brands', {}), Number.POSITIVE_INFINITY) : null,
    supportCode: cache === 'private' && page === 'support' && requestId ? supportCode(requestId) : null,
    withdrawal: page === 'revocation' ? withdrawal : null,
  };
  return {
    model,
    crumbs: [homeCrumb(url, t), { label: content.title, href: address }],
    vehicle: null,
    address,
    // An edition whose page is outside has none of its own to point to.
    alternate: (other: Edition, otherUrl: PageRequest['url']) =>
      externalPage(services.env, other, page) ? otherUrl('home', {}) : otherUrl('information', { page }),
  };
}

const pageWith = (cache: AnyPage['cache'], withdrawal: WithdrawalModel = emptyForm): AnyPage =>
  definePage<InformationModel>({
    name: 'information',
    load: (request) => load(request, cache, withdrawal),
    view: (model) => <InformationView model={model} />,
    cache,
    head: ({ model }) => ({
      title: model.title,
      description: model.lead,
      isIndexed: model.withdrawal === null || model.withdrawal.step === 'form',
    }),
  });

export const informationPage = pageWith('shared');
/** The contact page is made anew for each visitor, since it tells the code of the very request (D57). */
export const supportPage = pageWith('private');
/** The page about withdrawal at one of its steps; it holds what a person has entered. */
export const withdrawalPage = (withdrawal: WithdrawalModel): AnyPage => pageWith('private', withdrawal);
