import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import type { ErrorKind, ErrorModel, NearPage } from '../../../views/models.js';
import { ErrorView } from '../../../views/pages/error.view.js';
import type { RenderedPage } from '../cache/cached-page.js';
import type { SendErrorPage } from '../http/errors.js';
import { describeError, supportCode } from '../http/log.js';
import { events } from '../http/log-events.js';
import { NoRouteError } from '../http/redirect-errors.js';
import type { Edition } from '../routes/editions.js';
import type { EditionPath, Routes } from '../routes/routes.js';
import type { Texts } from '../texts/texts.js';
import { fallbackPage } from './fallback-page.js';
import type { LayoutData, LoadSurroundings } from './layout-data.js';
import type { PageRequest, PreparedPage } from './page.js';
import type { PageRequests } from './page-requests.js';
import type { RenderPage } from './render-page.js';
import { writePrivatePage } from './write-page.js';

/** Most cached error pages. They differ only by the code, and under failures many are needed at once. */
const maxDrawn = 60;
/** Placeholder in the prepared page until the code of a request is known. */
const codePlaceholder = '0000-0000';

/** Returns the kind of an error, which selects its texts (D6, specification 8). */
function kindOf(status: number, error: unknown): ErrorKind {
  if (error instanceof NoRouteError) return 'unknown';
  if (status === 404) return 'missing';
  if (status === 429) return 'slow';
  if (status < 500) return 'bad';
  return status === 503 ? 'busy' : 'failed';
}

interface Needs {
  requests: PageRequests;
  /** Renders the normal error page; a test passes one that fails. */
  render: RenderPage;
  loadSurroundings: LoadSurroundings;
  texts: Texts;
  routes: Routes;
  shopName: string;
  log: Logger;
  isDemonstration(): boolean;
  /** Returns pages that a wrong address may have meant. @param accept header of the request */
  nearPages(path: EditionPath, accept: string | undefined): Promise<readonly NearPage[]>;
}

/**
 * Sends the error page of the visitor's edition; if that fails, a prepared page of a few lines (specification 8).
 * Neither shows the cause, but the support code leads to the log line.
 */
export function errorPages(needs: Needs): SendErrorPage {
  const { requests, render, loadSurroundings, texts, routes, shopName, log, isDemonstration, nearPages } = needs;
  const fallbacks = new Map<Edition, string>();
  const makeFallback = (edition: Edition): void => {
    if (fallbacks.has(edition)) return;
    const { t } = texts.of(edition);
    const title = t('meta:fallback.title');
    fallbacks.set(edition, fallbackPage(t, { shopName, edition, title, code: codePlaceholder }));
  };
  // Other editions follow with their first error, because reading all texts slowed every start.
  makeFallback(routes.editions.default);
  const drawn = new LRUCache<string, RenderedPage>({ max: maxDrawn });
  const draw = (input: PageRequest, error: Omit<ErrorModel, 'supportCode'>, around: LayoutData): RenderedPage => {
    const { t, url } = input;
    const { kind } = error;
    const head = { title: t(`error:${kind}.title`), description: t(`error:${kind}.text`), isIndexed: false };
    const prepared: PreparedPage = {
      crumbs: [],
      vehicle: null,
      address: url('home', {}),
      alternate: (_, otherUrl) => otherUrl('home', {}),
      head,
      view: () => <ErrorView model={{ ...error, supportCode: codePlaceholder }} />,
    };
    return render(input, prepared, { ...around, name: 'error', isShared: false, head, view: prepared.view });
  };
  return async (request, response, status, thrown) => {
    const { editionPath, notes } = request;
    const code = supportCode(notes.id);
    try {
      makeFallback(editionPath.edition);
      const match = { name: 'home', params: {}, tail: null, rest: '' } as const;
      const requested = requests.askOf(request, { editionPath, match, query: new URLSearchParams() });
      const input = requests.open(requested);
      const kind = kindOf(status, thrown);
      const isLost = status === 404 && request.method !== 'POST';
      const [around, near] = await Promise.all([
        loadSurroundings(input),
        isLost ? nearPages(editionPath, request.get('accept')) : [],
      ]);
      const { environment, host, country } = requested;
      const key = JSON.stringify([
        [editionPath.edition.locale, editionPath.prefix, host, environment, country, kind, status],
        [around, near, isDemonstration()],
      ]);
      // A form with its idempotency key is for one visitor.
      const repeat = status >= 500 ? notes.repeat : null;
      let page = repeat ? undefined : drawn.get(key);
      if (!page) {
        page = draw(input, { kind, status, near, repeat }, around);
        if (!repeat) drawn.set(key, page);
      }
      const bytes = Buffer.from(page.bytes.toString().replaceAll(codePlaceholder, code));
      await writePrivatePage(request, response, { ...page, bytes }, status);
    } catch (error) {
      log.error({ error: describeError(error) }, events.errorPageFailed);
      if (response.headersSent) return void response.destroy();
      const html = fallbacks.get(editionPath.edition) ?? fallbacks.get(routes.editions.default) ?? '';
      response.removeHeader('Content-Encoding');
      response.removeHeader('Content-Length');
      response.status(status).type('html').setHeader('Cache-Control', 'private, no-store');
      response.end(html.replace(codePlaceholder, code));
    }
  };
}
