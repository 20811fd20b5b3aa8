import { randomUUID } from 'node:crypto';
import type { InformationPage } from '../../../views/links.js';
import { informationPages } from '../../../views/links.js';
import type { InformationModel, WithdrawalFields, WithdrawalModel } from '../../../views/models.js';
import { InformationView } from '../../../views/pages/information.view.js';
import { ProblemError } from '../../contract/problem.js';
import { withdrawalBody } from '../../contract/withdrawals.js';
import { field } from '../http/audience.js';
import { notes, supportCode } from '../http/log.js';
import { RedirectError } from '../http/redirects.js';
import { informationContent } from '../information/content.js';
import { type AnyPage, definePage, type PageRequest, type Visit } from '../render/page.js';
import type { Edition } from '../routes/editions.js';
import { type ExternalAddresses, externalPage } from '../routes/external-pages.js';
import { informationPathNames } from '../routes/information-path-names.js';
import type { RouteMatch } from '../routes/routes.js';
import { homeCrumb } from './crumbs.js';

/** The information page of an address; undefined for any other page. */
export function informationPageOf({ language }: Edition, { name, params }: RouteMatch): InformationPage | undefined {
  if (name !== 'information') return undefined;
  return informationPages.find((page) => informationPathNames[language][page] === params.page);
}

const emptyForm: WithdrawalModel = {
  step: 'form',
  fields: { name: '', orderId: '', email: '' },
  errors: [],
};

const names = ['name', 'orderId', 'email'] as const satisfies (keyof WithdrawalFields)[];

/** What a form has sent, as it is shown again: one line each, and no more than any name or address has. */
function fieldsOf(body: unknown): WithdrawalFields {
  const read = (name: string): string => {
    const value = field(body, name);
    return typeof value === 'string' ? value.replace(/\s+/g, ' ').trim().slice(0, 300) : '';
  };
  return { name: read('name'), orderId: read('orderId'), email: read('email') };
}

/** The step that follows from a form: errors, the question whether it is meant so, or the receipt. */
async function nextStep({ request, api }: Visit): Promise<WithdrawalModel> {
  const fields = fieldsOf(request.body);
  const errors = names.filter((name) => !withdrawalBody.shape[name].safeParse(fields[name]).success);
  if (errors.length > 0) return { step: 'form', fields, errors };
  if (field(request.body, 'step') !== 'confirm') return { step: 'confirm', fields, key: randomUUID() };
  const key = withdrawalBody.shape.key.safeParse(field(request.body, 'key'));
  if (!key.success) return { step: 'confirm', fields, key: randomUUID() };
  const { number, receivedAt } = await api.call(
    'withdrawal',
    { ...fields, key: key.data },
    { body: { ...fields, key: key.data } },
  );
  return { step: 'receipt', fields, number, receivedAt: new Date(receivedAt) };
}

interface Needs {
  env: ExternalAddresses;
  shopName: string;
}

async function load(
  { env, shopName }: Needs,
  { edition, match, url, t, optional }: PageRequest,
  cache: AnyPage['cache'],
  withdrawal: WithdrawalModel,
) {
  const page = informationPageOf(edition, match);
  const content = page && informationContent(edition, page, shopName);
  if (!content) throw new ProblemError('not_found', 'no such information page');
  const outside = externalPage(env, edition, page);
  if (outside) throw new RedirectError(302, outside);
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
      externalPage(env, other, page) ? otherUrl('home', {}) : otherUrl('information', { page }),
  };
}

const pageWith = (needs: Needs, cache: AnyPage['cache']): AnyPage =>
  definePage<InformationModel, WithdrawalModel>({
    name: 'information',
    load: (request, withdrawal) => load(needs, request, cache, withdrawal ?? emptyForm),
    view: (model) => <InformationView model={model} />,
    cache,
    head: ({ model }) => ({
      title: model.title,
      description: model.lead,
      isIndexed: model.withdrawal === null || model.withdrawal.step === 'form',
    }),
    /**
     * The form on the page about withdrawal: two steps without logging in, then a receipt with content, date and time
     * (Directive 2011/83/EU, Article 11a). Nothing that is entered reaches an address or a log.
     */
    async post(visit) {
      const { edition, match, response } = visit;
      if (informationPageOf(edition, match) !== 'revocation' || externalPage(needs.env, edition, 'revocation')) {
        response.setHeader('Allow', 'GET, HEAD');
        throw new ProblemError('method');
      }
      const step = await nextStep(visit);
      return { said: step, status: step.step === 'form' ? 400 : 200 };
    },
  });

export const createInformationPage = (needs: Needs): AnyPage => pageWith(needs, 'shared');
/** The contact page is rebuilt for each visitor, since it tells the code of the very request (D57). */
export const createSupportPage = (needs: Needs): AnyPage => pageWith(needs, 'private');
