import { createHash } from 'node:crypto';
import type { Request, RequestHandler, Response } from 'express';
import type { ReactNode } from 'react';
import { MenuPanel } from '../../../views/components/menu-tree.js';
import { ConsentDialog, CountriesDialog, MenuDialog } from '../../../views/layout/dialogs.js';
import type { LinkName } from '../../../views/links.js';
import { modelId as modelIdSchema } from '../../contract/ids.js';
import { ProblemError } from '../../contract/problem.js';
import { type ConsentSettings, consentDomains } from '../consent/consent.js';
import { queryOf } from '../http/audience.js';
import { rawPath } from '../http/edition-path.js';
import type { IslandTextsOf } from '../render/island-texts.js';
import type { PageRequest } from '../render/page.js';
import type { PageRequests } from '../render/page-requests.js';
import type { RenderFragment } from '../render/render-page.js';
import type { Routes } from '../routes/routes.js';
import { countryList } from './countries.page.js';
import { menuItems } from './menu.js';

/** Seconds that browsers cache a fragment, and may then show it while they revalidate. */
const freshSeconds = 600;
const staleSeconds = 86_400;
/** Seconds that browsers cache a file with a hash in its name. */
const yearSeconds = 31_536_000;

interface Fragment {
  /** The page that shows the same content without script. */
  page: LinkName;
  load(request: PageRequest): Promise<ReactNode>;
}

interface Needs {
  env: ConsentSettings;
  /** Address of the drawing with the flags of all delivery countries. */
  flags: string;
  islandTexts: IslandTextsOf;
  routes: Routes;
  requests: PageRequests;
  renderFragment: RenderFragment;
}

/** Content of the header's dialogs by the name in their address, without any data of the visitor (D27). */
const createFragments = (env: ConsentSettings, flags: string): Readonly<Record<string, Fragment>> => ({
  countries: {
    page: 'countries',
    load: async (request) => (
      <CountriesDialog model={{ ...countryList(request), flags, current: null, returnTo: null, isBlocked: false }} />
    ),
  },
  consent: {
    page: 'consent',
    load: async () => <ConsentDialog model={{ domains: consentDomains(env, {}), returnTo: null }} />,
  },
  menu: {
    page: 'menu',
    async load(request) {
      const open = request.query.get('open');
      const model = modelIdSchema.safeParse(request.query.get('modelId'));
      const items = await menuItems(request, open, model.success ? model.data : null);
      if (open === null) return <MenuDialog items={items} />;
      const list = items.find((item) => item.type === 'list' && item.id === open);
      if (list?.type !== 'list' || !list.body) throw new ProblemError('not_found', 'no such list');
      return <MenuPanel items={list.body} />;
    },
  },
});

function send(response: Response, html: string, ifNoneMatch: string | undefined): void {
  const etag = `"${createHash('sha256').update(html).digest('base64url').slice(0, 22)}"`;
  response.setHeader('Cache-Control', `public, max-age=${freshSeconds}, stale-while-revalidate=${staleSeconds}`);
  response.setHeader('X-Robots-Tag', 'noindex');
  response.setHeader('ETag', etag);
  if (ifNoneMatch?.includes(etag)) response.status(304).end();
  else response.type('text/html').send(html);
}

/**
 * `/fragments/{locale}/{island}.{hash}.json`: texts of an island that are the same on every page. A request with the
 * hash of an older build gets the current texts, which serve an older island better than none.
 */
function sendIslandTexts(
  { islandTexts, routes }: Pick<Needs, 'islandTexts' | 'routes'>,
  request: Request,
  response: Response,
): boolean {
  const [, locale, island = ''] = /^\/fragments\/([\w-]+)\/([\w-]+)\.[\w-]{8}\.json$/.exec(rawPath(request)) ?? [];
  const edition = routes.editions.of(locale);
  const texts = edition?.locale === locale && edition ? islandTexts(island, edition) : null;
  if (!texts) return false;
  request.notes.route = `islandWords___${locale}`;
  const isNamed = rawPath(request) === texts.address;
  response.setHeader('Cache-Control', isNamed ? `public, max-age=${yearSeconds}, immutable` : 'no-cache');
  response.setHeader('X-Robots-Tag', 'noindex');
  response.type('application/json').send(texts.json);
  return true;
}

/** `/fragments/{locale}/{name}.html`: the HTML of a dialog, the same for everybody. */
export function serveFragments({ env, flags, islandTexts, routes, requests, renderFragment }: Needs): RequestHandler {
  const fragments = createFragments(env, flags);
  return async (request, response, next) => {
    const [, locale, name = ''] = /^\/fragments\/([\w-]+)\/(\w+)\.html$/.exec(rawPath(request)) ?? [];
    const fragment = Object.hasOwn(fragments, name) ? fragments[name] : undefined;
    if (request.method !== 'GET' && request.method !== 'HEAD') return next();
    if (sendIslandTexts({ islandTexts, routes }, request, response)) return;
    if (!fragment) return next();
    const edition = routes.editions.of(locale);
    const prefix = edition ? routes.base(edition, request.host ?? '') : '';
    if (!edition || edition.locale !== locale || /^https?:/.test(prefix))
      throw new ProblemError('not_found', 'no such edition');
    request.notes.route = `${name}Fragment___${edition.locale}`;
    const editionPath = { ...request.editionPath, edition, prefix };
    const match = { name: fragment.page, params: {}, tail: null, rest: '' };
    const page = requests.open(requests.askOf(request, { editionPath, match, query: queryOf(request) }));
    send(response, renderFragment(page, await fragment.load(page)), request.get('if-none-match'));
  };
}
