import express, { type Request, type RequestHandler, type Response } from 'express';
import { createElement } from 'react';
import { type DoorFault, type DoorModel, type MerchantIn, MerchantView } from '../../../views/pages/merchant.view.js';
import {
  feedMode,
  longestFile,
  type Merchant,
  type MerchantReport,
  offerKey,
  offerPart,
} from '../../contract/merchants.js';
import { ProblemError, problemStatus } from '../../contract/problem.js';
import type { Gate } from '../admission/gate.js';
import { doorCookie } from '../doors/door-cookie.js';
import { createSendDoorPage, doorPrefix } from '../doors/door-document.js';
import type { DoorServices } from '../doors/door-services.js';
import { readBody } from '../doors/read-body.js';
import { field, queryOf } from '../http/audience.js';
import { problemMessage, problemType } from '../texts/problem-texts.js';
import { doorErrors } from './describe-door.js';
import type { DoorLimits } from './limits.js';
import { type MerchantCalls, merchantCalls } from './merchant-calls.js';
import { formOf } from './offer-calls.js';

/** Where `type` of an error leads: the same path as in the shop, with the words of the door's own codes. */
const [errorsPath = ''] = problemType('token').split('#');

/** What the merchants' door works with. */
export interface MerchantDoor extends DoorServices {
  /** Slots of what merchants send. */
  readonly gate: Gate;
}

const form = express.urlencoded({ limit: '8kb', inflate: false, extended: false, parameterLimit: 20 });
const multipart = express.raw({ limit: longestFile + 64 * 1024, inflate: false, type: 'multipart/form-data' });

/** A visit of who has signed in. */
interface Visit {
  readonly request: Request;
  readonly response: Response;
  readonly session: string;
  readonly who: Merchant;
  readonly calls: MerchantCalls;
}

const text = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

/** A number as people write it; undefined where the field is left empty, NaN where it is none. */
function numberOf(value: unknown): number | undefined {
  const written = text(value).replace(',', '.');
  return written === '' ? undefined : Number(written);
}

/** Three plain pages and the way in, which know a merchant by the door's own cookie. */
export function doorPages(services: MerchantDoor & { readonly limits: DoorLimits }): RequestHandler {
  const { client, texts, keys, limits, gate, clock } = services;
  const cookie = doorCookie('merchant', 'pms', keys);
  const sendPage = createSendDoorPage(services, 'merchant');
  /** @param merchant who has signed in; null before */
  const send = (request: Request, response: Response, model: DoorModel, merchant: MerchantIn | null, status = 200) => {
    const title = texts.of(request.editionPath.edition).t('merchant:title');
    const places = { signIn: '/', errors: errorsPath, feeds: '/feeds', offers: '/offers' };
    const place = model.page === 'report' ? `/feeds/${model.report.id}` : places[model.page];
    sendPage(request, response, {
      ...{ title, place, status },
      render: (parts) => createElement(MerchantView, { model, parts, merchant }),
    });
  };
  const callsOf = (request: Request, credential: string): MerchantCalls => {
    const { locale, country } = request.editionPath.edition;
    return merchantCalls(client, { locale, country }, credential, clock);
  };
  const go = (request: Request, response: Response, path: string): void =>
    response.redirect(303, `${doorPrefix(request.editionPath.edition)}${path}`);
  const frameOf = ({ who, session }: Visit): MerchantIn => ({
    name: who.shop.name,
    mayWrite: who.scopes.includes('offers'),
    proof: cookie.proofOf(session),
  });

  async function signIn(request: Request, response: Response): Promise<void> {
    await readBody(form, request, response);
    const refuse = (fault: DoorFault, status: number): void =>
      send(request, response, { page: 'signIn', fault }, null, status);
    try {
      const token = text(field(request.body, 'token')).slice(0, 120) || '-';
      const { session } = await limits.guard(request, response, () => callsOf(request, token).signIn());
      cookie.keep(request, response, session);
      go(request, response, '/feeds');
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      if (error.code === 'token') return refuse('token', 401);
      if (error.code === 'too_many') return refuse('limit', 429);
      throw error;
    }
  }

  async function showFeeds(visit: Visit, fault: DoorFault | null = null, status = 200): Promise<void> {
    const { imports } = await visit.calls.imports();
    send(visit.request, visit.response, { page: 'feeds', imports, fault }, frameOf(visit), status);
  }

  async function showReport(visit: Visit, id: string): Promise<void> {
    const report = await visit.calls.report(id);
    send(visit.request, visit.response, { page: 'report', report }, frameOf(visit));
  }

  async function upload(visit: Visit): Promise<void> {
    const { request, response, session, calls } = visit;
    limits.take('file', session, response);
    try {
      await readBody(multipart, request, response);
    } catch (error) {
      if ((error as { type?: unknown }).type === 'entity.too.large') return showFeeds(visit, 'file', 413);
      throw error;
    }
    const body: unknown = request.body;
    if (!Buffer.isBuffer(body)) throw new ProblemError('media_type');
    const fields = await formOf(body, request.get('content-type') ?? '');
    if (!cookie.isProof(session, fields.get('proof'))) return showFeeds(visit, 'form', 403);
    const file = fields.get('file');
    const mode = feedMode.options.find((known) => known === fields.get('mode'));
    if (!(file instanceof File) || file.size === 0 || file.size > longestFile || !mode)
      return showFeeds(visit, 'file', 400);
    const content = Buffer.from(await file.arrayBuffer()).toString('base64');
    const isDryRun = fields.get('dryRun') === '1';
    const { id } = await gate.run('person', () => calls.send({ mode, isDryRun, source: 'file', content }));
    await calls.ended(id);
    go(request, response, `/feeds/${id}`);
  }

  async function showOffers(
    visit: Visit,
    { fault = null, reason = null, wanted }: { fault?: DoorFault | null; reason?: string | null; wanted?: string } = {},
    status = 200,
  ): Promise<void> {
    const { request, response, calls } = visit;
    const query = queryOf(request);
    const key = (wanted ?? query.get('key') ?? '').trim().slice(0, 64);
    const { offers, next } = await calls.offers({ key, isExact: false, after: query.get('after') || undefined });
    const prefix = doorPrefix(request.editionPath.edition);
    const what = (['saved', 'removed'] as const).find((known) => known === query.get('said'));
    const model = {
      page: 'offers',
      wanted: key,
      offers,
      next: next === null ? null : `${prefix}/offers?${new URLSearchParams({ key, after: next })}`,
      said: status === 200 && what ? { what, key } : null,
      fault,
      reason,
    } as const;
    send(request, response, model, frameOf(visit), status);
  }

  async function changeOffer(visit: Visit): Promise<void> {
    const { request, response, session, calls } = visit;
    await readBody(form, request, response);
    const { body } = request;
    const key = offerKey.safeParse(field(body, 'key'));
    const wanted = key.data ?? '';
    if (!cookie.isProof(session, field(body, 'proof'))) return showOffers(visit, { fault: 'form', wanted }, 403);
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
      const reason = part.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ');
      return showOffers(visit, { reason, wanted }, 400);
    }
    const offer = isWithdrawn ? { key: wanted, delete: true as const } : { key: wanted, ...part.data };
    const mode = isWithdrawn ? 'update' : 'partial';
    const report = await gate.run('person', async () => {
      const { id } = await calls.send({ mode, isDryRun: false, source: 'offer', offers: [offer] });
      return calls.ended(id);
    });
    if (report.endedAt === null) return showOffers(visit, { fault: 'later', wanted }, 202);
    const reason = reasonOf(report);
    if (reason !== null) return showOffers(visit, { reason, wanted }, 422);
    go(request, response, `/offers?${new URLSearchParams({ key: wanted, said: isWithdrawn ? 'removed' : 'saved' })}`);
  }

  async function signOut({ request, response, session, calls }: Visit): Promise<void> {
    await readBody(form, request, response);
    if (!cookie.isProof(session, field(request.body, 'proof'))) throw new ProblemError('origin');
    await calls.signOut();
    cookie.drop(request, response);
    go(request, response, '/');
  }

  const showErrors = (request: Request, response: Response): void => {
    const { t } = texts.of(request.editionPath.edition);
    const codes = doorErrors.map((code) => ({ code, status: problemStatus[code], words: problemMessage(t, code) }));
    send(request, response, { page: 'errors', codes }, null);
  };

  /** What is there, by method and path; the last piece of a path may be an id. */
  const places: Readonly<Record<string, (visit: Visit, id: string) => Promise<void>>> = {
    'GET /': async ({ request, response }) => go(request, response, '/feeds'),
    'GET /feeds': (visit) => showFeeds(visit),
    'GET /feeds/:id': showReport,
    'POST /feeds': upload,
    'GET /offers': (visit) => showOffers(visit),
    'POST /offers': changeOffer,
    'POST /sign-out': signOut,
  };

  return async (request, response) => {
    const { path } = request.editionPath;
    const [, id = ''] = /^\/feeds\/([\w-]{8,64})$/.exec(path) ?? [];
    const method = request.method === 'HEAD' ? 'GET' : request.method;
    const place = `${method} ${id === '' ? path : '/feeds/:id'}`;
    request.notes.route = 'merchant_page';
    if (place === 'POST /sign-in') return signIn(request, response);
    if (place === `GET ${errorsPath}`) return showErrors(request, response);
    const handle = Object.hasOwn(places, place) ? places[place] : undefined;
    if (!handle) throw new ProblemError('not_found', 'unknown path');
    const session = cookie.of(request);
    const askToSignIn = (status: number): void => {
      if (session !== null) cookie.drop(request, response);
      send(request, response, { page: 'signIn', fault: session === null ? null : 'token' }, null, status);
    };
    if (session === null) return askToSignIn(method === 'GET' ? 200 : 401);
    try {
      await limits.guard(request, response, async () => {
        limits.take('read', session, response);
        const calls = callsOf(request, session);
        await handle({ request, response, session, calls, who: await calls.who() }, id);
      });
    } catch (error) {
      if (!(error instanceof ProblemError && error.code === 'token')) throw error;
      askToSignIn(401);
    }
  };
}

/** Why a change was not taken in; null where it was. */
function reasonOf({ status, reason, rejectedRows }: MerchantReport): string | null {
  const [row] = rejectedRows.filter(({ outcome }) => outcome === 'rejected');
  if (row) return `${row.field} ${row.reason}`;
  return status === 'refused' || status === 'failed' || status === 'held' ? (reason ?? status) : null;
}
