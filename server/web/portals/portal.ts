import express, { type Request, type RequestHandler, type Response } from 'express';
import { ProblemError } from '../../contract/problem.js';
import { type Audience, field, queryOf } from '../http/audience.js';
import type { Guard } from './guard.js';
import { readBody } from './portal-app.js';
import { portalCookie } from './portal-cookie.js';
import { portalPrefix } from './portal-document.js';
import type { PortalServices } from './portal-services.js';

/** A request that may have no session. */
export interface Anonymous {
  readonly request: Request;
  readonly response: Response;
}
/** A request with the session of somebody who has signed in. */
export interface SignedIn<Calls extends PortalCalls> extends Anonymous {
  readonly session: string;
  readonly calls: Calls;
  readonly who: Awaited<ReturnType<Calls['who']>>;
}
interface PortalCalls {
  signIn(): Promise<{ session: string; made?: string | null }>;
  signOut(): Promise<unknown>;
  /** Returns the person or the merchant of the session. */
  who(): Promise<unknown>;
}
/** Handles one path; `id` is the last segment of a path with two. */
type Place<V> = (visit: V, id: string) => void | Promise<void>;
type Places<V> = Readonly<Record<string, Place<V>>>;

interface Settings<Calls extends PortalCalls> {
  /** Name of the cookie, and what its sessions begin with. */
  readonly cookie: readonly [name: string, sessionPrefix: string];
  /** Path of the page after signing in. */
  readonly home: string;
  /** Characters of the longest token. */
  readonly longestToken: number;
  readonly guard: Guard['guard'];
  /** Counts a request of a session against limits. @throws ProblemError `too_many` */
  limit?(session: string, response: Response): void;
  callsOf(audience: Audience, credential: string): Calls;
  sendSignIn(visit: Anonymous, fault: 'token' | 'limit' | null, status: number): void;
  /** Shows the token that an invitation was exchanged for. */
  sendToken?(visit: Anonymous, token: string): void;
}

export const form: RequestHandler = express.urlencoded({
  limit: '64kb',
  inflate: false,
  extended: false,
  parameterLimit: 20,
});
export const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');
/** The result of the last form, which the address carries. */
export const feedbackOf = <A extends string>({ request }: Anonymous, known: readonly A[]): A | null =>
  known.find((each) => each === queryOf(request).get('feedback')) ?? null;

/** Creates what the pages of a portal share: sessions by cookie, forms with a proof, signing in and out. */
export function createPortal<Calls extends PortalCalls>(
  { keys }: Pick<PortalServices, 'keys'>,
  settings: Settings<Calls>,
) {
  const { longestToken, guard, sendSignIn } = settings;
  const cookie = portalCookie(...settings.cookie, keys);
  const callsOf = (request: Request, credential: string): Calls => {
    const { locale, country } = request.editionPath.edition;
    return settings.callsOf({ locale, country }, credential);
  };
  const go = ({ request, response }: Anonymous, path: string): void =>
    response.redirect(303, `${portalPrefix(request.editionPath.edition)}${path}`);

  /** Reads a form of the session. @throws ProblemError `origin` for a form of another origin */
  async function readForm({ request, response, session }: SignedIn<Calls>, parser = form) {
    await readBody(parser, request, response);
    if (!cookie.isProof(session, field(request.body, 'proof'))) throw new ProblemError('origin', 'no form of ours');
    return (name: string) => textOf(field(request.body, name));
  }

  async function signIn(visit: Anonymous): Promise<void> {
    const { request, response } = visit;
    await readBody(form, request, response);
    const token = textOf(field(request.body, 'token')).slice(0, longestToken) || '-';
    try {
      const { session, made = null } = await guard(request, response, () => callsOf(request, token).signIn());
      cookie.keep(request, response, session);
      if (made !== null) settings.sendToken?.(visit, made);
      else go(visit, settings.home);
    } catch (error) {
      const code = error instanceof ProblemError ? error.code : null;
      if (code === 'token') return sendSignIn(visit, 'token', 401);
      if (code === 'too_many') return sendSignIn(visit, 'limit', 429);
      throw error;
    }
  }

  async function signOut(visit: SignedIn<Calls>): Promise<void> {
    await readForm(visit);
    await visit.calls.signOut();
    cookie.drop(visit.request, visit.response);
    go(visit, '/');
  }

  /**
   * @param route name in log and metrics
   * @param open places without a session
   * @param places all others by method and path; `:id` may be the second piece of a path
   */
  function serve(route: string, open: Places<Anonymous>, places: Places<SignedIn<Calls>>): RequestHandler {
    const publicPlaces = new Map<string, Place<Anonymous>>(Object.entries({ 'POST /sign-in': signIn, ...open }));
    const home: Place<Anonymous> = (visit) => go(visit, settings.home);
    const ownPlaces = new Map<string, Place<SignedIn<Calls>>>(
      Object.entries({ 'GET /': home, 'POST /sign-out': signOut, ...places }),
    );
    return async (request, response) => {
      request.notes.route = route;
      const visit = { request, response };
      const { path } = request.editionPath;
      const method = request.method === 'HEAD' ? 'GET' : request.method;
      const publicPlace = publicPlaces.get(`${method} ${path}`);
      if (publicPlace) return publicPlace(visit, '');
      const [, first = '', id = '', ...rest] = path.split('/');
      const place = ownPlaces.get(`${method} /${first}${id === '' ? '' : '/:id'}`);
      if (!place || rest.length > 0) throw new ProblemError('not_found', 'unknown path');
      const session = cookie.of(request);
      if (session === null) return sendSignIn(visit, null, method === 'GET' ? 200 : 401);
      try {
        await guard(request, response, async () => {
          settings.limit?.(session, response);
          const calls = callsOf(request, session);
          const who = (await calls.who()) as SignedIn<Calls>['who'];
          await place({ ...visit, session, calls, who }, id);
        });
      } catch (error) {
        if (!(error instanceof ProblemError && error.code === 'token')) throw error;
        cookie.drop(request, response);
        sendSignIn(visit, 'token', 401);
      }
    };
  }

  return { cookie, callsOf, go, readForm, serve };
}
