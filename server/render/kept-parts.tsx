import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { type PageContext, PageContextProvider } from '../../views/context.js';
import { IslandHostProvider } from '../../views/island.js';
import type { KeptHost, Part } from '../../views/kept.js';
import type { Pieces } from './pieces.js';

/** HTML by what it is made of: it goes when the answer goes that it was made of. */
const kept = new WeakMap<object, Map<string, Buffer>>();
/** So many looks of one thing are kept: countries, hosts and vehicles are many, and few at a time. */
const mostVariants = 12;

const refuse = (what: string) => (): never => {
  throw new Error(`a kept part must not hold ${what}`);
};

/** A host for the kept parts of one page. */
export function createKeptHost(context: PageContext, prefix: string, pieces: Pieces): KeptHost {
  const { edition, country, environment, isDemonstration } = context;
  const look = `${edition.locale} ${prefix} ${country} ${environment} ${isDemonstration}`;
  const neutral: PageContext = Object.defineProperties(
    { ...context },
    { path: { get: refuse('its path') }, editionLinks: { get: refuse('its other editions') } },
  );
  const islands = { place: refuse('islands') };
  const bytesOf = ({ of, variant = '', view }: Part): Buffer => {
    const variants = kept.get(of) ?? new Map<string, Buffer>();
    const name = `${look} ${variant}`;
    const known = variants.get(name);
    if (known !== undefined) return known;
    const html = renderToStaticMarkup(
      <PageContextProvider value={neutral}>
        <IslandHostProvider value={islands}>{view()}</IslandHostProvider>
      </PageContextProvider>,
    );
    if (variants.size >= mostVariants) variants.clear();
    const bytes = Buffer.from(html);
    variants.set(name, bytes);
    kept.set(of, variants);
    return bytes;
  };
  return {
    place(as, attributes, parts) {
      const __html = pieces.put(Buffer.concat(parts.map(bytesOf)));
      return createElement(as, { ...attributes, dangerouslySetInnerHTML: { __html } });
    },
  };
}
