import type { ReactNode } from 'react';
import type { Url } from '../../../views/links.js';
import type { Crumb } from '../../../views/models.js';
import type { Formats, Translate } from '../../../views/words.js';
import { ProblemError } from '../../contract/problem.js';
import type { Vehicle } from '../../contract/vehicles.js';
import type { Environment } from '../../env.js';
import type { Api } from '../api/client.js';
import type { Consents } from '../consent/consent.js';
import type { Edition } from '../routes/editions.js';
import type { RouteMatch } from '../routes/routes.js';
import type { Absolute, Thing } from '../search-engines/structured-data.js';
import type { Services } from '../services.js';

/** A refused form, as the page that carried it shows it (D42). */
export interface PageProblem {
  code: string;
  message: string;
  /** Line of the cart that it is about. */
  lineId: string | null;
}

/** What a page knows about the request it answers. */
export interface PageRequest {
  services: Services;
  edition: Edition;
  /** What addresses of the edition begin with on this host. */
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
  /** What the visitor has said about hosts; for private pages only (D33). */
  consents: Consents;
  problem: PageProblem | null;
  /**
   * Loads what the page can do without: null, which the page says, and a log line when it cannot be loaded.
   *
   * @param load makes its calls with what it is given.
   * @param patience milliseconds that each call has; `Infinity` for as long as the page itself has.
   */
  optional<T>(what: string, load: (api: Api) => Promise<T>, patience?: number): Promise<T | null>;
}

/** What `load` of a page gives: the model of its view, and where the page stands. */
export interface Loaded<M> {
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
  isPart?: boolean;
  /** Left out, 200. A search without a hit is a page, but there is nothing at its address (D58); a cart that cannot be read, 503. */
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
 * A parameter that a shared page reads. With a `spelling`, values that mean the same are one page to the cache, and those
 * that mean nothing are not there: it gives the one way to write a value, empty for what is the default anyway.
 */
export type Parameter = string | Spelt | Choice;
interface Spelt {
  readonly name: string;
  spelling(value: string, services: Services): string;
}
/**
 * Picks one of the things that the page shows, at most one parameter of a page. Only the page made without it knows them
 * (`choices`); with a value that is none of them it is that very page.
 */
interface Choice {
  readonly name: string;
  readonly isChoice: true;
}

/** One page: load, view, cache policy, head, in that order. */
export interface Page<M> {
  /** File of the view without `.view.tsx`; names its style sheet. */
  readonly name: string;
  load(request: PageRequest): Promise<Loaded<M>>;
  view(model: M): ReactNode;
  /** `shared`: the same bytes for everybody with the same edition and country; `private`: one visitor's (D27, D56). */
  readonly cache: 'shared' | 'private';
  /** Parameters that a shared page reads, in the order of its address; it never sees others, nor does its key (D56). */
  readonly query?: readonly Parameter[];
  head(loaded: Loaded<M>, request: PageRequest): Head;
  /** What the page is about, for search engines; its breadcrumbs are added to every page. */
  things?(loaded: Loaded<M>, request: PageRequest, absolute: Absolute): Thing[];
}

/** A page whose model nobody outside needs to know. */
export interface AnyPage {
  readonly name: string;
  readonly cache: 'shared' | 'private';
  readonly query?: readonly Parameter[] | undefined;
  prepare(request: PageRequest): Promise<Prepared>;
}
export interface Prepared extends Omit<Loaded<unknown>, 'model'> {
  head: Head;
  things?(absolute: Absolute): Thing[];
  view(): ReactNode;
}

export function definePage<M>(page: Page<M>): AnyPage {
  return {
    name: page.name,
    cache: page.cache,
    query: page.query,
    async prepare(request) {
      const loaded = await page.load(request);
      return {
        ...loaded,
        head: page.head(loaded, request),
        things: (absolute) => page.things?.(loaded, request, absolute) ?? [],
        view: () => page.view(loaded.model),
      };
    },
  };
}

/** Thrown by a page that is only a signpost; the location is path-absolute and made by `url()`. */
export class Redirect extends Error {
  constructor(
    readonly status: 301 | 302 | 303,
    readonly location: string,
  ) {
    super(location);
    this.name = 'Redirect';
  }
}

/** Thrown for an address that no page of the edition has: not the same as one whose page lacks what it names (D6). */
export class NoRoute extends ProblemError {
  constructor() {
    super('not_found', 'no route');
  }
}

/** Thrown where a page was asked for at another address than its own, which is `address`. */
export class Moved extends Error {
  constructor(readonly address: string) {
    super('not the address of the page');
    this.name = 'Moved';
  }
}
