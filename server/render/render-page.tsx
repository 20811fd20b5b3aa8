import type { Request } from 'express';
import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import type { PageContext } from '../../views/context.js';
import type { Url } from '../../views/links.js';
import type { Category } from '../api/contract.js';
import { allEditions, type Edition } from '../editions.js';
import { pagePolicy } from '../middleware/security.js';
import { localPath } from '../routes/paths.js';
import { Document } from './document.js';
import { createIslandHost } from './island-host.js';
import { environmentOf, type Head, type PageRequest, type Prepared } from './page.js';

/** A finished page, before it is compressed. */
export interface RenderedPage {
  html: string;
  contentSecurityPolicy: string;
}

/** Addresses of an edition as linked from a page on `host`. */
function urlFrom(page: PageRequest, edition: Edition): Url {
  const base = page.services.routes.base(edition, page.host);
  return (name, parameters, number) => base + localPath(edition, name, parameters, number);
}

/** Absolute where the edition's origin is configured, else path-absolute; never made from the Host header (D56). */
function canonicalOf(page: PageRequest, prepared: Prepared): string {
  const address = prepared.canonical ?? prepared.address;
  return page.services.routes.originOf(page.edition) + address;
}

function contextOf(request: Request, page: PageRequest, prepared: Prepared): PageContext {
  const { services, edition } = page;
  return {
    edition,
    country: page.country,
    t: page.t,
    format: page.format,
    url: page.url,
    shopName: services.env.SHOP_NAME,
    environment: environmentOf(request),
    isDemonstration: services.isDemonstration(),
    editionLinks: allEditions.map((other) => ({
      locale: other.locale,
      name: other.name,
      href: prepared.alternate(other, urlFrom(page, other)),
      current: other === edition,
    })),
    path: prepared.address,
  };
}

interface Parts {
  /** File of the view without `.view.tsx`. */
  name: string;
  head: Head;
  topCategories: Category[];
  view(): ReactNode;
}

/** Renders a whole page. The same input gives the same bytes; nothing of the visitor is in it unless the view has it. */
export function renderPage(request: Request, page: PageRequest, prepared: Prepared, parts: Parts): RenderedPage {
  const { assets, env } = page.services;
  const css = assets.css(parts.name);
  const { head } = parts;
  const html = renderToString(
    <Document
      context={contextOf(request, page, prepared)}
      islandHost={createIslandHost(assets.islandSource)}
      title={`${head.title} | ${env.SHOP_NAME}`}
      description={head.description}
      canonical={head.isIndexed || prepared.canonical ? canonicalOf(page, prepared) : null}
      isIndexed={head.isIndexed}
      crumbs={prepared.crumbs}
      vehicle={prepared.vehicle}
      topCategories={parts.topCategories}
      build={assets.build}
      css={css}
      loader={assets.loader}
    >
      {parts.view()}
    </Document>,
  );
  const checkout = env.CHECKOUT_URL[page.edition.locale];
  return {
    html: `<!doctype html>${html}`,
    contentSecurityPolicy: pagePolicy(
      css.hash,
      assets.loader.hash,
      env.IMAGE_HOSTS,
      checkout ? new URL(checkout).origin : null,
    ),
  };
}
