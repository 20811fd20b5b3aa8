import type { ReactNode } from 'react';
import { Helmet, HelmetProvider } from 'react-helmet-async';
import { type FragmentCacheHost, FragmentCacheProvider } from '../../../views/cached.js';
import { type PageContext, PageContextProvider } from '../../../views/context.js';
import { type IslandHost, IslandHostProvider } from '../../../views/island.js';
import { keptOf } from '../../../views/kept-vehicle.js';
import { Layout } from '../../../views/layout/layout.js';
import type { Crumb } from '../../../views/models.js';
import type { Vehicle } from '../../contract/vehicles.js';
import { schemes } from '../../shop-file/colours.js';
import type { Branding } from '../branding/branding.js';
import type { ExternalScript } from '../consent/external-content.js';
import type { Inline } from '../http/inline.js';
import type { Alternate } from '../search-engines/alternates.js';
import type { HtmlChunks } from './html-chunks.js';

export interface DocumentProps {
  context: PageContext;
  islandHost: IslandHost;
  fragmentCache: FragmentCacheHost;
  /** For what is long and always the same. */
  chunks: HtmlChunks;
  title: string;
  description: string;
  canonical: string | null;
  isIndexed: boolean;
  /** For previews of a shared link. */
  image: string | null;
  alternates: readonly Alternate[];
  /** JSON-LD that cannot end its element. */
  structuredData: string | null;
  crumbs: Crumb[];
  vehicle: Vehicle | null;
  build: string;
  /** Gives the style sheet once the rest of the page is there. */
  style: () => Buffer;
  branding: Pick<Branding, 'style' | 'palettes'>;
  loader: Inline;
  deferred: readonly string[];
  /** Name of the page for anyone who measures it, and of how many views in a hundred; null where none is. */
  vitals: { route: string; sample: number } | null;
  /** The script that shows what is allowed from elsewhere, where the page can have something of it. */
  external: ExternalScript | null;
  /** Only the view, for script that takes a part out of it. */
  isFragment: boolean;
  children: ReactNode;
}

function OpenGraph({ context, title, description, canonical, image }: DocumentProps & { canonical: string }) {
  const { locale } = context.edition;
  return (
    <>
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={context.shopName} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={canonical} />
      {image && <meta property="og:image" content={image} />}
      <meta property="og:locale" content={locale.replace('-', '_')} />
    </>
  );
}

/** The view of a page alone: what surrounds it is on the page that asks for it. */
function FragmentDocument({ context, islandHost, fragmentCache, title, build, children }: DocumentProps): ReactNode {
  return (
    <html lang={context.edition.locale}>
      <head>
        <meta charSet="utf-8" />
        <title>{title}</title>
        <meta name="robots" content="noindex" />
      </head>
      <body data-build={build}>
        <PageContextProvider value={context}>
          <IslandHostProvider value={islandHost}>
            <FragmentCacheProvider value={fragmentCache}>{children}</FragmentCacheProvider>
          </IslandHostProvider>
        </PageContextProvider>
      </body>
    </html>
  );
}

/**
 * The whole HTML document. The one `<Helmet>` of a page stands here: with React 19 it passes its tags on to React,
 * which neither removes doubles nor reads `<html lang>` from it.
 */
export function Document(props: DocumentProps) {
  const { context, title, canonical } = props;
  const { edition } = context;
  if (props.isFragment) return <FragmentDocument {...props} />;
  const kept = keptOf(props.vehicle);
  return (
    <html
      lang={edition.locale}
      data-locale={edition.locale}
      data-country={context.country}
      data-build={props.build}
      data-src={props.deferred.join(' ')}
      data-route={props.vitals?.route}
      data-vitals={props.vitals?.sample}
      data-vehicle={kept && JSON.stringify(kept)}
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width,initial-scale=1" />
        <HelmetProvider>
          <Helmet>
            <title>{title}</title>
            <meta name="description" content={props.description} />
            {canonical && <link rel="canonical" href={canonical} />}
            <meta name="robots" content={props.isIndexed ? 'max-image-preview:large' : 'noindex'} />
          </Helmet>
        </HelmetProvider>
        {props.alternates.map(({ hreflang, href }) => (
          <link key={hreflang} rel="alternate" hrefLang={hreflang} href={href} />
        ))}
        {canonical && <OpenGraph {...props} canonical={canonical} />}
        {schemes.map((scheme) => (
          <meta
            key={scheme}
            name="theme-color"
            content={props.branding.palettes[scheme].paper}
            media={`(prefers-color-scheme:${scheme})`}
          />
        ))}
        {/* Who needs pixels asks for `/favicon.ico` and `/apple-touch-icon.png` unasked. */}
        <link rel="icon" href="/icon.svg" />
        <link rel="manifest" href={`/manifest/${edition.locale}.webmanifest`} />
        <link
          rel="search"
          type="application/opensearchdescription+xml"
          title={context.shopName}
          href={`/opensearch/${edition.locale}.xml`}
        />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own built style sheet, pinned by its hash. */}
        <style dangerouslySetInnerHTML={{ __html: props.chunks.putDeferred(props.style) }} />
        {props.branding.style && (
          // biome-ignore lint/security/noDangerouslySetInnerHtml: checked colours of the operator's file, pinned by their hash.
          <style dangerouslySetInnerHTML={{ __html: props.branding.style.text }} />
        )}
      </head>
      <body>
        <PageContextProvider value={context}>
          <IslandHostProvider value={props.islandHost}>
            <FragmentCacheProvider value={props.fragmentCache}>
              <Layout crumbs={props.crumbs} pageVehicle={props.vehicle}>
                {props.children}
              </Layout>
            </FragmentCacheProvider>
          </IslandHostProvider>
        </PageContextProvider>
        {props.structuredData && (
          <script
            type="application/ld+json"
            // biome-ignore lint/security/noDangerouslySetInnerHtml: data whose every `<` is written as an escape.
            dangerouslySetInnerHTML={{ __html: props.structuredData }}
          />
        )}
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own built loader, pinned by its hash. */}
        <script dangerouslySetInnerHTML={{ __html: props.chunks.putDeferred(() => props.loader.bytes) }} />
        {props.external && (
          <script
            type="module"
            src={props.external.source}
            data-badge={props.external.badge}
            data-tags={props.external.tags}
          />
        )}
      </body>
    </html>
  );
}
