import type { Request, Response } from 'express';
import type { ReactNode } from 'react';
import type { Formats, Translate } from '../../../views/formats.js';
import type { Url } from '../../../views/links.js';
import type { Crumb } from '../../../views/models.js';
import type { Drawings } from '../../../views/picture-widths.js';
import type { Vehicle } from '../../contract/vehicles.js';
import type { Environment } from '../../env.js';
import type { Api } from '../api/client.js';
import type { Parameter } from '../cache/page-key.js';
import type { Consents } from '../consent/consent.js';
import type { Edition } from '../routes/editions.js';
import type { RouteMatch } from '../routes/route-table.js';
import type { EditionPath } from '../routes/routes.js';
import type { Absolute, SchemaOrgThing } from '../search-engines/structured-data.js';

/** A refused form, shown on its page (D42). */
export interface PageProblem {
  code: string;
  message: string;
  /** Line of the cart with the error. */
  lineId: string | null;
}

/** The request that a page answers. */
export interface PageRequest {
  edition: Edition;
  /** Prefix of the edition's addresses on this host. */
  prefix: string;
  host: string;
  country: string;
  match: RouteMatch;
  /** Shared pages receive only the parameters in their own `query`. */
  query: URLSearchParams;
  api: Api;
  t: Translate;
  format: Formats;
  /** Builds addresses of the page's edition. */
  url: Url;
  environment: Environment;
  /** Session id; only for private pages, because shared ones are the same for everybody (D27). */
  session: string | null;
  /** Previous page of the edition, if the browser sends it; only for private pages. */
  cameFrom: string | null;
  /** Key of the client for rate limits; only for private pages, and never stored. */
  client: string;
  /** Choices about external hosts; only for private pages (D33). */
  consents: Consents;
  /**
   * Loads optional data. A failure gives null and a log line.
   *
   * @param load receives the API for its calls
   * @param share of the page's time for each call; 1 for all of it
   */
  optional<T>(what: string, load: (api: Api) => Promise<T>, share?: number): Promise<T | null>;
}

/** Result of a page's `load`. */
export interface LoadedPage<M> {
  model: M;
  crumbs: Crumb[];
  /** Vehicle of the page, which the visitor's device remembers. */
  vehicle: Vehicle | null;
  /** Canonical path and query. Other spellings are redirected there (D3). */
  address: string;
  /** Drawings of the first view; none if missing. */
  drawings?: Drawings;
  /** External documents, which the page shows in frames after consent (D33). */
  embeds?: readonly string[];
  /** Address for search engines if it differs (D47, D48). */
  canonical?: string;
  /** Values of the choice parameter (`page-key.ts`). */
  choices?: readonly string[];
  /** External origin that a form posts to (D68). */
  formOrigin?: string;
  /** Renders only the view, for a script that inserts a part of it into another page. */
  isFragment?: boolean;
  /** HTTP status; 200 if missing. A search without hits is 404 (D58), a cart that cannot be read 503. */
  status?: 200 | 404 | 503;
  /** Returns the address of the same page in another edition (D60). */
  alternate(edition: Edition, url: Url): string;
}
export interface Head {
  title: string;
  description: string;
  isIndexed: boolean;
  /** Absolute path of a picture for previews of shared links. */
  image?: string;
}

/** A request that may change something. `request` has its body and cookies; `response` takes cookies and headers. */
export interface Visit extends PageRequest {
  request: Request;
  response: Response;
  editionPath: EditionPath;
}
/** Redirect to another address. */
interface Way {
  location: string;
  /** Status of the redirect; 303 if missing. */
  status?: 302 | 303;
}
/** A page that is shown instead of a redirect. */
interface Shown {
  page: AnyPage;
  status: number;
  /** Query of the shown page. If missing, that of the read, and none for a form. */
  query?: URLSearchParams | undefined;
}
/** Result of a visit: a redirect, another page, the page itself with an optional notice, or null if it was answered. */
export type Outcome<S> = Way | Shown | (Omit<Shown, 'page'> & { notice?: S }) | null;

/**
 * A page: its data, view, cache policy and head, and its reactions to visits and forms.
 *
 * `S` is the notice that a visit can make it show, such as a refused form (D42). The page is then private.
 */
export interface Page<M, S> {
  /** File name of the view without `.view.tsx`, which also names its style sheet. */
  readonly name: string;
  /** @param notice notice; null without one */
  load(request: PageRequest, notice: S | null): Promise<LoadedPage<M>>;
  view(model: M): ReactNode;
  /** `shared`: the same for everybody with the same edition and country; `private`: for one visitor (D27, D56). */
  readonly cache: 'shared' | 'private';
  /** Parameters that a shared page reads, in their order. Others are neither visible nor in its key (D56). */
  readonly query?: readonly Parameter[];
  head(loaded: LoadedPage<M>, request: PageRequest): Head;
  /** Returns the page's subject for search engines. Breadcrumbs are added to every page. */
  structuredData?(loaded: LoadedPage<M>, request: PageRequest, absolute: Absolute): SchemaOrgThing[];
  /** Handles reads that do more than show the page, such as a redirect to a provider. */
  get?(visit: Visit): Promise<Outcome<S>>;
  /** Handles the form that posts to the page's address; left out, POST is refused. */
  post?(visit: Visit): Promise<Outcome<S>>;
}

/** A page without the type of its model. */
export interface AnyPage {
  readonly name: string;
  readonly cache: 'shared' | 'private';
  readonly query?: readonly Parameter[] | undefined;
  /** The page shows a notice to one visitor, whichever page sent the form. */
  readonly hasNotice: boolean;
  prepare(request: PageRequest): Promise<PreparedPage>;
  readonly get?: Act | undefined;
  readonly post?: Act | undefined;
}
/** Handles a visit by an action, before or instead of showing the page. */
export type Act = (visit: Visit) => Promise<Way | Shown | null>;
/** A page that can show a notice. */
export interface NoticePage<S> extends AnyPage {
  withNotice(notice: S): AnyPage;
}
export interface PreparedPage extends Omit<LoadedPage<unknown>, 'model'> {
  head: Head;
  structuredData?(absolute: Absolute): SchemaOrgThing[];
  view(): ReactNode;
}

export function definePage<M, S = never>(page: Page<M, S>): NoticePage<S> {
  const made = (notice: S | null): AnyPage => ({
    name: page.name,
    cache: notice === null ? page.cache : 'private',
    query: page.query,
    hasNotice: notice !== null,
    async prepare(request) {
      const loaded = await page.load(request, notice);
      return {
        ...loaded,
        head: page.head(loaded, request),
        structuredData: (absolute) => page.structuredData?.(loaded, request, absolute) ?? [],
        view: () => page.view(loaded.model),
      };
    },
    get: page.get && act(page.get),
    post: page.post && act(page.post),
  });
  const act =
    (visited: (visit: Visit) => Promise<Outcome<S>>): Act =>
    async (visit) => {
      const outcome = await visited(visit);
      if (!outcome || 'location' in outcome || 'page' in outcome) return outcome;
      const { notice, status, query } = outcome;
      return { page: made(notice ?? null), status, query };
    };
  return { ...made(null), withNotice: made };
}
