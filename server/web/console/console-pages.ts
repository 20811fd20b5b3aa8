import express, { type Request, type RequestHandler, type Response } from 'express';
import { createElement } from 'react';
import type { ConsoleModel, HeldAnswer, SignInFault, TextAnswer, TextFault } from '../../../views/pages/console-models.js';
import { ConsoleView } from '../../../views/pages/console.view.js';
import { subjectPath, textField } from '../../../views/pages/console-texts.js';
import { caseKinds } from '../../contract/console.js';
import {
  type ConsoleText,
  correctableTexts,
  correctionKinds,
  languagesOf,
  longestText,
} from '../../contract/corrections.js';
import { ProblemError } from '../../contract/problem.js';
import { consoleTokenOf } from '../../env-marketplace.js';
import { doorCookie } from '../doors/door-cookie.js';
import { createSendDoorPage, doorPrefix } from '../doors/door-document.js';
import type { DoorServices } from '../doors/door-services.js';
import { createGuard } from '../doors/guard.js';
import { readBody } from '../doors/read-body.js';
import { field, queryOf } from '../http/audience.js';
import { events } from '../http/log-events.js';
import { type ConsoleCalls, consoleCalls } from './console-calls.js';
import { createConsoleLogin, loginFault } from './console-login.js';

const form = express.urlencoded({ limit: '64kb', inflate: false, extended: false, parameterLimit: 20 });
/** Of one subject with all of its texts. */
const longForm = express.urlencoded({ limit: '3mb', inflate: false, extended: false, parameterLimit: 40 });

/** A visit of who has signed in. */
interface Visit {
  readonly request: Request;
  readonly response: Response;
  readonly session: string;
  readonly calls: ConsoleCalls;
}
type Place = (visit: Visit, id: string) => Promise<void>;

const text = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');
const textAnswers = ['saved', 'same'] as const satisfies readonly TextAnswer[];
const heldAnswers = ['approved', 'dropped', 'running'] as const satisfies readonly HeldAnswer[];

/** What the last piece of an address means: `category-1523`. @throws ProblemError `not_found` */
function subjectOf(id: string): Pick<ConsoleText, 'kind' | 'id'> {
  const [, named, digits] = /^([a-z]+)-(\d{1,12})$/.exec(id) ?? [];
  const kind = correctionKinds.find((known) => known === named);
  if (!kind || Number(digits) === 0) throw new ProblemError('not_found', 'unknown path');
  return { kind, id: Number(digits) };
}

/** The pages of the operator's console and the way in. */
export function consolePages(services: DoorServices): RequestHandler {
  const { client, texts, keys, metrics, clock } = services;
  const cookie = doorCookie('operator', 'pos', keys);
  const { guard } = createGuard(clock);
  const login = createConsoleLogin(services.env);
  const token = consoleTokenOf(services.env);
  const sendPage = createSendDoorPage(services, 'console');
  const callsOf = (request: Request, credential: string): ConsoleCalls => {
    const { locale, country } = request.editionPath.edition;
    return consoleCalls(client, { locale, country }, credential, clock);
  };
  /** @param session of who has signed in; null before */
  const send = (
    { request, response, session }: Pick<Visit, 'request' | 'response'> & { session: string | null },
    model: ConsoleModel,
    status = 200,
  ): void => {
    const title = texts.of(request.editionPath.edition).t('console:title');
    const place = request.method === 'GET' && session !== null ? request.editionPath.path : '/';
    const proof = session === null ? null : cookie.proofOf(session);
    const render = (parts: Parameters<typeof ConsoleView>[0]['parts']) =>
      createElement(ConsoleView, { model, parts, proof });
    sendPage(request, response, { title, place, status, render });
  };
  const go = ({ request, response }: Pick<Visit, 'request' | 'response'>, path: string): void =>
    response.redirect(303, `${doorPrefix(request.editionPath.edition)}${path}`);
  /** Reads a form of the session. @throws ProblemError `origin` for one of anybody else */
  async function readForm({ request, response, session }: Visit, parser = form): Promise<(name: string) => string> {
    await readBody(parser, request, response);
    if (!cookie.isProof(session, field(request.body, 'proof'))) throw new ProblemError('origin', 'no form of ours');
    return (name) => text(field(request.body, name));
  }

  const sendWayIn = (visit: Pick<Visit, 'request' | 'response'>, fault: SignInFault | null, status: number): void =>
    send({ ...visit, session: null }, { page: 'signIn', fault, hasLogin: login !== null }, status);

  /** Leads to the provider and back. What was not begun in this browser counts as a wrong word. */
  async function logIn(request: Request, response: Response, isReturn: boolean): Promise<void> {
    if (!login || token === null) throw new ProblemError('not_found', 'unknown path');
    try {
      if (!isReturn) return response.redirect(302, await login.begin(request, response));
      const { name, locale } = await guard(request, response, () =>
        login.finish(request, response).catch((error: unknown) => {
          if (loginFault(error) === 'login') throw new ProblemError('token', 'no login');
          throw error;
        }),
      );
      const { session } = await callsOf(request, token).signIn(name);
      cookie.keep(request, response, session);
      // The cookie is not sent along a way that another site began: the page goes on by itself.
      response.setHeader('Refresh', `0; url=/${locale}/overview`);
      send({ request, response, session: null }, { page: 'signedIn' });
    } catch (error) {
      const isRefused = error instanceof ProblemError && error.code === 'token';
      const fault = isRefused ? 'login' : loginFault(error);
      if (fault === null) throw error;
      services.log.warn({ reason: fault }, events.loginFailed);
      sendWayIn({ request, response }, fault, fault === 'provider' ? 503 : fault === 'role' ? 403 : 401);
    }
  }

  async function signIn(request: Request, response: Response): Promise<void> {
    await readBody(form, request, response);
    const token = text(field(request.body, 'token')).slice(0, 400) || '-';
    try {
      const { session } = await guard(request, response, () => callsOf(request, token).signIn());
      cookie.keep(request, response, session);
      go({ request, response }, '/overview');
    } catch (error) {
      const code = error instanceof ProblemError ? error.code : null;
      if (code !== 'token' && code !== 'too_many') throw error;
      const [fault, status] = code === 'token' ? (['token', 401] as const) : (['limit', 429] as const);
      sendWayIn({ request, response }, fault, status);
    }
  }

  async function showFeeds(visit: Visit, answer: HeldAnswer | null = null, failure: string | null = null) {
    const known = heldAnswers.find((each) => each === queryOf(visit.request).get('said'));
    const feeds = await visit.calls.feeds();
    send(visit, { page: 'feeds', feeds, answer: answer ?? known ?? null, failure }, failure === null ? 200 : 422);
  }

  async function showText(visit: Visit, id: string, fault: TextFault | null = null): Promise<void> {
    const said = textAnswers.find((each) => each === queryOf(visit.request).get('said')) ?? null;
    const subject = await visit.calls.text(subjectOf(id));
    send(visit, { page: 'text', subject, answer: said, fault }, fault === null ? 200 : 422);
  }

  /** What is there, by method and path; the last piece of a path may be an id. */
  const places: Readonly<Record<string, Place>> = {
    'GET /': async (visit) => go(visit, '/overview'),
    'GET /overview': async (visit) => {
      const overview = await visit.calls.overview();
      send(visit, { page: 'overview', ...overview, load: metrics.recent.read() });
    },
    'GET /feeds': (visit) => showFeeds(visit),
    'GET /feeds/:id': async (visit, id) => send(visit, { page: 'report', report: await visit.calls.report(id) }),
    'POST /held': async (visit) => {
      const read = await readForm(visit);
      const act = read('act') === 'approve' ? 'approve' : 'drop';
      const { isDone, failure } = await visit.calls.decide(read('name'), act);
      if (failure !== null) return showFeeds(visit, null, failure);
      const said: HeldAnswer = act === 'drop' ? 'dropped' : isDone ? 'approved' : 'running';
      go(visit, `/feeds?said=${said}`);
    },
    'GET /offers': async (visit) => send(visit, { page: 'offers', ...(await visit.calls.offers()) }),
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
      const query = text(queryOf(visit.request).get('q')).slice(0, 100);
      send(visit, { page: 'texts', query, texts: await visit.calls.texts(query) });
    },
    'GET /texts/:id': (visit, id) => showText(visit, id),
    'POST /texts/:id': async (visit, id) => {
      const subject = subjectOf(id);
      const read = await readForm(visit, longForm);
      const texts = Object.keys(correctableTexts[subject.kind]).flatMap((field) =>
        languagesOf(subject.kind).map((language) => ({ field, language, text: read(textField(field, language)) })),
      );
      const isLong = texts.some((each) => each.text.length > (longestText(subject.kind, each.field) ?? 0));
      if (isLong) return showText(visit, id, 'long');
      const isChanged = await visit.calls.correct(subject, texts);
      go(visit, `${subjectPath(subject)}?said=${isChanged ? 'saved' : 'same'}`);
    },
    'GET /log': async (visit) => send(visit, { page: 'log', acts: (await visit.calls.acts()).acts }),
    'POST /sign-out': async (visit) => {
      await readForm(visit);
      await visit.calls.signOut();
      cookie.drop(visit.request, visit.response);
      go(visit, '/');
    },
  };

  return async (request, response) => {
    const method = request.method === 'HEAD' ? 'GET' : request.method;
    const [, first = '', id = '', ...rest] = request.editionPath.path.split('/');
    const place = `${method} /${first}${id === '' ? '' : '/:id'}`;
    request.notes.route = 'console_page';
    if (rest.length > 0) throw new ProblemError('not_found', 'unknown path');
    if (place === 'POST /sign-in') return signIn(request, response);
    if (method === 'GET' && first === 'login' && (id === '' || id === 'return'))
      return logIn(request, response, id === 'return');
    const handle = Object.hasOwn(places, place) ? places[place] : undefined;
    if (!handle) throw new ProblemError('not_found', 'unknown path');
    const session = cookie.of(request);
    const askToSignIn = (status: number): void => {
      if (session !== null) cookie.drop(request, response);
      const fault = session === null ? null : 'token';
      sendWayIn({ request, response }, fault, status);
    };
    if (session === null) return askToSignIn(method === 'GET' ? 200 : 401);
    try {
      await guard(request, response, () =>
        handle({ request, response, session, calls: callsOf(request, session) }, decodeURIComponent(id)),
      );
    } catch (error) {
      if (!(error instanceof ProblemError && error.code === 'token')) throw error;
      askToSignIn(401);
    }
  };
}
