import express, { type RequestHandler } from 'express';
import { createElement } from 'react';
import { ConsoleView } from '../../../views/pages/console.view.js';
import type {
  ConsoleModel,
  HeldFeedback,
  SignInFault,
  TextFault,
  TextFeedback,
  UploadFault,
} from '../../../views/pages/console-models.js';
import { subjectPath, textField } from '../../../views/pages/console-texts.js';
import { caseKinds, heldActs } from '../../contract/console.js';
import { merchantScopes } from '../../contract/merchants.js';
import { ProblemError } from '../../contract/problem.js';
import {
  type ConsoleText,
  languagesOf,
  longestText,
  overridableTexts,
  textOverrideKinds,
} from '../../contract/text-overrides.js';
import { consoleTokensOf } from '../../env-marketplace.js';
import { queryOf } from '../http/audience.js';
import { events } from '../http/log-events.js';
import { fileIn, importIdOf, meaningsForm, readFileForm, repeatedIn } from '../portals/file-forms.js';
import { createGuard } from '../portals/guard.js';
import { type Anonymous, createPortal, feedbackOf, type SignedIn, textOf } from '../portals/portal.js';
import { createSendPortalPage, portalPrefix } from '../portals/portal-document.js';
import type { PortalServices } from '../portals/portal-services.js';
import { type ConsoleCalls, consoleCalls } from './console-calls.js';
import { createConsoleLogin, loginFault } from './console-login.js';

/** Reads the form with all texts of one subject. */
const longForm = express.urlencoded({ limit: '3mb', inflate: false, extended: false, parameterLimit: 40 });

type Visit = SignedIn<ConsoleCalls>;

const textFeedbacks = ['saved', 'same'] as const satisfies readonly TextFeedback[];
const heldFeedbacks = ['approved', 'dropped', 'running'] as const satisfies readonly HeldFeedback[];

/** Reads the last segment of an address, such as `category-1523`. @throws ProblemError `not_found` */
function subjectOf(id: string): Pick<ConsoleText, 'kind' | 'id'> {
  const [, named, digits] = /^([a-z]+)-(\d{1,12})$/.exec(id) ?? [];
  const kind = textOverrideKinds.find((known) => known === named);
  if (!kind || Number(digits) === 0) throw new ProblemError('not_found', 'unknown path');
  return { kind, id: Number(digits) };
}

/** Serves the pages of the operator's console and its sign-in. */
export function consolePages(services: PortalServices): RequestHandler {
  const { client, texts, metrics, clock } = services;
  const { guard } = createGuard(clock);
  const login = createConsoleLogin(services.env);
  const [token = null] = consoleTokensOf(services.env);
  const sendPage = createSendPortalPage(services, 'console');
  const { cookie, callsOf, go, readForm, serve } = createPortal<ConsoleCalls>(services, {
    cookie: ['operator', 'pos'],
    home: '/overview',
    longestToken: 400,
    guard,
    callsOf: (audience, credential) => consoleCalls(client, audience, credential, clock),
    sendSignIn,
  });

  const send = (visit: Anonymous & Partial<Visit>, model: ConsoleModel, status = 200): void => {
    const { request, response, session, who } = visit;
    const title = texts.of(request.editionPath.edition).t('console:title');
    const place = request.method === 'GET' && session !== undefined ? request.editionPath.path : '/';
    const person = session === undefined || !who ? null : { ...who, proof: cookie.proofOf(session) };
    const render = (parts: Parameters<typeof ConsoleView>[0]['parts']) =>
      createElement(ConsoleView, { model, parts, person });
    sendPage(request, response, { title, place, status, render });
  };
  function sendSignIn({ request, response }: Anonymous, fault: SignInFault | null, status: number): void {
    send({ request, response }, { page: 'signIn', fault, hasLogin: login !== null }, status);
  }

  /** Redirects to the login page of the provider. */
  async function beginLogin(visit: Anonymous): Promise<void> {
    if (!login || token === null) throw new ProblemError('not_found', 'unknown path');
    try {
      visit.response.redirect(302, await login.begin(visit.request, visit.response));
    } catch (error) {
      refuseLogin(visit, error);
    }
  }

  /** Ends a login after the provider's redirect. A login that another browser began counts as a wrong token. */
  async function endLogin(visit: Anonymous): Promise<void> {
    if (!login || token === null) throw new ProblemError('not_found', 'unknown path');
    const { request, response } = visit;
    try {
      const { locale, ...person } = await guard(request, response, () =>
        login.finish(request, response).catch((error: unknown) => {
          if (loginFault(error) === 'login') throw new ProblemError('token', 'no login');
          throw error;
        }),
      );
      const { session } = await callsOf(request, token).signIn(person);
      cookie.keep(request, response, session);
      // Browsers withhold a strict cookie after a redirect from another site. The refresh is a request of our own.
      response.setHeader('Refresh', `0; url=/${locale}/overview`);
      send(visit, { page: 'signedIn' });
    } catch (error) {
      refuseLogin(visit, error);
    }
  }

  function refuseLogin(visit: Anonymous, error: unknown): void {
    const isRefused = error instanceof ProblemError && error.code === 'token';
    const fault = isRefused ? 'login' : loginFault(error);
    if (fault === null) throw error;
    services.log.warn({ reason: fault }, events.loginFailed);
    sendSignIn(visit, fault, fault === 'provider' ? 503 : fault === 'role' ? 403 : 401);
  }

  async function showFeeds(
    visit: Visit,
    failure: string | null = null,
    isRefused = false,
    fault: UploadFault | null = null,
  ): Promise<void> {
    const feeds = await visit.calls.feeds();
    const feedback = isRefused ? null : feedbackOf(visit, heldFeedbacks);
    send(visit, { page: 'feeds', feeds, feedback, failure, fault }, isRefused ? 422 : 200);
  }

  async function showUpload(visit: Visit, id: string): Promise<void> {
    const upload = await visit.calls.upload(importIdOf(id));
    send(visit, { page: 'upload', upload, isSaved: feedbackOf(visit, ['columns']) !== null });
  }

  /** Previews a file for a merchant. */
  async function sendFile(visit: Visit): Promise<void> {
    const { request, response, session, calls } = visit;
    const fields = await readFileForm(request, response);
    if (fields && !cookie.isProof(session, fields.get('proof'))) throw new ProblemError('origin', 'no form of ours');
    const file = fields && (await fileIn(fields));
    if (!file) return showFeeds(visit, null, true, 'file');
    try {
      const { id } = await calls.send({ ...file, shop: textOf(fields?.get('shop')).slice(0, 200) || '-' });
      await calls.ended(id);
      go(visit, `/uploads/${id}`);
    } catch (error) {
      if (!(error instanceof ProblemError && error.code === 'not_found')) throw error;
      await showFeeds(visit, null, true, 'shop');
    }
  }

  async function repeat(visit: Visit, id: string): Promise<void> {
    const again = repeatedIn(await readForm(visit, meaningsForm), importIdOf(id));
    const next = await visit.calls.repeat(again);
    if (again.act === 'save') return go(visit, `/uploads/${id}?feedback=columns`);
    await visit.calls.ended(next.id);
    go(visit, `/uploads/${next.id}`);
  }

  async function showText(visit: Visit, id: string, fault: TextFault | null = null): Promise<void> {
    const subject = await visit.calls.text(subjectOf(id));
    const feedback = feedbackOf(visit, textFeedbacks);
    send(visit, { page: 'text', subject, feedback, fault }, fault === null ? 200 : 422);
  }

  /** @param invitation a new one, which is shown only once */
  async function showShop(visit: Visit, id: string, invitation: string | null = null): Promise<void> {
    if (!/^\d{1,9}$/.test(id)) throw new ProblemError('not_found', 'unknown path');
    const { MERCHANTS_ORIGIN: origin } = services.env;
    const link = invitation && `${origin}${portalPrefix(visit.request.editionPath.edition)}/?token=${invitation}`;
    send(visit, { page: 'shop', shop: await visit.calls.shop(id), link, mayInvite: origin !== undefined });
  }

  return serve(
    'console_page',
    { 'GET /login': beginLogin, 'GET /login/return': endLogin },
    {
      'GET /overview': async (visit) => {
        const overview = await visit.calls.overview();
        send(visit, { page: 'overview', ...overview, load: metrics.recent.read() });
      },
      'GET /feeds': (visit) => showFeeds(visit),
      'GET /feeds/:id': async (visit, id) => send(visit, { page: 'report', report: await visit.calls.report(id) }),
      'POST /uploads': sendFile,
      'GET /uploads/:id': showUpload,
      'POST /uploads/:id': repeat,
      'POST /held': async (visit) => {
        const read = await readForm(visit);
        const act = heldActs.find((known) => known === read('act'));
        if (!act) throw new ProblemError('invalid', 'act');
        const { isDone, newer, failure } = await visit.calls.decide(read('name'), act);
        if (failure !== null || newer > 0) return showFeeds(visit, failure, true);
        const feedback: HeldFeedback = act === 'drop' ? 'dropped' : isDone ? 'approved' : 'running';
        go(visit, `/feeds?feedback=${feedback}`);
      },
      'GET /offers': async (visit) => send(visit, { page: 'offers', ...(await visit.calls.offers()) }),
      'GET /shops': async (visit) => {
        const query = textOf(queryOf(visit.request).get('q')).slice(0, 100);
        send(visit, { page: 'shops', query, ...(await visit.calls.shops(query)) });
      },
      'GET /shops/:id': (visit, id) => showShop(visit, id),
      'POST /shops/:id': async (visit, id) => {
        const read = await readForm(visit);
        const scope = merchantScopes.find((known) => known === read('scope'));
        if (!scope) throw new ProblemError('invalid', 'scope');
        await showShop(visit, id, (await visit.calls.invite({ id, scope })).token);
      },
      'GET /searches': async (visit) => send(visit, { page: 'searches', searches: await visit.calls.searches() }),
      'GET /customers': async (visit) => {
        const all = queryOf(visit.request).get('all') === '1';
        send(visit, { page: 'customers', customers: await visit.calls.customers(all), all });
      },
      'POST /customers': async (visit) => {
        const read = await readForm(visit);
        const kind = caseKinds.find((known) => known === read('kind'));
        if (!kind) throw new ProblemError('invalid', 'kind');
        await visit.calls.close({ kind, number: read('number') });
        go(visit, '/customers');
      },
      'GET /texts': async (visit) => {
        const query = textOf(queryOf(visit.request).get('q')).slice(0, 100);
        send(visit, { page: 'texts', query, texts: await visit.calls.texts(query) });
      },
      'GET /texts/:id': (visit, id) => showText(visit, id),
      'POST /texts/:id': async (visit, id) => {
        const subject = subjectOf(id);
        const read = await readForm(visit, longForm);
        const texts = Object.keys(overridableTexts[subject.kind]).flatMap((field) =>
          languagesOf(subject.kind).map((language) => ({ field, language, text: read(textField(field, language)) })),
        );
        const isLong = texts.some((each) => each.text.length > (longestText(subject.kind, each.field) ?? 0));
        if (isLong) return showText(visit, id, 'long');
        const isChanged = await visit.calls.overrideTexts(subject, texts);
        go(visit, `${subjectPath(subject)}?feedback=${isChanged ? 'saved' : 'same'}`);
      },
      'GET /log': async (visit) => send(visit, { page: 'log', acts: (await visit.calls.acts()).acts }),
    },
  );
}
