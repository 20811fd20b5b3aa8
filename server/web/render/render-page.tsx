import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { type PageContext, PageContextProvider } from '../../../views/context.js';
import type { Url } from '../../../views/links.js';
import type { OwnPicture } from '../../../views/own-picture.js';
import type { Photograph } from '../../../views/picture-widths.js';
import type { Env } from '../../env.js';
import type { RenderedPage } from '../cache/kept-page.js';
import { externalScript, type OutsideScripts, outsideSources } from '../consent/external-script.js';
import { pagePolicy } from '../http/security.js';
import { allEditions, type Edition } from '../routes/editions.js';
import { localPath } from '../routes/paths.js';
import type { Routes } from '../routes/routes.js';
import { absoluteFrom, alternatesOf } from '../search-engines/alternates.js';
import { type Absolute, breadcrumbs, jsonLd, type Thing } from '../search-engines/structured-data.js';
import type { Assets } from './assets.js';
import { Document } from './document.js';
import { createIslandHost } from './island-host.js';
import type { WordsOf } from './island-words.js';
import { createKeptHost } from './kept-parts.js';
import type { Head, PageRequest, Prepared } from './page.js';
import { Pieces } from './pieces.js';
import { addClasses } from './style-sheet.js';
import { bareSurroundings, type Surroundings } from './surroundings.js';

/** What is rendered besides what a page itself says. */
interface Needs {
  env: OutsideScripts & Pick<Env, 'SHOP_NAME' | 'SOCIAL_LINKS' | 'VITALS_SAMPLE' | 'IMAGE_HOSTS'>;
  routes: Routes;
  assets: Assets;
  /** Props of islands that pages leave to be fetched. */
  islandWords: WordsOf;
  photograph: Photograph;
  /** Pictures that the operator has put beside the shop. */
  ownPicture: OwnPicture;
  isDemonstration(): boolean;
}

interface Parts extends Surroundings {
  /** File of the view without `.view.tsx`. */
  name: string;
  /** The same bytes for everybody: what it is made of may be kept. */
  isShared: boolean;
  head: Head;
  view(): ReactNode;
}

/** Renders a whole page. The same input gives the same bytes; nothing of the visitor is in it unless the view has it. */
export type RenderPage = (page: PageRequest, prepared: Prepared, parts: Parts) => RenderedPage;
/** Renders a part that a page of the edition fetches later; it knows no page around it. */
export type RenderFragment = (page: PageRequest, view: ReactNode) => string;

/** JSON-LD of a page; null where nobody but the visitor is told about it. */
function structuredData(prepared: Prepared, absolute: Absolute, isIndexed: boolean): string | null {
  const things: Thing[] = isIndexed ? (prepared.things?.(absolute) ?? []) : [];
  if (prepared.crumbs.length > 0) things.push(breadcrumbs(prepared.crumbs, absolute));
  return things.length > 0 ? jsonLd(things) : null;
}

export function createRenderer(needs: Needs): { renderPage: RenderPage; renderFragment: RenderFragment } {
  const { env, routes, assets, islandWords, photograph, ownPicture, isDemonstration } = needs;

  /** Addresses of an edition as linked from a page on `host`. */
  function urlFrom(host: string, edition: Edition): Url {
    const base = routes.base(edition, host);
    return (name, parameters, number) => base + localPath(edition, name, parameters, number);
  }

  function contextOf(
    page: PageRequest,
    prepared: Pick<Prepared, 'alternate' | 'address'>,
    { rating }: Surroundings,
  ): PageContext {
    const { edition } = page;
    return {
      edition,
      country: page.country,
      t: page.t,
      format: page.format,
      url: page.url,
      photograph,
      ownPicture,
      shopName: env.SHOP_NAME,
      socialLinks: env.SOCIAL_LINKS.get(edition.locale) ?? [],
      environment: page.environment,
      isDemonstration: isDemonstration(),
      rating,
      editionLinks: allEditions.map((other) => ({
        locale: other.locale,
        name: other.name,
        href: prepared.alternate(other, urlFrom(page.host, other)),
        current: other === edition,
      })),
      path: prepared.address,
    };
  }

  return {
    renderFragment(page, view) {
      const home = { address: page.url('home', {}), alternate: (_: Edition, url: Url) => url('home', {}) };
      return renderToStaticMarkup(
        <PageContextProvider value={contextOf(page, home, bareSurroundings)}>{view}</PageContextProvider>,
      );
    },
    renderPage(page, prepared, parts) {
      const { head } = parts;
      const absolute = absoluteFrom(routes, page);
      // A page about a fault stands at any address, and is none that anybody wanted.
      const isMeasured = env.VITALS_SAMPLE > 0 && parts.name !== 'error';
      const isLocated = head.isIndexed || prepared.canonical;
      const context = contextOf(page, prepared, parts);
      const { embeds = [] } = prepared;
      const pieces = new Pieces();
      const html = renderToStaticMarkup(
        <Document
          isPart={prepared.isPart ?? false}
          context={context}
          islandHost={createIslandHost({
            sources: assets.islandSource,
            wordsOf: (name) => islandWords(name, page.edition),
            pieces: parts.isShared ? pieces : null,
          })}
          keptHost={createKeptHost(context, page.prefix, pieces)}
          pieces={pieces}
          title={`${head.title} | ${env.SHOP_NAME}`}
          description={head.description}
          canonical={isLocated ? absolute(prepared.canonical ?? prepared.address) : null}
          isIndexed={head.isIndexed}
          image={head.image ? absolute(head.image) : null}
          alternates={alternatesOf(routes, page, prepared)}
          structuredData={structuredData(prepared, absolute, head.isIndexed)}
          crumbs={prepared.crumbs}
          vehicle={prepared.vehicle}
          build={assets.build}
          style={() => css.bytes}
          loader={assets.loader}
          later={assets.later}
          vitals={isMeasured ? { route: page.match.name, sample: env.VITALS_SAMPLE } : null}
          external={externalScript(env, assets.script('external'), embeds)}
        >
          {parts.view()}
        </Document>,
      );
      const classes = new Set(pieces.classes);
      addClasses(html, classes);
      const css = assets.css(parts.name).usedBy(classes);
      return {
        // React writes names as in JSX; simple readers look for them in lower case. In texts quotes are escaped.
        bytes: pieces.assemble(`<!doctype html>${html.replaceAll(' hrefLang="', ' hreflang="')}`),
        contentSecurityPolicy: pagePolicy(
          css.hash,
          assets.loader.hash,
          env.IMAGE_HOSTS,
          prepared.formOrigin ?? null,
          outsideSources(env, embeds),
        ),
      };
    },
  };
}
