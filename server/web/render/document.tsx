import type { ReactNode } from 'react';
import { Helmet, HelmetProvider } from 'react-helmet-async';
import { usePage } from '../../../views/context.js';
import { keptOf } from '../../../views/kept-vehicle.js';
import { Layout } from '../../../views/layout/layout.js';
import { firstViewEnd } from '../../../views/lower-style.js';
import { schemes } from '../../shop-file/colours.js';
import type { Assets } from '../assets/assets.js';
import type { Branding } from '../branding/branding.js';
import type { ExternalScript } from '../consent/external-content.js';
import type { Inline } from '../http/inline.js';
import type { Alternate } from '../search-engines/alternates.js';
import type { HtmlChunks } from './html-chunks.js';
import type { Head, PreparedPage } from './page.js';

export interface DocumentProps {
  page: Pick<PreparedPage, 'crumbs' | 'vehicle' | 'isFragment'>;
  head: Head;
  /** Receives style sheet and loader, which are inserted without passing through React. */
  chunks: HtmlChunks;
  canonical: string | null;
  alternates: readonly Alternate[];
  /** JSON-LD, escaped for HTML. */
  structuredData: string | null;
  assets: Pick<Assets, 'build'>;
  /** The inline script. */
  loader: Inline;
  /** Returns the style sheet once the rest of the page is rendered. */
  style: () => Buffer;
  branding: Pick<Branding, 'style' | 'palettes'>;
  deferred: readonly string[];
  /** Browsers look on the home page for the site's search. */
  isHome: boolean;
  /** Route of the page, and percentage of views that report vitals; null if the page is not measured. */
  vitals: { route: string; sample: number } | null;
  external: ExternalScript | null;
  children: ReactNode;
}

/** Facts for previews of links. Readers take title, description and address from the page itself. */
function OpenGraph({ image }: Head) {
  const { shopName } = usePage();
  return (
    <>
      <meta property="og:site_name" content={shopName} />
      {image && <meta property="og:image" content={image} />}
    </>
  );
}

/** The view of a page alone, for a script that inserts a part of it into another page. */
function FragmentDocument({ title, build, children }: { title: string; build: string; children: ReactNode }) {
  return (
    <html lang={usePage().edition.locale}>
      <head>
        <meta charSet="utf-8" />
        <title>{title}</title>
        <meta name="robots" content="noindex" />
      </head>
      <body data-build={build}>{children}</body>
    </html>
  );
}

/**
 * Renders the HTML document. It holds the one `<Helmet>` of a page. With React 19 Helmet passes its tags on to React,
 * which neither removes duplicates nor reads `<html lang>` from it.
 */
export function Document(props: DocumentProps) {
  const { page, head, canonical, assets, chunks, branding, external } = props;
  const { edition, country, shopName } = usePage();
  if (page.isFragment)
    return (
      <FragmentDocument title={head.title} build={assets.build}>
        {props.children}
      </FragmentDocument>
    );
  const kept = keptOf(page.vehicle);
  // biome-ignore lint/security/noDangerouslySetInnerHtml: our own built loader, pinned by its hash.
  const loader = <script dangerouslySetInnerHTML={{ __html: chunks.putDeferred(() => props.loader.bytes) }} />;
  return (
    <html
      lang={edition.locale}
      data-locale={edition.locale}
      data-country={country}
      data-build={assets.build}
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
            <title>{head.title}</title>
            <meta name="description" content={head.description} />
            {canonical && <link rel="canonical" href={canonical} />}
            <meta name="robots" content={head.isIndexed ? 'max-image-preview:large' : 'noindex'} />
          </Helmet>
        </HelmetProvider>
        {props.alternates.map(({ hreflang, href }) => (
          <link key={hreflang} rel="alternate" hrefLang={hreflang} href={href} />
        ))}
        {canonical && <OpenGraph {...head} />}
        {schemes.map((scheme) => (
          <meta
            key={scheme}
            name="theme-color"
            content={branding.palettes[scheme].paper}
            media={`(prefers-color-scheme:${scheme})`}
          />
        ))}
        {/* Clients that need pixels request `/favicon.ico` and `/apple-touch-icon.png` without a link. */}
        <link rel="icon" href="/icon.svg" />
        {/* The first view is one frame, not the banner, the header and the main part in turn (P263). */}
        <link rel="expect" href={`#${firstViewEnd}`} blocking="render" />
        <link rel="manifest" href={`/manifest/${edition.locale}.webmanifest`} />
        {props.isHome && (
          <link
            rel="search"
            type="application/opensearchdescription+xml"
            title={shopName}
            href={`/opensearch/${edition.locale}.xml`}
          />
        )}
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own built style sheet, pinned by its hash. */}
        <style dangerouslySetInnerHTML={{ __html: chunks.putDeferred(props.style) }} />
        {branding.style && (
          // biome-ignore lint/security/noDangerouslySetInnerHtml: checked colours of the operator's file, pinned by their hash.
          <style dangerouslySetInnerHTML={{ __html: branding.style.text }} />
        )}
      </head>
      <body>
        <Layout crumbs={page.crumbs} pageVehicle={page.vehicle} loader={loader}>
          {props.children}
        </Layout>
        {props.structuredData && (
          <script
            type="application/ld+json"
            // biome-ignore lint/security/noDangerouslySetInnerHtml: data whose every `<` is written as an escape.
            dangerouslySetInnerHTML={{ __html: props.structuredData }}
          />
        )}
        {external && (
          <script type="module" src={external.source} data-badge={external.badge} data-tags={external.tags} />
        )}
      </body>
    </html>
  );
}
