import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { FragmentCacheProvider } from '../../../views/cached.js';
import { type PageContext, PageContextProvider } from '../../../views/context.js';
import { IslandHostProvider } from '../../../views/island.js';
import type { Url } from '../../../views/links.js';
import type { LocalPicture } from '../../../views/local-picture.js';
import { LowerStyleProvider } from '../../../views/lower-style.js';
import type { Drawings, Photograph } from '../../../views/picture-widths.js';
import type { Env } from '../../env.js';
import type { Assets } from '../assets/assets.js';
import { addNames } from '../assets/style-sheet.js';
import type { Branding } from '../branding/branding.js';
import type { RenderedPage } from '../cache/cached-page.js';
import { type ExternalScripts, externalScript, externalSources } from '../consent/external-content.js';
import { pagePolicy } from '../http/security.js';
import type { Edition } from '../routes/editions.js';
import { urlsBelow } from '../routes/paths.js';
import type { Routes } from '../routes/routes.js';
import { isClosed, isIncomplete, shopWords } from '../routes/shop-editions.js';
import { absoluteFrom, alternatesOf } from '../search-engines/alternates.js';
import { type Absolute, breadcrumbs, jsonLd, type SchemaOrgThing } from '../search-engines/structured-data.js';
import { Document } from './document.js';
import { createFragmentCacheHost } from './fragment-cache.js';
import { HtmlChunks } from './html-chunks.js';
import { createIslandHost } from './island-host.js';
import type { IslandTextsOf } from './island-texts.js';
import { defaultLayoutData, type LayoutData } from './layout-data.js';
import type { Head, PageRequest, PreparedPage } from './page.js';

interface Needs {
  env: ExternalScripts & Pick<Env, 'SHOP_NAME' | 'SOCIAL_LINKS' | 'INFORMATION_URLS' | 'VITALS_SAMPLE' | 'IMAGE_HOSTS'>;
  routes: Routes;
  assets: Assets;
  /** Props of islands that pages load separately. */
  islandTexts: IslandTextsOf;
  photograph: Photograph;
  /** Pictures in the operator's folder. */
  localPicture: LocalPicture;
  branding: Branding;
  isDemonstration(): boolean;
}

interface DocumentParts extends LayoutData {
  /** File name of the view without `.view.tsx`. */
  name: string;
  /** The page is the same for everybody, so its parts may be cached. */
  isShared: boolean;
  head: Head;
  view(): ReactNode;
}

const noDrawings: Drawings = new Map();

/** Renders a page. The same input gives the same bytes, without data about the visitor unless the view has them. */
export type RenderPage = (page: PageRequest, prepared: PreparedPage, parts: DocumentParts) => RenderedPage;
/** Renders a fragment that pages of the edition fetch later. */
export type RenderFragment = (page: PageRequest, view: ReactNode) => string;

/** Returns the JSON-LD of a page; null for none. */
function structuredData(prepared: PreparedPage, absolute: Absolute, isIndexed: boolean): string | null {
  const entities: SchemaOrgThing[] = isIndexed ? (prepared.structuredData?.(absolute) ?? []) : [];
  if (prepared.crumbs.length > 0) entities.push(breadcrumbs(prepared.crumbs, absolute));
  return entities.length > 0 ? jsonLd(entities) : null;
}

export function createRenderer(needs: Needs): { renderPage: RenderPage; renderFragment: RenderFragment } {
  const { env, routes, assets, islandTexts, photograph, localPicture, branding, isDemonstration } = needs;

  function contextOf(
    page: PageRequest,
    prepared: Pick<PreparedPage, 'alternate' | 'address' | 'drawings'>,
    { rating }: LayoutData,
  ): PageContext {
    const { edition } = page;
    return {
      edition,
      country: page.country,
      t: page.t,
      format: page.format,
      url: page.url,
      photograph,
      localPicture,
      drawings: prepared.drawings ?? noDrawings,
      shopName: env.SHOP_NAME,
      logo: branding.logo,
      guaranteeNotice: branding.guaranteeNotice(edition.language),
      durabilityLabel: branding.durabilityLabel,
      socialLinks: env.SOCIAL_LINKS.get(edition.locale) ?? [],
      words: shopWords(edition, isDemonstration()),
      environment: page.environment,
      isIncomplete: isIncomplete(env, edition, isDemonstration()),
      isDemonstration: isDemonstration(),
      rating,
      editionLinks: routes.editions.all.map((other) => ({
        locale: other.locale,
        name: other.name,
        href: prepared.alternate(other, urlsBelow(routes.base(other, page.host), other)),
        current: other === edition,
      })),
      path: prepared.address,
    };
  }

  return {
    renderFragment(page, view) {
      const home = { address: page.url('home', {}), alternate: (_: Edition, url: Url) => url('home', {}) };
      return renderToStaticMarkup(
        <body data-build={assets.build}>
          <PageContextProvider value={contextOf(page, home, defaultLayoutData(isDemonstration()))}>
            {view}
          </PageContextProvider>
        </body>,
      );
    },
    renderPage(page, prepared, parts) {
      const absolute = absoluteFrom(routes, page);
      const { image } = parts.head;
      const head: Head = {
        ...parts.head,
        title: `${parts.head.title} | ${env.SHOP_NAME}`,
        // Search engines must not list an edition that lacks legal data (P142).
        isIndexed: parts.head.isIndexed && !isClosed(page.edition),
        ...(image && { image: absolute(image) }),
      };
      const isLocated = head.isIndexed || prepared.canonical;
      const context = contextOf(page, prepared, parts);
      const { embeds = [] } = prepared;
      const chunks = new HtmlChunks();
      const sheet = assets.css(parts.name);
      const loader = assets.loader(parts.name);
      /** Values of the class attributes in the first view, and its rare elements. */
      let names: Set<string> | undefined;
      const lowerStyle = (): string | null => {
        if (names) return null;
        names = new Set(chunks.names);
        return sheet.lower;
      };
      const islandHost = createIslandHost({
        sources: assets.islandSource,
        textsOf: (name) => islandTexts(name, page.edition),
        pieces: parts.isShared ? chunks : null,
      });
      // An error page may have any address, so its vitals would not describe a route.
      const isMeasured = env.VITALS_SAMPLE > 0 && parts.name !== 'error';
      const html = renderToStaticMarkup(
        <PageContextProvider value={context}>
          <IslandHostProvider value={islandHost}>
            <FragmentCacheProvider value={createFragmentCacheHost(context, page.prefix, chunks, islandHost)}>
              <LowerStyleProvider value={lowerStyle}>
                <Document
                  page={prepared}
                  isHome={page.match.name === 'home'}
                  head={head}
                  chunks={chunks}
                  canonical={isLocated ? absolute(prepared.canonical ?? prepared.address) : null}
                  alternates={alternatesOf(routes, page, { ...prepared, head })}
                  structuredData={structuredData(prepared, absolute, head.isIndexed)}
                  assets={assets}
                  loader={loader}
                  style={() => css.bytes}
                  branding={branding}
                  deferred={assets.deferred(parts.name, islandTexts('sentences', page.edition)?.address ?? '')}
                  vitals={isMeasured ? { route: page.match.name, sample: env.VITALS_SAMPLE } : null}
                  external={externalScript(env, assets.script('external'), embeds)}
                >
                  {parts.view()}
                </Document>
              </LowerStyleProvider>
            </FragmentCacheProvider>
          </IslandHostProvider>
        </PageContextProvider>,
      );
      const seen = names ?? new Set<string>();
      addNames(html.slice(0, html.indexOf(sheet.lower)), seen);
      const css = sheet.usedBy(seen);
      // React preloads the first picture, too. Its own element is in the same round trip.
      const body = html.replace(/<link rel="preload" as="image"[^>]*>/, '');
      return {
        // React writes names as in JSX, but simple readers expect lower case. Quotes in texts are escaped.
        bytes: chunks.assemble(`<!doctype html>${body.replaceAll(' hrefLang="', ' hreflang="')}`),
        contentSecurityPolicy: pagePolicy(
          branding.style ? [css.hash, branding.style.hash] : [css.hash],
          loader.hash,
          env.IMAGE_HOSTS,
          prepared.formOrigin ?? null,
          externalSources(env, embeds),
        ),
      };
    },
  };
}
