import { randomUUID } from 'node:crypto';
import type { Translate } from '../../../views/formats.js';
import { type InformationPage, informationPages } from '../../../views/links.js';
import type { InformationModel, WithdrawalFields, WithdrawalModel } from '../../../views/models.js';
import { InformationView } from '../../../views/pages/information.view.js';
import { receiptTimes } from '../../../views/receipt-times.js';
import type { Clock } from '../../clock/clock.js';
import type { Locale } from '../../contract/locales.js';
import { ProblemError } from '../../contract/problem.js';
import { withdrawalBody } from '../../contract/withdrawals.js';
import { field } from '../http/audience.js';
import { notes, supportCode } from '../http/log.js';
import { RedirectError } from '../http/redirect-errors.js';
import { clientOf, TokenBuckets } from '../http/token-buckets.js';
import { informationContent } from '../information/content.js';
import { type AnyPage, definePage, type PageRequest, type Visit } from '../render/page.js';
import type { Edition } from '../routes/editions.js';
import { type ExternalAddresses, externalPage } from '../routes/external-pages.js';
import { informationPathNames } from '../routes/paths.js';
import type { RouteMatch } from '../routes/route-table.js';
import { shopWords } from '../routes/shop-editions.js';
import { breadcrumbsTo } from './crumbs.js';

/** Returns the information page of an address; undefined for any other page. */
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

/** Reads the form's fields as single lines of limited length. */
function fieldsOf(body: unknown): WithdrawalFields {
  const read = (name: string): string => {
    const value = field(body, name);
    return typeof value === 'string' ? value.replace(/\s+/g, ' ').trim().slice(0, 300) : '';
  };
  return { name: read('name'), orderId: read('orderId'), email: read('email') };
}

/** Returns the step after a form: errors, the question for confirmation, or the receipt. */
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
  return { step: 'receipt', fields, key: key.data, number, receivedAt: new Date(receivedAt), isMailed: false };
}

type Receipt = Extract<WithdrawalModel, { step: 'receipt' }>;
/**
 * Writes the receipt of a declaration as a text file: content, date and time (Directive 2011/83/EU, Article 11a(4)).
 * @param sender the shop that received the declaration
 */
function receiptText(
  { fields, number, receivedAt }: Omit<Receipt, 'isMailed'>,
  { t, locale, sender }: { t: Translate; locale: Locale; sender: readonly string[] },
): string {
  const { local, universal } = receiptTimes(receivedAt, locale);
  const title = t('information:withdrawal.receipt');
  const named = (name: 'number' | 'time' | keyof typeof fields, value: string): string[] => [
    t(`information:withdrawal.${name}`),
    `  ${value}`,
  ];
  const lines = [
    title,
    '='.repeat(title.length),
    '',
    ...named('number', number),
    ...named('time', `${local} (${universal})`),
    '',
    t('information:withdrawal.declaration'),
    '',
    ...named('name', fields.name),
    ...named('orderId', fields.orderId),
    ...named('email', fields.email),
    '',
    t('information:withdrawal.notAcceptance'),
    '',
    ...sender,
  ];
  // Text files and mails end lines with CR LF.
  return `${lines.join('\r\n')}\r\n`;
}

/** Returns name and contact data of the shop, as the sender of a receipt. */
function senderOf({ shopName, isDemonstration }: Needs, edition: Edition) {
  const { email } = shopWords(edition, isDemonstration());
  const { company, address } = edition.own?.identity ?? {};
  return { email, lines: [shopName, company, address, email].filter((line) => line != null) };
}

/** Mails that a client may request at once; it regains one every ten minutes. */
const mailsAtOnce = 5;
const mailsPerSecond = 1 / 600;

/** Mails the receipt if the shop has a mail server and the form an address. The page shows it in any case. */
function createMailReceipt(needs: Needs): (visit: Visit, receipt: Receipt) => Promise<boolean> {
  const clients = new TokenBuckets(mailsAtOnce, needs.clock, mailsPerSecond);
  return async ({ request, edition, t, optional }, receipt) => {
    const { email, lines } = senderOf(needs, edition);
    if (email === null || !clients.take(clientOf(request.ip ?? ''))) return false;
    const body = {
      number: receipt.number,
      from: { name: needs.shopName, address: email },
      subject: `${t('information:withdrawal.receipt')} (${receipt.number})`,
      text: receiptText(receipt, { t, locale: edition.locale, sender: lines }),
    };
    const mailed = await optional('receipt by mail', (api) => api.call('withdrawalMail', body, { body }), 1);
    return mailed?.isMailed ?? false;
  };
}

interface Needs {
  clock: Clock;
  env: ExternalAddresses;
  shopName: string;
  isDemonstration(): boolean;
}

async function load(
  { env, shopName, isDemonstration }: Needs,
  request: PageRequest,
  cache: AnyPage['cache'],
  withdrawal: WithdrawalModel,
) {
  const { edition, match, optional } = request;
  const page = informationPageOf(edition, match);
  const content = page && informationContent(edition, page, { name: shopName, isDemonstration: isDemonstration() });
  if (!content) throw new ProblemError('not_found', 'no such information page');
  const external = externalPage(env, edition, page);
  if (external) throw new RedirectError(302, external);
  const requestId = notes()?.id;
  const model: InformationModel = {
    ...content,
    page,
    brands: page === 'brands' ? await optional('brands', (api) => api.call('brands', {}), 1) : null,
    supportCode: cache === 'private' && page === 'support' && requestId ? supportCode(requestId) : null,
    withdrawal: page === 'revocation' ? withdrawal : null,
  };
  return {
    model,
    ...breadcrumbsTo(request, (to) => to('information', { page }), content.title),
    // An edition whose page is on another site has no page of its own to link.
    alternate: (other: Edition, otherUrl: PageRequest['url']) =>
      externalPage(env, other, page) ? otherUrl('home', {}) : otherUrl('information', { page }),
  };
}

const pageWith = (needs: Needs, cache: AnyPage['cache']): AnyPage => {
  const mailReceipt = createMailReceipt(needs);
  return definePage<InformationModel, WithdrawalModel>({
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
     * Answers the form on the page about withdrawal. It has two steps without a login, then a receipt with content,
     * date and time (Directive 2011/83/EU, Article 11a). No address and no log contains the entries.
     */
    async post(visit) {
      const { edition, match, response } = visit;
      if (informationPageOf(edition, match) !== 'revocation' || externalPage(needs.env, edition, 'revocation')) {
        response.setHeader('Allow', 'GET, HEAD');
        throw new ProblemError('method');
      }
      const step = await nextStep(visit);
      if (step.step !== 'receipt') return { notice: step, status: step.step === 'form' ? 400 : 200 };
      if (field(visit.request.body, 'as') === 'file') {
        const sender = senderOf(needs, edition).lines;
        response.attachment(`${step.number}.txt`).type('text/plain').setHeader('Cache-Control', 'private, no-store');
        response.send(receiptText(step, { t: visit.t, locale: edition.locale, sender }));
        return null;
      }
      return { notice: { ...step, isMailed: await mailReceipt(visit, step) }, status: 200 };
    },
  });
};

export const createInformationPage = (needs: Needs): AnyPage => pageWith(needs, 'shared');
/** The contact page is rendered for each visitor, since it shows the support code of the request (D57). */
export const createSupportPage = (needs: Needs): AnyPage => pageWith(needs, 'private');
