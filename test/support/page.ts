import { request } from 'node:http';

/** A response with its headers and body. */
export interface PageResponse {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: string;
  bytes: Buffer;
  /** Milliseconds to the last byte. */
  ms: number;
}

/** Requests a target unchanged, without normalising it as URL parsers do. Does not follow redirects. */
export function fetchPage(origin: string, path: string, headers: Record<string, string> = {}): Promise<PageResponse> {
  const { hostname, port } = new URL(origin);
  const start = performance.now();
  return new Promise((resolve, reject) => {
    const call = request({ hostname, port, path, headers }, (response) => {
      const pieces: Buffer[] = [];
      response.on('data', (piece: Buffer) => pieces.push(piece));
      response.on('end', () => {
        const bytes = Buffer.concat(pieces);
        const { statusCode = 0, headers: received } = response;
        resolve({
          status: statusCode,
          headers: received,
          bytes,
          body: bytes.toString(),
          ms: performance.now() - start,
        });
      });
    });
    call.on('error', reject);
    call.end();
  });
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'", '#39': "'" };
const decode = (text: string): string => text.replace(/&(#?\w+);/g, (whole, name) => entities[name] ?? whole);
const attribute = (tag: string, name: string): string | undefined => {
  const value = new RegExp(`\\s${name}="([^"]*)"`, 'i').exec(tag)?.[1];
  return value === undefined ? undefined : decode(value);
};
const tags = (html: string, name: string): string[] => html.match(new RegExp(`<${name}\\s[^>]*>`, 'g')) ?? [];

/** A parsed JSON-LD thing. */
export type SchemaOrgThing = { '@type': string } & Record<string, unknown>;
export interface Link {
  href: string;
  /** Only on links of the edition switcher. */
  hreflang: string | undefined;
}
/** The parts of a page that search engines read. */
export interface PageHead {
  lang: string | undefined;
  title: string;
  description: string | undefined;
  canonical: string | undefined;
  robots: string | undefined;
  alternates: ReadonlyMap<string, string>;
  headings: number;
  crumbs: readonly string[];
  links: readonly Link[];
  entities: readonly SchemaOrgThing[];
}

/** Parses HTML in the form that React writes: attributes in double quotes, no markup inside scripts. */
export function readPage(document: string): PageHead {
  // Templates belong to the page only once script has filled them.
  const html = document.replace(/<template[\s>].*?<\/template>/gs, '');
  const links = tags(html, 'link');
  const meta = (name: string) =>
    tags(html, 'meta')
      .filter((tag) => attribute(tag, 'name') === name)
      .map((tag) => attribute(tag, 'content'))[0];
  const alternates = links.filter((tag) => attribute(tag, 'rel') === 'alternate');
  const crumbList = /<ol class="crumbs">(.*?)<\/ol>/s.exec(html)?.[1] ?? '';
  const data = [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)];
  return {
    lang: attribute(html.match(/<html\s[^>]*>/)?.[0] ?? '', 'lang'),
    title: decode(/<title>(.*?)<\/title>/s.exec(html)?.[1] ?? ''),
    description: meta('description'),
    canonical: links.filter((tag) => attribute(tag, 'rel') === 'canonical').map((tag) => attribute(tag, 'href'))[0],
    robots: meta('robots'),
    alternates: new Map(alternates.map((tag) => [attribute(tag, 'hreflang') ?? '', attribute(tag, 'href') ?? ''])),
    headings: (html.match(/<h1[\s>]/g) ?? []).length,
    crumbs: tags(crumbList, 'a').map((tag) => attribute(tag, 'href') ?? ''),
    links: tags(html, 'a')
      .map((tag) => ({ href: attribute(tag, 'href'), hreflang: attribute(tag, 'hreflang') }))
      .filter((link): link is Link => link.href !== undefined),
    entities: data.flatMap(([, text]) => JSON.parse(text ?? '')['@graph'] as SchemaOrgThing[]),
  };
}
