import type { Locale } from '../../contract/locales.js';
import { ProblemError } from '../../contract/problem.js';
import type { Environment } from '../../env.js';
import { sectionShare } from '../api/patience.js';
import type { Consents } from '../consent/consent.js';
import { describeError, notes, tellsFirst } from '../http/log.js';
import { events } from '../http/log-events.js';
import { externalLink } from '../routes/external-pages.js';
import { localPath } from '../routes/paths.js';
import type { Place, RouteMatch } from '../routes/routes.js';
import type { Services } from '../services.js';
import { type AnyPage, Moved, type PageProblem, type PageRequest } from './page.js';
import { type RenderedPage, renderPage } from './render-page.js';
import { surroundings } from './surroundings.js';

/** What is asked for, whoever asks. */
export interface Ask {
  place: Place;
  match: RouteMatch;
  query: URLSearchParams;
  /** Configured name of a mapped host; empty for all others, which look the same. */
  host: string;
  environment: Environment;
  /** Delivery country. */
  country: string;
}
/** The visitor, as far as a private page may know them. */
export interface Visitor {
  session: string | null;
  cameFrom: string | null;
  /** What they have said about hosts (D33). */
  consents: Consents;
  problem: PageProblem | null;
}
export const nobody: Visitor = { session: null, cameFrom: null, consents: {}, problem: null };

/** What a page is given. */
export function pageRequest(services: Services, ask: Ask, visitor: Visitor): PageRequest {
  const { place, country } = ask;
  const { edition, prefix } = place;
  const locale: Locale = edition.locale;
  const broken = new Set<string>();
  return {
    ...ask,
    ...visitor,
    ...services.texts.of(edition),
    services,
    edition,
    prefix,
    api: services.client.for({ locale, country }),
    url: (name, parameters, page) =>
      externalLink(services.env, edition, name, parameters) ?? prefix + localPath(edition, name, parameters, page),
    async optional(what, load, patience = services.client.patience * sectionShare) {
      try {
        return await load(services.client.for({ locale, country }, patience));
      } catch (error) {
        const made = notes();
        // Empty because broken is never kept as empty because there is none.
        made?.lifetime.spoil();
        if ((error instanceof ProblemError && error.code === 'not_found') || broken.has(what)) return null;
        broken.add(what);
        services.metrics.brokenSection(what);
        if (tellsFirst(error, events.pageOptionalFailed))
          services.log.warn({ what, route: made?.route, error: describeError(error) }, events.pageOptionalFailed);
        return null;
      }
    },
  };
}

/** The path that was asked for without what follows the tail (D7). */
export function askedPath({ prefix, path }: Place, { rest }: RouteMatch): string {
  return prefix + (rest === '/' ? path : path.split('/').slice(0, 4).join('/'));
}

/** A page with its own address and status. */
export interface Finished {
  page: RenderedPage;
  /** Path-absolute, with the page's own query. */
  address: string;
  /** Where the page itself has one. */
  status: number | undefined;
  /** All that its `Choice` can name. */
  choices: readonly string[] | undefined;
}

/**
 * Makes a page.
 *
 * @param isMoved the address was another spelling, or of another host.
 * @throws Moved where the page has another path than the one asked for; `Redirect`, or whatever the critical data throw.
 */
export async function makePage(page: AnyPage, input: PageRequest, place: Place, isMoved: boolean): Promise<Finished> {
  const [prepared, around] = await Promise.all([page.prepare(input), surroundings(input)]);
  const [ownPath = ''] = prepared.address.split('?');
  if (!input.problem && (isMoved || ownPath !== askedPath(place, input.match))) throw new Moved(prepared.address);
  const started = performance.now();
  const rendered = renderPage(input, prepared, {
    name: page.name,
    isShared: page.cache === 'shared',
    head: prepared.head,
    ...around,
    view: prepared.view,
  });
  input.services.metrics.rendered(page.name, (performance.now() - started) / 1000);
  return { page: rendered, address: prepared.address, status: prepared.status, choices: prepared.choices };
}
