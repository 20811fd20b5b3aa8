import { LRUCache } from 'lru-cache';
import { createElement, type ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { type IslandHost, IslandIdProvider } from '../../../views/island.js';
import { chunkOf, type HtmlChunk, type HtmlChunks } from './html-chunks.js';
import type { IslandTexts } from './island-texts.js';

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'is-land': React.HTMLAttributes<HTMLElement> & Record<`data-${string}`, string>;
    }
  }
}

interface Options {
  /** Returns the files of an island, itself last. */
  sources(name: string): readonly string[];
  /** Returns the texts that an island shows on every page. */
  textsOf(name: string): IslandTexts | null;
  /** Cache of rendered islands; null on private pages, whose islands must not be cached. */
  pieces: HtmlChunks | null;
}

/** HTML of islands by everything it was made from. Islands of the header are the same on nearly every page. */
const cache = new LRUCache<string, HtmlChunk>({
  maxSize: 1024 * 1024,
  sizeCalculation: ({ bytes, names }, madeOf) => bytes.length + 30 * names.size + madeOf.length,
});

/**
 * Makes the host for the islands of a page. A nested `renderToString` renders each island, like the separate roots in
 * the browser, and a prefix makes its ids unique.
 *
 * A page says nothing twice (P43). Props that a whole edition shares are named by their address, and those in the
 * island's HTML are read from there.
 */
export function createIslandHost({ sources, textsOf, pieces: chunks }: Options): IslandHost {
  const counts = new Map<string, number>();
  return {
    render(options, view, props): ReactNode {
      const { name, when, fromHtml = {} } = options;
      const count = (counts.get(name) ?? 0) + 1;
      counts.set(name, count);
      // A part of another page that is inserted into this one then has no duplicate ids.
      const prefix = count > 1 ? `${name}${count}` : name;
      const texts = textsOf(name);
      const ownProps = Object.entries(props).filter(([prop]) => !texts?.names.includes(prop));
      const own = ownProps.filter(([prop]) => !Object.hasOwn(fromHtml, prop));
      const render = (): string =>
        renderToString(<IslandIdProvider value={prefix}>{createElement(view, props)}</IslandIdProvider>);
      const html = (): string => {
        if (!chunks) return render();
        const madeOf = `${prefix} ${texts?.address} ${JSON.stringify(ownProps)}`;
        const known = cache.get(madeOf);
        if (known) return chunks.put(known);
        const made = chunkOf(Buffer.from(render()));
        cache.set(madeOf, made);
        return chunks.put(made);
      };
      return (
        <is-land
          data-island={name}
          data-src={sources(name)
            .toSpliced(-1, 0, ...(texts ? [texts.address] : []))
            .join(' ')}
          data-when={when === 'idle' ? undefined : when}
          data-prefix={count > 1 ? prefix : undefined}
          data-state="waiting"
          data-props={JSON.stringify(Object.fromEntries(own))}
          // biome-ignore lint/security/noDangerouslySetInnerHtml: React's own output, on the server only.
          dangerouslySetInnerHTML={{ __html: html() }}
        />
      );
    },
  };
}
