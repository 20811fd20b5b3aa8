import { LRUCache } from 'lru-cache';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { type CacheableFragment, type FragmentCacheHost, FragmentCacheProvider } from '../../../views/cached.js';
import { type PageContext, PageContextProvider } from '../../../views/context.js';
import { type IslandHost, IslandHostProvider } from '../../../views/island.js';
import { chunkOf, type HtmlChunk, type HtmlChunks } from './html-chunks.js';

/** Rendered HTML by its key, the least recently used evicted first. */
const cache = new LRUCache<string, HtmlChunk>({
  maxSize: 6 * 1024 * 1024,
  sizeCalculation: ({ bytes, names }, name) => bytes.length + 30 * names.size + name.length + 200,
});
/** Bytes of the cache, and its limit. */
export const cachedFragmentBytes = (): number => cache.calculatedSize;
export const cachedFragmentLimit = cache.maxSize;

/** Unique numbers of data objects for cache keys. */
const numbers = new WeakMap<object, number>();
let lastNumber = 0;

function numberOf(data: object): number {
  const known = numbers.get(data);
  if (known !== undefined) return known;
  lastNumber += 1;
  numbers.set(data, lastNumber);
  return lastNumber;
}

/** State of a fragment while it is rendered. */
interface Reading {
  /** Whether the fragment has read data of its page, so that other pages cannot use it. */
  isOwn: boolean;
}

/** Returns a context that records when data of the page are read. */
const watched = (context: PageContext, reading: Reading): PageContext => ({
  ...context,
  get path() {
    reading.isOwn = true;
    return context.path;
  },
  get editionLinks() {
    reading.isOwn = true;
    return context.editionLinks;
  },
});

/**
 * Makes the host for the cached fragments of a page.
 *
 * @param islands of the page; a fragment with islands is not cached
 * @param chunks of the page, nested fragments included
 */
export function createFragmentCacheHost(
  context: PageContext,
  prefix: string,
  chunks: HtmlChunks,
  islands: IslandHost,
): FragmentCacheHost {
  const { edition, country, environment, isDemonstration } = context;
  const variantKey = `${edition.locale} ${prefix} ${country} ${environment} ${isDemonstration}`;
  const hostWithin = (outer: Reading | null): FragmentCacheHost => {
    const cachedChunk = ({ of, variant = '', view }: CacheableFragment): HtmlChunk => {
      const name = `${of.map((data) => (data ? numberOf(data) : 0)).join()} ${variantKey} ${variant}`;
      const known = cache.get(name);
      if (known) return known;
      const reading: Reading = { isOwn: false };
      const watchedIslands: IslandHost = {
        render(options, island, props) {
          reading.isOwn = true;
          return islands.render(options, island, props);
        },
      };
      const html = renderToStaticMarkup(
        <PageContextProvider value={watched(context, reading)}>
          <IslandHostProvider value={watchedIslands}>
            <FragmentCacheProvider value={hostWithin(reading)}>{view()}</FragmentCacheProvider>
          </IslandHostProvider>
        </PageContextProvider>,
      );
      const made = chunkOf(chunks.assemble(html));
      if (!reading.isOwn) cache.set(name, made);
      else if (outer) outer.isOwn = true;
      return made;
    };
    return {
      render(as, attributes, parts) {
        const placeholder = chunks.put(...parts.map(cachedChunk));
        return as
          ? createElement(as, { ...attributes, dangerouslySetInnerHTML: { __html: placeholder } })
          : placeholder;
      },
    };
  };
  return hostWithin(null);
}
