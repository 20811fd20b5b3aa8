import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Express } from 'express';
import supertest from 'supertest';
import type { Wire } from '../../server/contract/operations/handler-types.js';
import { type OperationId, operations } from '../../server/contract/operations/operations.js';
import { type ProblemCode, problemStatus } from '../../server/contract/problem.js';
import type { Gate } from '../../server/web/admission/gate.js';
import { type StyleChunk, StyleSheet } from '../../server/web/assets/style-sheet.js';
import { createConsole } from '../../server/web/console/console.js';
import { inline } from '../../server/web/http/inline.js';
import { createMerchantPortal } from '../../server/web/merchants/merchant-portal.js';
import type { ManualClock } from '../support/manual-clock.js';
import type { MarketplaceStub } from './marketplace-stub.js';
import { startWeb, type WebResponse } from './web.js';

type Body = Readonly<Record<string, unknown>>;
type Answer<I extends OperationId> = Wire<I> | ProblemCode;
/** Answers of the marketplace by call: data as on the wire, the code of an error, or a function of the call's body. */
type Answers = { [I in OperationId]?: Answer<I> | ((body: Body) => Answer<I>) };
interface Sent {
  /** Path of a read, name of an operation, or `refresh` when the shop looks for changed offers. */
  readonly call: string;
  /** Edition and country, as in an address. */
  readonly audience: string;
  readonly body: Body;
  readonly key: string | undefined;
}

const operationIds = new Map(Object.entries(operations).map(([id, { path }]) => [path, id as OperationId]));

/** Starts a marketplace that answers the calls of portals, over real HTTP, and records what they send. */
async function startMarketplace(answers: Answers, sent: Sent[]): Promise<MarketplaceStub> {
  const server = createServer(async (message, response) => {
    const chunks = await message.toArray();
    const [path = '', audience = ''] = (message.url ?? '').split('?');
    const id = operationIds.get(path);
    const body = chunks.length === 0 ? {} : JSON.parse(Buffer.concat(chunks).toString());
    sent.push({ call: id ?? path, audience, body, key: message.headers['idempotency-key'] as string | undefined });
    const answer = id && answers[id];
    const given: unknown = typeof answer === 'function' ? answer(body) : answer;
    const reply = path === '/readyz' ? { isDemonstration: true } : (given ?? 'not_found');
    response.setHeader('content-type', 'application/json').setHeader('x-catalogue-generation', 'g1');
    if (typeof reply !== 'string') return void response.end(JSON.stringify(reply));
    const status = problemStatus[reply as ProblemCode];
    response.writeHead(status, { 'content-type': 'application/problem+json' });
    response.end(JSON.stringify({ type: 'about:blank', title: 'x', status, code: reply }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls: [],
    breakOn: () => {},
    generation: 'g1',
    offers: null,
    tagsOf: () => '',
    cacheControlOf: () => null,
    stop: () => new Promise((resolve) => server.close(() => resolve()).closeAllConnections()),
  };
}

export const operatorSession = `pos_${'A'.repeat(43)}`;
export const merchantSession = `pms_${'A'.repeat(43)}`;

/** Rules of a view: one for lists, and one for elements that no page has. */
const styles = (view: string): StyleChunk[] => [
  `.${view}{color:red}`,
  { selectors: [['.list', 'portal-list']], body: 'margin:0' },
  { selectors: [['.never', 'never']], body: 'margin:0' },
];

/** The console and the merchant portal before such a marketplace. */
export interface Portals {
  readonly answers: Answers;
  readonly sent: Sent[];
  readonly lines: string[];
  readonly clock: ManualClock;
  /** Slots of changes and imports of merchants. */
  readonly gate: Gate;
  /** Calls of one operation, without their credential. */
  bodies(call: OperationId): Body[];
  /** Requests with a session. */
  get(path: string, cookie?: string): supertest.Test;
  /** Sends a form with a session, and with its proof unless `fields` have another one. */
  post(path: string, fields?: Record<string, string>, cookie?: string): Promise<WebResponse>;
  request(method: string, path: string): supertest.Test;
  proof(): Promise<string>;
  /** Lets time pass while a request waits. @returns its response, and the milliseconds that passed */
  awaited(work: PromiseLike<WebResponse>): Promise<WebResponse & { waitedMs: number }>;
  stop(): Promise<void>;
}

/** Starts one portal. @param answers of its marketplace, which a test may change */
export async function startPortal(
  kind: 'console' | 'merchants',
  answers: Answers,
  settings: Record<string, string> = {},
): Promise<Portals> {
  const sent: Sent[] = [];
  const web = await startWeb(settings, startMarketplace(answers, sent));
  await web.renew();
  const { services } = web;
  services.client.offers.refresh = async () =>
    void sent.push({ call: 'refresh', audience: '', body: {}, key: undefined });
  // The console has colours of its own and a second sheet; the merchant portal has neither.
  const isConsole = kind === 'console';
  const styled = {
    ...services,
    branding: { ...services.branding, style: isConsole ? inline(':root{--ink:#123}') : null },
    assets: {
      ...services.assets,
      css: (view: string) => new StyleSheet(styles(view), isConsole ? '/build/lower.css' : ''),
    },
  };
  const app: Express = isConsole
    ? createConsole(styled)
    : createMerchantPortal({ ...styled, gate: services.admission.gates.merchant });
  const [name, session, home] = isConsole
    ? ['operator', operatorSession, '/log']
    : ['merchant', merchantSession, '/feeds'];
  const own = `${name}=${session}`;
  const request = (method: string, path: string) => new supertest.Test(app, method, path);
  const get = (path: string, cookie = own) => request('GET', path).set('cookie', cookie);
  const proof = async (): Promise<string> => {
    const before = sent.length;
    const { text } = await get(home);
    sent.length = before;
    return /name="proof" value="([^"]+)"/.exec(text)?.[1] ?? '';
  };
  return {
    answers,
    sent,
    lines: web.lines,
    clock: web.clock,
    gate: services.admission.gates.merchant,
    bodies: (call) => sent.filter((each) => each.call === call).map(({ body: { credential: _, ...rest } }) => rest),
    get,
    request,
    proof,
    async post(path, fields = {}, cookie = own) {
      const body = new URLSearchParams({ proof: await proof(), ...fields }).toString();
      const type = 'application/x-www-form-urlencoded';
      return request('POST', path).set({ cookie, 'content-type': type }).send(body);
    },
    async awaited(work) {
      const { clock } = web;
      const before = clock.steady();
      let isDone = false;
      const ended = Promise.resolve(work).finally(() => {
        isDone = true;
      });
      while (!isDone) {
        await Promise.race([ended, clock.untilWaiting()]);
        if (!isDone) await clock.advance(100);
      }
      return Object.assign(await ended, { waitedMs: clock.steady() - before });
    },
    stop: () => web.stop(),
  };
}
