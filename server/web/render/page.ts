import type { Request, Response } from 'express';
import type { ReactNode } from 'react';
import type { Formats, Translate } from '../../../views/formats.js';
import type { Url } from '../../../views/links.js';
import type { Crumb } from '../../../views/models.js';
import type { Vehicle } from '../../contract/vehicles.js';
import type { Environment } from '../../env.js';
import type { Api } from '../api/client.js';
import type { Parameter } from '../cache/page-key.js';
import type { Consents } from '../consent/consent.js';
import type { Edition } from '../routes/editions.js';
import type { RouteMatch } from '../routes/route-table.js';
import type { EditionPath } from '../routes/routes.js';
import type { Absolute, SchemaOrgThing } from '../search-engines/structured-data.js';

/** A refused form, as the page that carried it shows it (D42). */
export interface PageProblem {
  code: string;
  message: string;
  /** Line of the cart that it is about. */
  lineId: string | null;
}

/** Facts about the request that a page answers. */
export interface PageRequest {
  edition: Edition;
  /** Prefix of the edition's addresses on this host. */
  prefix: string;
  host: string;
  country: string;
  match: RouteMatch;
  /** Of a shared page, only what it names in its own `query`. */
  query: URLSearchParams;
  api: Api;
  t: Translate;
  format: Formats;
  /** Addresses in the edition of the page. */
  url: Url;
  environment: Environment;
  /** Session of the visitor; for private pages only, since all others are the same for everybody (D27). */
  session: string | null;
  /** Page of the edition that the visitor came from, where the browser says so; for private pages only. */
  cameFrom: string | null;
  /** Whom requests are counted for, by address; for private pages only, and never kept. */
  client: string;
  /** The visitor's choices about hosts; for private pages only (D33). */
  consents: Consents;
  /**
   * Loads what the page can do without: null, which the page says, and a log line when it cannot be loaded.
   *
   * @param load makes its calls with what it is given.
   * @param share of the page's time that each call has; 1 for as long as the page itself has.
   */
  optional<T>(what: string, load: (api: Api) => Promise<T>, share?: number): Promise<T | null>;
}

/** Result of a page's `load`: the model of its view, and its place in the shop. */
export interface LoadedPage<M> {
  model: M;
  crumbs: Crumb[];
  /** Vehicle the page is about; the visitor's device remembers it. */
  vehicle: Vehicle | null;
  /** The page's own path and query. Another path in the request is an old or wrong spelling and is redirected (D3). */
  address: string;
  /** Addresses that the page shows frames of, once they are allowed (D33). */
  embeds?: readonly string[];
  /** Where the page leads for search engines, if not to `address` itself (D47, D48). */
  canonical?: string;
  /** All that the page's `Choice` can name. */
  choices?: readonly string[];
  /** Another origin that a form of the page leads to (D68). */
  formOrigin?: string;
  /** Only the view, for script that takes a part out of it: no style, no script, nothing around it. */
  isFragment?: boolean;
  /**
   * Left out, 200. A search without a hit is a page, but there is nothing at its address (D58); a cart that cannot be
   * read, 503.
   */
  status?: 200 | 404 | 503;
  /** The same page in another edition (D60), built with that edition's own addresses. */
  alternate(edition: Edition, url: Url): string;
}
export interface Head {
  title: string;
  description: string;
  isIndexed: boolean;
  /** Path-absolute address of a picture of what the page is about, for previews of a shared link. */
  image?: string;
}

/**
 * A request that may change something: what it has sent is in the body and the cookies of `request`, and `response`
 * takes cookies and headers with it, whatever it comes to.
 */
export interface Visit extends PageRequest {
  request: Request;
  response: Response;
  editionPath: EditionPath;
}
/** Another address that a visit leads to. */
interface Way {
  location: string;
  /** Left out, 303. */
  status?: 302 | 303;
}
/** A page that a visit shows. */
interface Shown {
  page: AnyPage;
  status: number;
  /** Left out, that of a read, and none of a form. */
  query?: URLSearchParams | undefined;
}
/** Result of a visit: a redirect, the page itself with an optional notice, or another page; null if it is answered. */
export type Outcome<S> = Way | Shown | (Omit<Shown, 'page'> & { said?: S }) | null;

/**
 * One page: load, view, cache policy, head, in that order, and what is done when it is visited or its form is sent.
 *
 * `S` is what a visit can make it say, such as why a form was refused (D42): the page is then one visitor's.
 */
export interface Page<M, S> {
  /** File of the view without `.view.tsx`; names its style sheet. */
  readonly name: string;
  /** @param said null for the page as such. */
  load(request: PageRequest, said: S | null): Promise<LoadedPage<M>>;
  view(model: M): ReactNode;
  /** `shared`: the same bytes for everybody with the same edition and country; `private`: one visitor's (D27, D56). */
  readonly cache: 'shared' | 'private';
  /** Parameters that a shared page reads, in the order of its address; it never sees others, nor does its key (D56). */
  readonly query?: readonly Parameter[];
  head(loaded: LoadedPage<M>, request: PageRequest): Head;
  /** Subject of the page for search engines; every page also gets its breadcrumbs. */
  structuredData?(loaded: LoadedPage<M>, request: PageRequest, absolute: Absolute): SchemaOrgThing[];
  /** For a page that does more than show itself when it is read, such as leading to a provider. */
  get?(visit: Visit): Promise<Outcome<S>>;
  /** For the form that is sent to the page's own address; left out, the page takes none. */
  post?(visit: Visit): Promise<Outcome<S>>;
}

/** A page whose model nobody outside needs to know. */
export interface AnyPage {
  readonly name: string;
  readonly cache: 'shared' | 'private';
  readonly query?: readonly Parameter[] | undefined;
  /** It has something to say to one visitor, wherever they have sent their form. */
  readonly isSaying: boolean;
  prepare(request: PageRequest): Promise<PreparedPage>;
  readonly get?: Act | undefined;
  readonly post?: Act | undefined;
}
/** Handles a visit of a page. */
export type Act = (visit: Visit) => Promise<Way | Shown | null>;
/** A page that others may let say something. */
export interface SayingPage<S> extends AnyPage {
  saying(said: S): AnyPage;
}
export interface PreparedPage extends Omit<LoadedPage<unknown>, 'model'> {
  head: Head;
  structuredData?(absolute: Absolute): SchemaOrgThing[];
  view(): ReactNode;
}

export function definePage<M, S = never>(page: Page<M, S>): SayingPage<S> {
  const made = (said: S | null): AnyPage => ({
    name: page.name,
    cache: said === null ? page.cache : 'private',
    query: page.query,
    isSaying: said !== null,
    async prepare(request) {
      const loaded = await page.load(request, said);
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
      const { said, status, query } = outcome;
      return { page: made(said ?? null), status, query };
    };
  return { ...made(null), saying: made };
}
