import type { RequestHandler } from 'express';
import { createElement } from 'react';
import type { Translate } from '../../../views/formats.js';
import { type MerchantFault, type MerchantModel, MerchantView } from '../../../views/pages/merchant.view.js';
import { newRow, type RefusedTerms, tariffFields } from '../../../views/pages/merchant-terms.js';
import { columnLabel, reasonText } from '../../../views/reason-text.js';
import { countries } from '../../contract/countries.js';
import { type MerchantReport, merchantTermsBody, offerKey, offerPart } from '../../contract/merchants.js';
import { ProblemError, problemStatus } from '../../contract/problem.js';
import type { Gate } from '../admission/gate.js';
import { field, queryOf } from '../http/audience.js';
import { fileIn, importIdOf, meaningsForm, readFileForm, repeatedIn } from '../portals/file-forms.js';
import { type Anonymous, createPortal, feedbackOf, form, type SignedIn, textOf } from '../portals/portal.js';
import { readBody } from '../portals/portal-app.js';
import { createSendPortalPage, portalPrefix } from '../portals/portal-document.js';
import type { PortalServices } from '../portals/portal-services.js';
import { problemMessage, problemType } from '../texts/problem-texts.js';
import { merchantErrors } from './describe-portal.js';
import type { MerchantLimits } from './limits.js';
import { type MerchantCalls, merchantCalls } from './merchant-calls.js';

/** Path of the page that explains error codes, to which `type` of an error leads; the same path as in the shop. */
const [errorsPath = ''] = problemType('token').split('#');

/** Services of the merchant portal. */
export interface MerchantPortalServices extends PortalServices {
  /** Limits how many imports and changes run at once. */
  readonly gate: Gate;
}

type Visit = SignedIn<MerchantCalls>;

/** Reads a number with a decimal comma or point; undefined for an empty field, NaN for other text. */
function numberOf(value: unknown): number | undefined {
  const written = textOf(value).replace(',', '.');
  return written === '' ? undefined : Number(written);
}

/** Serves the pages for merchants, who sign in with the portal's own cookie. */
export function merchantPages(services: MerchantPortalServices & { readonly limits: MerchantLimits }): RequestHandler {
  const { client, texts, limits, gate, clock } = services;
  const sendPage = createSendPortalPage(services, 'merchant');
  const { cookie, go, readForm, serve } = createPortal<MerchantCalls>(services, {
    cookie: ['merchant', 'pms'],
    home: '/feeds',
    longestToken: 120,
    guard: limits.guard,
    limit: (session, response) => limits.take('read', session, response),
    callsOf: (audience, credential) => merchantCalls(client, audience, credential, clock),
    sendSignIn: (visit, fault, status) => {
      const [invitation = null] = /^pmt_[\w-]{54}$/.exec(queryOf(visit.request).get('token') ?? '') ?? [];
      send(visit, { page: 'signIn', fault, invitation }, status);
    },
    sendToken: (visit, token) => send(visit, { page: 'token', token }),
  });

  const send = (visit: Anonymous & Partial<Visit>, model: MerchantModel, status = 200): void => {
    const { request, response, session, who } = visit;
    const title = texts.of(request.editionPath.edition).t('merchant:title');
    const places = { signIn: '/', token: '/', errors: errorsPath, feeds: '/feeds', offers: '/offers', shop: '/shop' };
    const place = model.page === 'report' ? `/feeds/${model.report.id}` : places[model.page];
    const merchant = who && {
      name: who.shop.name,
      mayWrite: who.scopes.includes('offers'),
      proof: cookie.proofOf(session ?? ''),
    };
    sendPage(request, response, {
      title,
      place,
      status,
      render: (parts) => createElement(MerchantView, { model, parts, merchant: merchant ?? null }),
    });
  };

  async function showFeeds(visit: Visit, fault: MerchantFault | null = null, status = 200): Promise<void> {
    const { imports } = await visit.calls.imports();
    send(visit, { page: 'feeds', imports, fault }, status);
  }

  async function showReport(visit: Visit, id: string): Promise<void> {
    const report = await visit.calls.report(importIdOf(id));
    send(visit, { page: 'report', report, isSaved: feedbackOf(visit, ['columns']) !== null });
  }

  async function upload(visit: Visit): Promise<void> {
    const { request, response, session, calls } = visit;
    limits.take('file', session, response);
    const fields = await readFileForm(request, response);
    if (!fields) return showFeeds(visit, 'file', 413);
    if (!cookie.isProof(session, fields.get('proof'))) return showFeeds(visit, 'form', 403);
    const file = await fileIn(fields);
    if (!file) return showFeeds(visit, 'file', 400);
    const isDryRun = fields.get('dryRun') === '1';
    const { id } = await gate.run('person', () => calls.send({ ...file, isDryRun, source: 'file' }));
    await calls.ended(id);
    go(visit, `/feeds/${id}`);
  }

  /** Reads a file again with the meanings that the merchant has chosen for its columns. */
  async function repeat(visit: Visit, id: string): Promise<void> {
    const { response, session, calls } = visit;
    const again = repeatedIn(await readForm(visit, meaningsForm), importIdOf(id));
    limits.take('file', session, response);
    const next = await gate.run('person', () => calls.repeat(again));
    if (again.act === 'save') return go(visit, `/feeds/${id}?feedback=columns`);
    await calls.ended(next.id);
    go(visit, `/feeds/${next.id}`);
  }

  async function showOffers(
    visit: Visit,
    { alert = null, wanted }: { alert?: string | null; wanted?: string } = {},
    status = 200,
  ): Promise<void> {
    const { request, calls } = visit;
    const query = queryOf(request);
    const key = (wanted ?? query.get('key') ?? '').trim().slice(0, 64);
    const { offers, next } = await calls.offers({ key, isExact: false, after: query.get('after') || undefined });
    const prefix = portalPrefix(request.editionPath.edition);
    const model = {
      page: 'offers',
      wanted: key,
      offers,
      next: next === null ? null : `${prefix}/offers?${new URLSearchParams({ key, after: next })}`,
      feedback: status === 200 ? feedbackOf(visit, ['saved', 'removed']) : null,
      alert,
    } as const;
    send(visit, model, status);
  }

  async function changeOffer(visit: Visit): Promise<void> {
    const { request, response, session, calls } = visit;
    await readBody(form, request, response);
    const { body } = request;
    const { t } = texts.of(request.editionPath.edition);
    const key = offerKey.safeParse(field(body, 'key'));
    const wanted = key.data ?? '';
    if (!cookie.isProof(session, field(body, 'proof')))
      return showOffers(visit, { alert: t('merchant:fault.form'), wanted }, 403);
    limits.take('offer', session, response);
    const isWithdrawn = field(body, 'act') === 'withdraw';
    const [from, to] = [numberOf(field(body, 'from')), numberOf(field(body, 'to'))];
    const part = offerPart.safeParse({
      price: numberOf(field(body, 'price')),
      stock: numberOf(field(body, 'stock')),
      ...(from !== undefined && to !== undefined && { handling: [from, to] }),
    });
    if (!key.success) throw new ProblemError('invalid', 'key');
    if (!isWithdrawn && !part.success) {
      const labels = { price: 'price', stock: 'stock', handling: 'days' } as const;
      const wrong = new Set(part.error.issues.map(({ path }) => path[0] as keyof typeof labels));
      const fields = [...wrong].map((each) => t(`merchant:offer.${labels[each]}`)).join(', ');
      return showOffers(visit, { alert: t('merchant:fault.fields', { fields }), wanted }, 400);
    }
    const offer = isWithdrawn ? { key: wanted, delete: true as const } : { key: wanted, ...part.data };
    const mode = isWithdrawn ? 'update' : 'partial';
    const report = await gate.run('person', async () => {
      const { id } = await calls.send({ mode, isDryRun: false, source: 'offer', offers: [offer] });
      return calls.ended(id);
    });
    if (report.endedAt === null) return showOffers(visit, { alert: t('merchant:fault.later'), wanted }, 202);
    const reason = reasonOf(report, t);
    if (reason !== null) return showOffers(visit, { alert: t('merchant:fault.row', { reason }), wanted }, 422);
    go(visit, `/offers?${new URLSearchParams({ key: wanted, feedback: isWithdrawn ? 'removed' : 'saved' })}`);
  }

  async function showShop(visit: Visit, refused: RefusedTerms | null = null, status = 200): Promise<void> {
    const isSaved = refused === null && feedbackOf(visit, ['saved']) !== null;
    send(visit, { page: 'shop', shop: await visit.calls.page(), refused, isSaved }, status);
  }

  async function changeTerms(visit: Visit): Promise<void> {
    const { request, response, session, calls } = visit;
    const sent = await readForm(visit, meaningsForm);
    limits.take('offer', session, response);
    const { t } = texts.of(request.editionPath.edition);
    const rates = [...countries, newRow].flatMap((row) => {
      const [tariff, free, from, to] = tariffFields.map((field) => sent(`${field}.${row}`).replace(/[:;]/g, ' '));
      const country = row === newRow ? sent('country') : row;
      return tariff && country ? [`${country}:${tariff}:${from}-${to || from}:${free}`] : [];
    });
    const terms = { returnPayer: sent('payer'), returnCost: sent('cost'), returnDays: sent('days') };
    const wanted = merchantTermsBody.omit({ credential: true }).safeParse({ ...terms, shipping: rates.join(';') });
    if (!wanted.success) {
      const fields = t(rates.length === 0 ? 'shop:shipping.title' : 'shop:returns.title');
      return showShop(visit, { alert: t('merchant:fault.fields', { fields }), sent }, 400);
    }
    const report = await gate.run('person', async () => calls.ended((await calls.changeTerms(wanted.data)).id));
    if (report.endedAt === null) return showShop(visit, { alert: t('merchant:fault.later'), sent }, 202);
    const reason = reasonOf(report, t);
    if (reason !== null) return showShop(visit, { alert: t('merchant:fault.row', { reason }), sent }, 422);
    go(visit, '/shop?feedback=saved');
  }

  function showErrors(visit: Anonymous): void {
    const { t } = texts.of(visit.request.editionPath.edition);
    const codes = merchantErrors.map((code) => ({ code, status: problemStatus[code], words: problemMessage(t, code) }));
    send(visit, { page: 'errors', codes });
  }

  return serve(
    'merchant_page',
    { [`GET ${errorsPath}`]: showErrors },
    {
      'GET /feeds': (visit) => showFeeds(visit),
      'GET /feeds/:id': showReport,
      'POST /feeds': upload,
      'POST /feeds/:id': repeat,
      'GET /offers': (visit) => showOffers(visit),
      'POST /offers': changeOffer,
      'GET /shop': (visit) => showShop(visit),
      'POST /shop': changeTerms,
    },
  );
}

/** The reason why a change had no effect, in the reader's language; null if it had. */
function reasonOf({ status, reason, rejectedRows }: MerchantReport, t: Translate): string | null {
  const [row] = rejectedRows.filter(({ outcome }) => outcome === 'rejected');
  if (row) return `${columnLabel(t, row.field)}: ${reasonText(t, row.reason).text}`;
  const isRefused = status === 'refused' || status === 'failed' || status === 'held';
  return isRefused ? reasonText(t, reason ?? status).text : null;
}
