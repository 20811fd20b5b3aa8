import { LRUCache } from 'lru-cache';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { CacheableFragment, FragmentCacheHost } from '../../../views/cached.js';
import { type PageContext, PageContextProvider } from '../../../views/context.js';
import { IslandHostProvider } from '../../../views/island.js';
import { chunkOf, type HtmlChunk, type HtmlChunks } from './html-chunks.js';

/** Rendered HTML by its key; least recently used entries are evicted first. */
const cache = new LRUCache<string, HtmlChunk>({
  maxSize: 6 * 1024 * 1024,
  sizeCalculation: ({ bytes, classes }, name) => bytes.length + 30 * classes.size + name.length + 200,
});
/** Bytes of that HTML with its names, now and at most. */
export const cachedFragmentBytes = (): number => cache.calculatedSize;
export const cachedFragmentLimit = cache.maxSize;

/** A unique number for each data object, for use in cache keys. */
const numbers = new WeakMap<object, number>();
let lastNumber = 0;

function numberOf(data: object): number {
  const known = numbers.get(data);
  if (known !== undefined) return known;
  lastNumber += 1;
  numbers.set(data, lastNumber);
  return lastNumber;
}

const refuse = (what: string) => (): never => {
  throw new Error(`a cached fragment must not hold ${what}`);
};

/** A host for the cached fragments of one page. */
export function createFragmentCacheHost(context: PageContext, prefix: string, chunks: HtmlChunks): FragmentCacheHost {
  const { edition, country, environment, isDemonstration } = context;
  const variantKey = `${edition.locale} ${prefix} ${country} ${environment} ${isDemonstration}`;
  const neutral: PageContext = Object.defineProperties(
    { ...context },
    { path: { get: refuse('its path') }, editionLinks: { get: refuse('its other editions') } },
  );
  const islands = { render: refuse('islands') };
  const cachedChunk = ({ of, variant = '', view }: CacheableFragment): HtmlChunk => {
    const name = `${numberOf(of)} ${variantKey} ${variant}`;
    const known = cache.get(name);
    if (known) return known;
    const html = renderToStaticMarkup(
      <PageContextProvider value={neutral}>
        <IslandHostProvider value={islands}>{view()}</IslandHostProvider>
      </PageContextProvider>,
    );
    const made = chunkOf(html);
    cache.set(name, made);
    return made;
  };
  return {
    render(as, attributes, parts) {
      const placeholder = chunks.put(...parts.map(cachedChunk));
      return as ? createElement(as, { ...attributes, dangerouslySetInnerHTML: { __html: placeholder } }) : placeholder;
    },
  };
}
