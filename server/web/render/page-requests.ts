import type { Request } from 'express';
import type { Logger } from 'pino';
import { ProblemError } from '../../contract/problem.js';
import type { Environment } from '../../env.js';
import type { Client } from '../api/client.js';
import { EndedError } from '../cache/cached-response.js';
import { type Consents, consentsOf } from '../consent/consent.js';
import { deliveryCountry } from '../http/edition-path.js';
import { type EnvironmentSettings, environmentOf } from '../http/environment.js';
import { ownPath } from '../http/forms.js';
import { describeError, isFirstReport, notes } from '../http/log.js';
import { events } from '../http/log-events.js';
import { sessionOf } from '../http/session-cookie.js';
import { sectionShare } from '../http/timeouts.js';
import { clientOf } from '../http/token-buckets.js';
import { type ExternalAddresses, externalLink } from '../routes/external-pages.js';
import { localPath } from '../routes/paths.js';
import type { RouteMatch } from '../routes/route-table.js';
import type { EditionPath, Routes } from '../routes/routes.js';
import type { Texts } from '../texts/texts.js';
import type { PageRequest } from './page.js';

/** The requested page, without data about the visitor. */
export interface Ask {
  editionPath: EditionPath;
  match: RouteMatch;
  query: URLSearchParams;
  /** Configured name of a mapped host; empty for all others, which look the same. */
  host: string;
  environment: Environment;
  country: string;
}
/** Data about the visitor for private pages. */
export interface Visitor {
  session: string | null;
  cameFrom: string | null;
  client: string;
  /** Choices about external hosts (D33). */
  consents: Consents;
}
const nobody: Visitor = { session: null, cameFrom: null, client: '', consents: {} };

/** Makes the requests that pages receive. */
export interface PageRequests {
  /** Returns the page that a request asks for. */
  askOf(request: Request, asked: Pick<Ask, 'editionPath' | 'match' | 'query'>): Ask;
  visitorOf(request: Request, placeholder: EditionPath): Visitor;
  /** @param visitor left out for shared pages */
  open(ask: Ask, visitor?: Visitor): PageRequest;
}
interface Needs {
  env: EnvironmentSettings & ExternalAddresses;
  routes: Routes;
  client: Client;
  texts: Texts;
  log: Logger;
  metrics: { brokenSection(what: string): void };
}

export function createPageRequests({ env, routes, client, texts, log, metrics }: Needs): PageRequests {
  return {
    askOf: (request, { editionPath: placeholder, match, query }) => ({
      editionPath: placeholder,
      match,
      query,
      host: routes.hostId(request.host ?? ''),
      environment: environmentOf(env, request.host),
      country: deliveryCountry(request, placeholder.edition),
    }),
    visitorOf(request, { edition }) {
      const from = URL.parse(request.get('referer') ?? '');
      const isOwn = from && from.host === request.host && routes.locate(from.host, from.pathname).edition === edition;
      return {
        session: sessionOf(request),
        cameFrom: isOwn ? ownPath(from.pathname + from.search) : null,
        client: clientOf(request.ip ?? ''),
        consents: consentsOf(request),
      };
    },
    open({ editionPath: placeholder, country, ...ask }, visitor = nobody) {
      const { edition, prefix } = placeholder;
      const { locale } = edition;
      const broken = new Set<string>();
      return {
        ...ask,
        ...visitor,
        ...texts.of(edition),
        country,
        edition,
        prefix,
        api: client.for({ locale, country }),
        url: (name, parameters, page) =>
          externalLink(env, edition, name, parameters) ?? prefix + localPath(edition, name, parameters, page),
        async optional(what, load, share = sectionShare) {
          try {
            return await load(client.for({ locale, country }, client.timeoutMs * share));
          } catch (error) {
            const made = notes();
            // A page with a failed section must not be cached.
            made?.lifetime.spoil();
            if ((error instanceof ProblemError && error.code === 'not_found') || broken.has(what)) return null;
            // Without this error, the page would look as if no shop sold the product.
            if (share === 1 && error instanceof EndedError) throw error;
            broken.add(what);
            metrics.brokenSection(what);
            if (isFirstReport(error, events.pageOptionalFailed))
              log.warn({ what, route: made?.route, error: describeError(error) }, events.pageOptionalFailed);
            return null;
          }
        },
      };
    },
  };
}
