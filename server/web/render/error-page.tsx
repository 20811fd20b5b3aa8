import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import type { ErrorKind } from '../../../views/models.js';
import { ErrorView } from '../../../views/pages/error.view.js';
import type { RenderedPage } from '../cache/cached-page.js';
import type { SendErrorPage } from '../http/errors.js';
import { describeError, supportCode } from '../http/log.js';
import { events } from '../http/log-events.js';
import { NoRouteError } from '../http/redirects.js';
import { allEditions, type Edition } from '../routes/editions.js';
import type { Texts } from '../texts/texts.js';
import type { LayoutData, LoadSurroundings } from './layout-data.js';
import type { PageRequest, PreparedPage } from './page.js';
import type { PageRequests } from './page-requests.js';
import type { RenderPage } from './render-page.js';
import { writePrivatePage } from './write-page.js';

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => escapes[character] ?? '');
/** So many error pages are kept: many may be wanted at once, and each is the same but for its code. */
const maxDrawn = 60;
/** Stands in the ready-made text until the code of a request is known. */
const codePlaceholder = '0000-0000';

function staticPage(texts: Texts, shopName: string, edition: Edition): string {
  const { t } = texts.of(edition);
  const title = escapeHtml(t('meta:fallback.title'));
  const code = escapeHtml(t('meta:fallback.code', { code: codePlaceholder }));
  return (
    `<!doctype html><html lang="${edition.locale}"><head><meta charset="utf-8">` +
    '<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex">' +
    `<title>${title} | ${escapeHtml(shopName)}</title></head><body><main><h1>${title}</h1>` +
    `<p><a href="${edition.prefix}/">${escapeHtml(t('meta:fallback.home'))}</a></p><p>${code}</p></main></body></html>`
  );
}

/** The texts for an error; an address without a page has its own (D6, specification 8). */
function kindOf(status: number, error: unknown): ErrorKind {
  if (error instanceof NoRouteError) return 'unknown';
  if (status === 404) return 'missing';
  if (status === 429) return 'slow';
  if (status < 500) return 'bad';
  return status === 503 ? 'busy' : 'failed';
}

interface Needs {
  requests: PageRequests;
  /** Draws the normal error page; a test passes one that fails. */
  render: RenderPage;
  loadSurroundings: LoadSurroundings;
  texts: Texts;
  shopName: string;
  log: Logger;
  isDemonstration(): boolean;
}

/**
 * The error page of the visitor's edition in the normal layout; where even that fails, a page of a few lines that was
 * made at start (specification 8). Neither tells what went wrong inside: the support code leads to the log line.
 */
export function errorPages(needs: Needs): SendErrorPage {
  const { requests, render, loadSurroundings, texts, shopName, log, isDemonstration } = needs;
  const fallback = new Map(allEditions.map((edition) => [edition.locale, staticPage(texts, shopName, edition)]));
  const drawn = new LRUCache<string, RenderedPage>({ max: maxDrawn });
  const draw = (input: PageRequest, kind: ErrorKind, status: number, around: LayoutData): RenderedPage => {
    const { t, url } = input;
    const head = { title: t(`error:${kind}.title`), description: t('meta:error.description'), isIndexed: false };
    const prepared: PreparedPage = {
      crumbs: [],
      vehicle: null,
      address: url('home', {}),
      alternate: (_, otherUrl) => otherUrl('home', {}),
      head,
      view: () => <ErrorView model={{ kind, status, supportCode: codePlaceholder }} />,
    };
    return render(input, prepared, { ...around, name: 'error', isShared: false, head, view: prepared.view });
  };
  return async (request, response, status, thrown) => {
    const { editionPath, notes } = request;
    const code = supportCode(notes.id);
    try {
      const match = { name: 'home', params: {}, tail: null, rest: '/' } as const;
      const requested = requests.askOf(request, { editionPath, match, query: new URLSearchParams() });
      const input = requests.open(requested);
      const kind = kindOf(status, thrown);
      const around = await loadSurroundings(input);
      const { environment, host, country } = requested;
      const key = JSON.stringify([
        [editionPath.edition.locale, editionPath.prefix, host, environment, country, kind, status],
        [around, isDemonstration()],
      ]);
      let page = drawn.get(key);
      if (!page) {
        page = draw(input, kind, status, around);
        drawn.set(key, page);
      }
      const bytes = Buffer.from(page.bytes.toString().replaceAll(codePlaceholder, code));
      await writePrivatePage(request, response, { ...page, bytes }, status);
    } catch (error) {
      log.error({ error: describeError(error) }, events.errorPageFailed);
      if (response.headersSent) return void response.destroy();
      const html = fallback.get(editionPath.edition.locale) ?? '';
      response.removeHeader('Content-Encoding');
      response.removeHeader('Content-Length');
      response.status(status).type('html').setHeader('Cache-Control', 'private, no-store');
      response.end(html.replace(codePlaceholder, code));
    }
  };
}
